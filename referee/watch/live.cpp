#include "referee/watch/live.hpp"

#include <atomic>
#include <exception>
#include <thread>

#include "referee/system/start_thread.hpp"
#include "referee/watch/screen.hpp"
#include "referee/watch/viewer.hpp"

namespace referee::watch {

void play_and_show(const StopSignal& stop, const PlayMatch& play, const std::function<void()>& on_left_early) {
    const TerminalSignals signals;
    Feed feed;
    std::exception_ptr failure;
    std::atomic<bool> done = false;
    {
        std::jthread thread;
        {
            Viewer viewer(stop, signals);
            thread = start_thread("the match", [&] {
                try {
                    play(feed);
                } catch (...) {
                    failure = std::current_exception();
                }
                done = true;
                feed.close();
            });
            viewer.follow(feed);
        }
        if (!done && !stop.requested()) on_left_early();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace referee::watch
