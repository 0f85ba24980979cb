// Plays a match in a thread of its own while the terminal shows it.
#pragma once

#include <functional>

#include "referee/system/stop_signal.hpp"
#include "referee/watch/feed.hpp"

namespace referee::watch {

/// Plays a match, tells the feed of its end, and ends early when the program is told to stop.
using PlayMatch = std::function<void(Feed& feed)>;

/// Calls `play` in a thread of its own, which must start its bots itself and outlives them, and shows the match until
/// the user leaves. Returns when both are done; throws what `play` has thrown, after the terminal has been given back.
/// `on_left_early`: the user has left, and the match goes on. Requires: no other thread has been started.
void play_and_show(const StopSignal& stop, const PlayMatch& play, const std::function<void()>& on_left_early);

}  // namespace referee::watch
