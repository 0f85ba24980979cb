// A sandbox that is set up. It consists of bubblewrap and the warden, which is the first process in it. The warden
// starts a bot, and after its end may start it again.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/unique_fd.hpp"
#include "referee/core/processes/bot_process.hpp"
#include "referee/core/processes/control_group.hpp"
#include "referee/core/processes/process_handle.hpp"

namespace referee {

/// The referee sends orders to the warden (see warden_messages.h). They are numbered, so that a late confirmation is
/// not mistaken for that of the next order. The referee signals a bot itself only if a signal is enough, see
/// BotProcess.
class LiveSandbox {
public:
    /// The bot that was started last, as reported by the warden.
    struct Bot {
        pid_t pid = -1;
        bool runs = false;
        int refusal = 0;              ///< the error number if its program could not be started
        std::optional<int> status{};  ///< its end, as the status of wait()
    };

    /// `bwrap`: the process of bubblewrap, which has just been started. `socket`: the connection to the warden.
    /// `complaints`: bubblewrap's stderr. `group` may be null.
    LiveSandbox(ProcessHandle bwrap, UniqueFd socket, UniqueFd complaints, std::unique_ptr<ControlGroup> group,
                std::vector<int> cores);
    /// Ends all processes in the sandbox.
    ~LiveSandbox();
    LiveSandbox(const LiveSandbox&) = delete;
    LiveSandbox& operator=(const LiveSandbox&) = delete;

    /// Orders the warden to start the bot with these files as its stdin, stdout and stderr. They may be closed
    /// afterwards. Requires: no bot has been started yet, or await_clear() has returned true. Throws std::system_error.
    void order_start(const std::array<int, 3>& files);
    /// Waits until the bot's program runs or could not be started, see bot(). Throws SandboxFailure if the sandbox
    /// could not be set up.
    void await_start();
    /// Orders the warden to end all processes in the sandbox and to remove everything that they have left. Gives the
    /// next bot the usual weight for the cores. Returns false if the order can't be sent; the sandbox must then not be
    /// used again.
    [[nodiscard]] bool order_clear() noexcept;
    /// Waits until the sandbox is cleared. Returns false if that is not confirmed; the sandbox must then not be used
    /// again.
    [[nodiscard]] bool await_clear() noexcept;
    /// Restricts the next bot to these cores. An empty list means all cores. If the cores change, waits for the
    /// warden's first message. Returns false if the cores can't be set, or if all cores are wanted but the sandbox has
    /// already been restricted to some. Throws SandboxFailure if the sandbox could not be set up.
    [[nodiscard]] bool keep_to(const std::vector<int>& cores);
    /// Kills the sandbox's first process, which ends all the others.
    void kill_all() noexcept;

    /// Orders all processes in the sandbox to stop or to resume. Throws std::system_error.
    void order_pause(bool stopped);
    /// Whether the next order to resume does not need the warden.
    [[nodiscard]] bool resumes_at_once() const {
        return process_ && (stop_ == Stop::by_signal || stop_ == Stop::of_one);
    }
    /// Waits until the last order to stop or to resume has been carried out, or the bot has ended. Returns false if
    /// that takes longer.
    [[nodiscard]] bool wait_until_paused(Duration patience);

    /// The maximum time for which the bot remained stopped after wait_until_paused() had confirmed that it resumes.
    /// Nothing as long as it may still be stopped.
    [[nodiscard]] std::optional<Duration> resume_delay();

    /// Handles all messages that have arrived.
    void listen();
    [[nodiscard]] int fd() const { return socket_.get(); }
    [[nodiscard]] const Bot& bot() const { return bot_; }
    /// Whether the warden has ended, and all other processes with it.
    [[nodiscard]] bool gone() const { return gone_; }
    /// The number of bots that were started in this sandbox.
    [[nodiscard]] int games() const { return games_; }
    /// The control group of the sandbox; may be null.
    [[nodiscard]] const ControlGroup* group() const { return group_.get(); }
    /// The CPU time of the warden. Nothing if the warden is unknown or has ended.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time_of_warden() const;
    /// The sandbox's own /proc, or -1 if the warden has not sent it.
    [[nodiscard]] int proc() const { return proc_.get(); }

private:
    /// How the bot was last stopped, which determines how it is resumed.
    enum class Stop : std::uint8_t {
        none,       ///< the bot runs, or has been resumed
        by_signal,  ///< by a signal of the referee to the bot's own process
        by_warden,  ///< by the warden, which stopped all processes
        of_one,     ///< by the warden, but there was only one process
    };
    /// The last order to resume.
    struct Resume {
        std::int32_t order = 0;                            ///< its number, if it was sent to the warden
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
    UniqueFd warden_;  ///< the warden's pidfd
    UniqueFd proc_;
    std::unique_ptr<ControlGroup> group_;
    std::vector<int> cores_;
    pid_t warden_pid_ = -1;
    std::optional<clockid_t> warden_clock_;  ///< the clock of its CPU time
    Bot bot_;
    std::optional<BotProcess> process_;  ///< the process of the bot that runs
    bool may_be_alone_ = false;          ///< no sign of other processes has been seen
    Stop stop_ = Stop::none;
    Resume resume_;
    int games_ = 0;
    bool gone_ = false;
    std::int32_t ordered_ = 0;  ///< the number of the last order
    std::int32_t obeyed_ = 0;   ///< the number of the last order that was obeyed
};

}  // namespace referee
