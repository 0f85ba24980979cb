// A sandbox that is set up: bubblewrap, and in it the warden as the first process, which starts a bot and may start it
// again after its end.
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

/// The referee gives the warden orders (see warden_messages.h), numbered so that a late confirmation is not taken for
/// that of the next order. The referee signals a bot itself only if that is enough; see BotProcess.
class LiveSandbox {
public:
    /// The bot that was started last, as the warden has reported it.
    struct Bot {
        pid_t pid = -1;
        bool runs = false;
        int refusal = 0;              ///< the error number with which its program could not be started
        std::optional<int> status{};  ///< its end, as wait() gives it
    };

    /// `bwrap` has just been started; `socket` leads to the warden, `complaints` is bubblewrap's stderr. `group` may be
    /// null.
    LiveSandbox(ProcessHandle bwrap, UniqueFd socket, UniqueFd complaints, std::unique_ptr<ControlGroup> group,
                std::vector<int> cores);
    /// Ends everything in it.
    ~LiveSandbox();
    LiveSandbox(const LiveSandbox&) = delete;
    LiveSandbox& operator=(const LiveSandbox&) = delete;

    /// Begins to start the bot with these as its stdin, stdout and stderr, which may be closed afterwards. Requires: no
    /// bot was started yet, or await_clear() has returned true. Throws std::system_error.
    void order_start(const std::array<int, 3>& files);
    /// Waits until the bot's program runs or could not be started; see bot(). Throws SandboxFailure if the sandbox
    /// could not be set up.
    void await_start();
    /// Begins to end all processes in it and to remove what they have left; the next bot has the usual weight for the
    /// cores. Returns false if that fails: then the sandbox must not be used again.
    [[nodiscard]] bool order_clear() noexcept;
    /// Waits until that is done. Returns false if that is not confirmed: then the sandbox must not be used again.
    [[nodiscard]] bool await_clear() noexcept;
    /// Makes the next bot run on these cores (none: on all). Waits for the warden's first message. Returns false if
    /// that fails. Throws SandboxFailure if the sandbox could not be set up.
    [[nodiscard]] bool keep_to(const std::vector<int>& cores);
    /// Kills the sandbox's first process, and so all of them.
    void kill_all() noexcept;

    /// Begins to stop or resume all processes in it. Throws std::system_error.
    void order_pause(bool stopped);
    /// Whether the next order to resume needs no warden.
    [[nodiscard]] bool resumes_at_once() const {
        return process_ && (stop_ == Stop::by_signal || stop_ == Stop::of_one);
    }
    /// Waits until the last such order is carried out, or the bot has ended. Returns false if that takes longer.
    [[nodiscard]] bool wait_until_paused(Duration patience);

    /// How long the bot may still have been stopped after the confirmation that it is resumed. Nothing while it may
    /// still be.
    [[nodiscard]] std::optional<Duration> resume_delay();

    /// Handles all messages that have arrived.
    void listen();
    [[nodiscard]] int fd() const { return socket_.get(); }
    [[nodiscard]] const Bot& bot() const { return bot_; }
    /// The warden has ended, and all other processes with it.
    [[nodiscard]] bool gone() const { return gone_; }
    /// The number of bots that were started in it.
    [[nodiscard]] int games() const { return games_; }
    /// May be null.
    [[nodiscard]] const ControlGroup* group() const { return group_.get(); }
    /// Nothing if the warden is unknown or has ended.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time_of_warden() const;
    /// The sandbox's own /proc, or -1 if the warden has not sent it.
    [[nodiscard]] int proc() const { return proc_.get(); }

private:
    /// How the bot was last stopped, which determines how it is resumed.
    enum class Stop : std::uint8_t {
        none,       ///< it runs, or has been resumed
        by_signal,  ///< by the referee's signal to the bot's own process
        by_warden,  ///< by the warden, which stops all processes
        of_one,     ///< by the warden, and there was only one process
    };
    /// The last order to resume.
    struct Resume {
        std::int32_t order = 0;                            ///< its number, if the warden got it
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
    bool may_be_alone_ = false;          ///< no sign of other processes was seen
    Stop stop_ = Stop::none;
    Resume resume_;
    int games_ = 0;
    bool gone_ = false;
    std::int32_t ordered_ = 0;  ///< the number of the last order
    std::int32_t obeyed_ = 0;   ///< the number of the last one that was obeyed
};

}  // namespace referee
