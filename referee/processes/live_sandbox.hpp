// A sandbox that is set up: bubblewrap, and in it the warden as the sandbox's first process, which starts a bot in it,
// and after its end may start it again.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "referee/processes/bot_process.hpp"
#include "referee/processes/control_group.hpp"
#include "referee/processes/process_handle.hpp"
#include "referee/system/clock.hpp"
#include "referee/system/unique_fd.hpp"

namespace referee {

/// The referee gives the warden orders (see warden_messages.h), numbered so that a late acknowledgement is not taken
/// for that of the next order. It signals a bot itself only where that is enough; see BotProcess.
class LiveSandbox {
public:
    /// What the warden has told of the bot that it has started last.
    struct Bot {
        pid_t pid = -1;
        bool runs = false;
        int refusal = 0;              ///< the error number with which its program could not be started
        std::optional<int> status{};  ///< its end, as wait() gives it
    };

    /// `bwrap` has just been started; `socket` leads to the warden, `complaints` is what bubblewrap says. `group` may
    /// be null.
    LiveSandbox(ProcessHandle bwrap, UniqueFd socket, UniqueFd complaints, std::unique_ptr<ControlGroup> group,
                std::vector<int> cores);
    /// Ends everything in it.
    ~LiveSandbox();
    LiveSandbox(const LiveSandbox&) = delete;
    LiveSandbox& operator=(const LiveSandbox&) = delete;

    /// Begins to start the bot, with these as its stdin, stdout and stderr, which may be closed then. Requires: there
    /// is none, or await_clear() has said that it is gone. Throws std::system_error.
    void order_start(const std::array<int, 3>& files);
    /// Waits until the bot's program runs, or can't; see bot(). Throws SandboxFailure if the sandbox could not be set
    /// up.
    void await_start();
    /// Begins to end all processes in it and to remove what they have left; the next bot has the usual weight for the
    /// cores. Returns false if that can't be had: then the sandbox is of no use any more.
    [[nodiscard]] bool order_clear() noexcept;
    /// Waits until that is done. Returns false if it is not known to be done, likewise.
    [[nodiscard]] bool await_clear() noexcept;
    /// Makes the next bot run on these cores (none: on all); waits for the warden if it has not yet been heard of.
    /// Returns false if that can't be had. Throws SandboxFailure if the sandbox could not be set up.
    [[nodiscard]] bool keep_to(const std::vector<int>& cores);
    /// The end of the sandbox's first process is the end of all.
    void kill_all() noexcept;

    /// Stops all processes in it, or lets them go on. Throws std::system_error.
    void order_pause(bool stopped);
    /// Whether the next order to go on needs no warden.
    [[nodiscard]] bool resumes_at_once() const {
        return process_ && (stop_ == Stop::by_signal || stop_ == Stop::of_one);
    }
    /// Waits until the last such order is carried out, or the bot has ended. Returns false if that takes longer.
    [[nodiscard]] bool wait_until_paused(Duration patience);

    /// For how long the bot may still have been stopped after it had been confirmed that it goes on. Nothing while it
    /// may be.
    [[nodiscard]] std::optional<Duration> resume_delay();

    /// Takes all messages that have come.
    void listen();
    [[nodiscard]] int fd() const { return socket_.get(); }
    [[nodiscard]] const Bot& bot() const { return bot_; }
    /// The warden has ended, and everything with it.
    [[nodiscard]] bool gone() const { return gone_; }
    /// How many times a bot has been started in it.
    [[nodiscard]] int games() const { return games_; }
    /// May be null.
    [[nodiscard]] const ControlGroup* group() const { return group_.get(); }
    /// Nothing if it is not known, or has gone.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time_of_warden() const;
    /// Its own /proc, or -1 if the warden has not sent it.
    [[nodiscard]] int proc() const { return proc_.get(); }

private:
    /// What the bot's last stop was done by, which says what lets it go on.
    enum class Stop : std::uint8_t {
        none,       ///< it runs, or has been told to
        by_signal,  ///< the referee's, to the bot's own process
        by_warden,  ///< which stops all processes
        of_one,     ///< the same, and that was only one process
    };
    /// What is known of the last order to go on.
    struct Resume {
        std::int32_t order = 0;                            ///< its number, if the warden has got it
        std::optional<Duration> delay = Duration::zero();  ///< see resume_delay()
    };

    bool receive();
    void wait_for_setup(std::chrono::seconds patience, const std::function<bool()>& done);
    bool wait_for_answer(Duration patience, bool end_suffices);
    void order(int kind);
    bool send(int kind, int number, const int* files = nullptr);

    ProcessHandle bwrap_;
    UniqueFd socket_;
    UniqueFd complaints_;
    UniqueFd warden_;  ///< its pidfd
    UniqueFd proc_;
    std::unique_ptr<ControlGroup> group_;
    std::vector<int> cores_;
    pid_t warden_pid_ = -1;
    std::optional<clockid_t> warden_clock_;  ///< of its CPU time
    Bot bot_;
    std::optional<BotProcess> process_;  ///< of the bot that runs
    bool may_be_alone_ = false;          ///< nothing is known against it
    Stop stop_ = Stop::none;
    Resume resume_;
    int games_ = 0;
    bool gone_ = false;
    std::int32_t ordered_ = 0;  ///< the number of the last order
    std::int32_t obeyed_ = 0;   ///< the number of the last one that was obeyed
};

}  // namespace referee
