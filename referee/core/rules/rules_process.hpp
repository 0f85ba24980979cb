// A running program that knows the rules of a game. The referee writes requests and reads replies (docs/own_game.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/processes/launcher.hpp"
#include "referee/core/rules/reply_end.hpp"

namespace referee::rules {

/// The limits of a reply. A reply is late if the program has used the limit as CPU time, ten times the limit has passed
/// (a busy machine must not make it late), or the program has been idle for idle_limit.
inline constexpr auto hello_limit = std::chrono::seconds(10);
inline constexpr auto reply_limit = std::chrono::seconds(1);
inline constexpr auto idle_limit = std::chrono::seconds(5);
inline constexpr std::size_t max_reply = std::size_t{1} << 20;

/// Reports that the program has not replied. The message says why, with the last line that it has written to stderr.
class NoReply : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A process of the rules. Only one thread at a time may use it. The destructor ends it.
class RulesProcess {
public:
    /// Starts the program on these cores. The system kills it when the calling thread ends. Throws NoReply if the
    /// program can't be run, and the exceptions of Launcher::launch().
    RulesProcess(const LaunchPlan& plan, const std::vector<int>& cores);

    /// Sends requests, each with its line end. Does not wait for their replies. Throws NoReply if the program has
    /// written more than its replies so far.
    void send(std::string_view requests);
    /// Waits for the next reply. Returns its lines, without `end`; valid until the next call. Throws NoReply if there
    /// is no reply within `limit`, if it is too long, or if the program has ended. Throws games::Abandoned if `stop_fd`
    /// is readable before (-1: none); the process can't be used again then. Requires: a request has no reply yet.
    std::string_view reply(Duration limit = reply_limit, int stop_fd = -1);

    /// The memory of the process in bytes. Nothing if the system does not report it.
    [[nodiscard]] std::optional<std::int64_t> memory() const;
    /// Whether the process waits for requests.
    [[nodiscard]] bool is_idle();
    /// Moves the process to the cores of the calling thread.
    void join_thread();

private:
    /// How long a reply has been waited for, and what the program has done meanwhile.
    struct Wait {
        Duration limit;
        int stop_fd;
        Duration step;       ///< between two checks
        TimePoint deadline;  ///< on the wall clock
        TimePoint next_check;
        std::optional<std::chrono::nanoseconds> used_first;   ///< CPU time at the begin
        std::optional<std::chrono::nanoseconds> used_last;    ///< at the last check
        std::optional<std::chrono::nanoseconds> waited_last;  ///< for a core, until the last check; none before it
        Duration idle;                                        ///< until the last check, since the program has worked
    };

    void write_pending();
    [[nodiscard]] Wait begin_wait(Duration limit, int stop_fd) const;
    void wait(Wait& state);
    void check_time(Wait& state);
    void read_replies();
    void read_stderr();
    [[noreturn]] void fail(const std::string& problem);
    [[noreturn]] void fail_ended();

    Launcher launcher_;
    std::unique_ptr<ChildProcess> child_;
    std::string to_write_;
    std::string read_;
    std::size_t taken_ = 0;  ///< the bytes of `read_` that the last reply took
    ReplyEnd end_;           ///< of the next reply
    std::size_t open_ = 0;   ///< the number of requests without a reply
    bool out_ended_ = false;
    std::string last_words_;  ///< the end of stderr
};

}  // namespace referee::rules
