#include "referee/handins/workshop.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <utility>
#include <variant>

#include "games/user_error.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/cores.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/players/fairness.hpp"
#include "referee/core/processes/control_group.hpp"
#include "referee/handins/step.hpp"

namespace referee::handins {

namespace {

/// Unpacking a zip archive has no command: what is ready after its time is taken.
constexpr std::chrono::seconds time_to_take_what_is_ready{1};
/// The limit of a step without a hand-in.
constexpr std::chrono::seconds time_to_try_out{15};
constexpr std::uint64_t memory_of_step = std::uint64_t{1} << 30;
constexpr std::uint64_t processes_of_step = 512;
constexpr std::uint64_t temporary_bytes_of_step = std::uint64_t{256} << 20;

/// The place of the referee's program in the sandbox.
constexpr const char* place_of_referee = "/referee";

/// An archive without files.
constexpr std::string_view empty_zip("PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22);

LaunchRequest request_for(const std::vector<std::string>& step, std::shared_ptr<const Sandbox> sandbox) {
    LaunchRequest request;
    request.program = place_of_referee;
    request.arguments = {"referee", std::string(step_command)};
    request.arguments.insert(request.arguments.end(), step.begin(), step.end());
    // Go would look for modules and for other versions of itself on the network. On a machine with many cores, it would
    // start more processes than a step may have.
    request.environment = {"CGO_ENABLED=0", "GOPROXY=off", "GOTOOLCHAIN=local", "GOCACHE=/tmp/go-cache",
                           "GOMAXPROCS=4"};
    request.shown = {{ShownPath::Kind::files, place_of_referee, std::filesystem::read_symlink("/proc/self/exe")}};
    request.working_folder = "/tmp";
    request.temporary_bytes = temporary_bytes_of_step;
    const std::uint64_t processes = ControlGroup::available() ? processes_of_step : max_processes_without_groups;
    request.confinement = {std::move(sandbox), {memory_of_step, processes}, false, {}, false};
    return request;
}

/// Reads what is there. Closes the descriptor at its end. Bytes beyond `max` are dropped.
void read_some(UniqueFd& from, std::string& into, std::uint64_t max) {
    std::array<char, 65536> part{};
    const ssize_t count = ::read(from.get(), part.data(), part.size());
    if (count > 0) into.append(part.data(), std::min<std::size_t>(static_cast<std::size_t>(count), max - into.size()));
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) from.reset();
}

/// Writes as much as fits. Drops the input if nobody reads it.
void write_some(const UniqueFd& to, std::string_view& input) {
    const ssize_t count = ::write(to.get(), input.data(), input.size());
    if (count > 0) input.remove_prefix(static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR && errno != EAGAIN) input = {};
}

/// Waits until a descriptor is ready or the use of the cores is to be looked at. Returns whether time is left.
bool wait_in(FairTime& time, std::span<pollfd> fds) {
    static_cast<void>(time.wait(fds, std::min(time.deadline(), time.next_look())));
    const TimePoint now = Clock::now();
    time.look_if_due(now);
    if (now < time.deadline()) return true;
    time.measure();
    // A deadline that has passed by now would only be followed by the next one: measuring takes time, too.
    return time.extend(usual_lateness) && now < time.deadline();
}

}  // namespace

/// The end of a step.
struct Workshop::Ended {
    std::string out, err;
    bool was_told = false;  ///< that its time is over
    bool in_time = true;
    bool stopped = false;
    std::optional<std::string> limit;  ///< the limit that it has reached, in words
};

Workshop::Ended Workshop::run(const std::vector<std::string>& step, std::string_view bytes, Duration limit,
                              Duration to_report) {
    if (!sandbox_) throw games::UserError("it is unpacked and built only in a sandbox, and there is none");
    if (!std::exchange(is_tried_out_, true)) try_out();
    const std::vector<int> allowed = allowed_cores();
    const CoreClaim claim = cores_ ? CoreClaim(static_cast<std::size_t>(*cores_), allowed) : CoreClaim();
    auto launched = launcher_.launch(request_for(step, sandbox_), cores_ ? claim.cores() : allowed);
    if (const auto* failure = std::get_if<LaunchFailure>(&launched))
        throw std::runtime_error("referee can't be run in the sandbox: " + failure->reason);
    const auto child = std::get<std::unique_ptr<ChildProcess>>(std::move(launched));
    Pipes& pipes = child->pipes;
    const std::string line = line_before(bytes);
    std::string_view input = line;
    const int cores = static_cast<int>(cores_ ? claim.cores().size() : allowed.size());
    FairTime time(*child, cores, real_clock, Clock::now(), limit, real_clock.own_use());
    std::optional<TimePoint> last_moment;  // of a step that was told that its time is over
    Ended ended;
    while (ended.in_time && !ended.stopped && (pipes.from_stdout || pipes.from_stderr)) {
        std::array<pollfd, 4> fds = {{{input.empty() ? -1 : pipes.to_stdin.get(), POLLOUT, 0},
                                      {pipes.from_stdout.get(), POLLIN, 0},
                                      {pipes.from_stderr.get(), POLLIN, 0},
                                      {stop_fd_, POLLIN, 0}}};
        if (last_moment) {
            ended.in_time = wait_until(fds, *last_moment);
        } else if (!wait_in(time, fds)) {
            last_moment = Clock::now() + to_report;
            pipes.to_stdin.reset();
            input = bytes = {};
        }
        ended.stopped = fds[3].revents != 0;
        if (fds[0].revents != 0) write_some(pipes.to_stdin, input);
        if (input.empty()) input = std::exchange(bytes, {});
        if (fds[1].revents != 0) read_some(pipes.from_stdout, ended.out, max_parcel + 1);
        if (fds[2].revents != 0) read_some(pipes.from_stderr, ended.err, max_output);
    }
    ended.was_told = last_moment.has_value();
    ended.limit = child->limit_reached();
    return ended;
}

std::optional<Parcel> Workshop::parcel_of(Ended ended, std::string_view work) const {
    if (ended.stopped) return std::nullopt;
    Parcel parcel;
    const auto took_too_long = [&] {
        parcel.complaint = fmt::format("it takes too long to {} it", work);
        parcel.reached_limit = true;
        return parcel;
    };
    if (!ended.in_time) return took_too_long();
    try {
        parcel = read_parcel(ended.out);
    } catch (const games::UserError& error) {
        if (ended.was_told && !ended.limit) return took_too_long();
        parcel.complaint = ended.limit ? fmt::format("{}, while referee tried to {} it", *ended.limit, work)
                                       : fmt::format("referee could not {} it: {}", work, error.what());
        parcel.reached_limit = ended.limit.has_value();
        return parcel;
    }
    if (!parcel.complaint.empty() && work == "build")  // it may be the text of the student's program
        parcel.complaint.insert(0, "its build: ");
    parcel.reached_limit = !parcel.in_time || (parcel.exit_code != 0 && ended.limit);
    if (work != "build" && parcel.reached_limit) {
        parcel.complaint = parcel.in_time ? fmt::format("{}, while referee tried to {} it", *ended.limit, work)
                                          : fmt::format("it takes too long to {} it", work);
    } else if (!parcel.in_time) {
        parcel.complaint = fmt::format("its build did not finish within {} s",
                                       std::chrono::duration<double>(limits_.to_build).count());
    } else if (parcel.exit_code != 0 && ended.limit) {
        parcel.complaint = fmt::format("its build failed: {}", *ended.limit);
    }
    return parcel;
}

std::optional<Parcel> Workshop::unpack(std::string_view archive) {
    return parcel_of(run({"unpack"}, archive, limits_.to_unpack, time_to_take_what_is_ready), "unpack");
}

std::optional<Parcel> Workshop::extract(std::string_view archive, const std::vector<std::string>& command) {
    std::vector<std::string> step = {"extract"};
    step.insert(step.end(), command.begin(), command.end());
    return parcel_of(run(step, archive, limits_.to_unpack, limits_.to_report), "unpack");
}

std::optional<Parcel> Workshop::build(const Project& project, const std::vector<std::string>& command,
                                      const Project& beside) {
    std::vector<std::string> step = {"build"};
    step.insert(step.end(), command.begin(), command.end());
    Parcel sources;
    sources.files = project;
    sources.beside = beside;
    return parcel_of(run(step, bytes_of(sources), limits_.to_build, limits_.to_report), "build");
}

void Workshop::try_out() {
    const Ended ended = run({"unpack"}, empty_zip, time_to_try_out, {});
    if (ended.stopped) return;
    try {
        if (read_parcel(ended.out).complaint.empty()) return;
    } catch (const games::UserError&) {
        // the error below says more
    }
    throw std::runtime_error(
        fmt::format("hand-ins can't be unpacked and built, because referee can't run in the sandbox: {}", ended.err));
}

}  // namespace referee::handins
