// Unpacks and builds hand-ins in sandboxes of their own.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/processes/launcher.hpp"
#include "referee/handins/parcel.hpp"

namespace referee::handins {

/// The maximum duration of steps. As in the turns of bots (FairTime), time in which other programs have the cores of a
/// step does not count, nor does time in which the referee itself did not run.
struct StepLimits {
    std::chrono::milliseconds to_unpack = std::chrono::seconds(10);
    std::chrono::milliseconds to_build = std::chrono::seconds(60);
    /// A step that is told that the time of its command is over has this time to report what the command has written,
    /// or to pack what it has made. It is that of a clock on the wall.
    std::chrono::milliseconds to_report = std::chrono::seconds(15);
};

/// Runs the steps of step.hpp. Each step has a new sandbox, in which there is nothing but the system's files, the
/// referee's program and one student's bytes. Before the first step it tries out whether a step can run, so that no
/// student is blamed for the machine. Must not be shared between threads.
class Workshop {
public:
    /// Each step claims `cores` cores of its own, so that it takes no time from games that run meanwhile; none: it uses
    /// all cores. The steps stop when `stop_fd` becomes readable. Without a sandbox, each step throws games::UserError.
    Workshop(std::shared_ptr<const Sandbox> sandbox, std::optional<std::uint64_t> cores, int stop_fd,
             StepLimits limits = {})
        : sandbox_(std::move(sandbox)), cores_(cores), stop_fd_(stop_fd), limits_(limits) {}

    /// Unpacks a zip archive. The parcel has either files or a complaint. Returns nothing if it was stopped. Throws the
    /// exceptions of Launcher.
    [[nodiscard]] std::optional<Parcel> unpack(std::string_view archive);
    /// Lets a program of the system open an archive, see ArchiveProgram. The parcel has a complaint, or the files if
    /// the exit code is 0. Returns and throws like unpack().
    [[nodiscard]] std::optional<Parcel> extract(std::string_view archive, const std::vector<std::string>& command);
    /// Runs a command without a shell in a copy of the project, beside which these files lie. The parcel has a
    /// complaint, or the files that are there afterwards if the exit code is 0. Returns and throws like unpack().
    [[nodiscard]] std::optional<Parcel> build(const Project& project, const std::vector<std::string>& command,
                                              const Project& beside = {});

private:
    struct Ended;
    /// Throws std::runtime_error if the referee's program can't run in a sandbox on this machine.
    void try_out();
    /// `to_report`: the time that the step has after `limit` to tell how far it came.
    Ended run(const std::vector<std::string>& step, std::string_view bytes, Duration limit, Duration to_report);
    std::optional<Parcel> parcel_of(Ended ended, std::string_view work) const;

    std::shared_ptr<const Sandbox> sandbox_;
    std::optional<std::uint64_t> cores_;
    int stop_fd_;
    StepLimits limits_;
    Launcher launcher_;
    bool is_tried_out_ = false;
};

}  // namespace referee::handins
