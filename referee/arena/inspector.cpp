#include "referee/arena/inspector.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "protocol/json_text.hpp"
#include "referee/arena/arena_folder.hpp"
#include "referee/arena/stop_or_timeout.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/harmless_lines.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/own_folder.hpp"
#include "referee/handins/hand_in.hpp"
#include "referee/handins/workshop.hpp"
#include "referee/tournament/run/watchers/machine.hpp"

namespace referee::arena {

namespace {

OwnFolder folder_of_versions() {
    auto folder = OwnFolder::take(versions_folder, "folder of versions", OwnFolder::Writers::only_this_user);
    if (!folder) throw std::runtime_error(fmt::format("'{}' is missing", versions_folder));
    return *std::move(folder);
}

}  // namespace

/// A version that does not play takes no space. It is built again if it is handed in again.
void remove_version(const std::string& entrant) noexcept {
    try {
        folder_of_versions().remove_all(entrant);
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): it only takes space
    }
}

Inspector::Inspector(CheckPlan plan, Isolation isolation, int jobs, const handins::Driver* driver)
    : plan_(std::move(plan)), isolation_(std::move(isolation)), jobs_(jobs), driver_(driver) {}

std::optional<Verdict> Inspector::inspect(const Person& person, const HandIn& hand_in, int stop_fd,
                                          const Listener& listener) const noexcept {
    const TimePoint begin = Clock::now();
    Verdict verdict;
    bool stopped = false;
    try {
        verdict = build(person, hand_in, stop_fd, stopped);
        if (!stopped && verdict.reason.empty()) {
            listener.begins_check();
            check(entrant_name(person, hand_in.version), stop_fd, listener, verdict, stopped);
        }
    } catch (const std::exception& error) {
        stopped = true;
        try {
            warn(fmt::format("{} can't be tried now: {}", entrant_name(person, hand_in.version), error.what()));
        } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): no memory for a message
        }
    }
    if (stopped) return std::nullopt;
    verdict.accepted = verdict.reason.empty();
    if (!verdict.accepted) remove_version(entrant_name(person, hand_in.version));
    verdict.spent = std::chrono::ceil<std::chrono::milliseconds>(Clock::now() - begin);
    return verdict;
}

/// The verdict has a reason if the hand-in is refused.
Verdict Inspector::build(const Person& person, const HandIn& hand_in, int stop_fd, bool& stopped) const {
    using Kind = handins::Outcome::Kind;
    handins::Student student;
    student.name = entrant_name(person, hand_in.version);
    handins::HandIn given{&student, {}, student.name, driver_};
    given.entries.push_back(
        {fmt::format("{}/{}", uploads_folder, upload_name(hand_in)), {.name = student.name, .file = hand_in.file}});
    const handins::BotsFolder bots{versions_folder, folder_of_versions()};
    const Confinement& confinement = isolation_.confinement;
    handins::Workshop workshop(confinement.sandbox, tournament::cores_of_a_game(confinement), stop_fd);
    const handins::Outcome outcome = handins::prepare_hand_in(given, bots, workshop);
    // The verdict is on the disk for certain, so the bot must be, too.
    if (::syncfs(bots.folder.fd().get()) != 0)
        throw std::system_error(errno, std::generic_category(), "writing the bot to disk");
    Verdict verdict;
    verdict.choice = harmless(outcome.choice);
    verdict.build_output = harmless_lines(outcome.output);
    stopped = outcome.kind == Kind::stopped;
    if (outcome.kind == Kind::refused) {
        verdict.reason = harmless(outcome.what);
        verdict.may_be_repeated = outcome.reached_limit;
    }
    if (outcome.kind == Kind::lacks_program) {
        verdict.reason =
            fmt::format("it needs '{}', which is not on the machine of the arena: tell your teacher", outcome.what);
        verdict.may_be_repeated = true;
        warn(fmt::format("'{}' is missing: {} needs it", outcome.what, student.name));
    }
    return verdict;
}

void Inspector::check(const std::string& entrant, int stop_fd, const Listener& listener, Verdict& verdict,
                      bool& stopped) const {
    const tournament::Lineup lineup = lineup_of_versions({entrant}, isolation_);
    for (const bool again : {false, true}) {
        const StopOrTimeout limit(stop_fd, time_to_check);
        verdict.check.clear();
        const CheckResult result =
            check_bot(lineup.contenders.front().entrant, plan_, isolation_, limit.fd(), [&](const CheckRemark& remark) {
                const std::string lines = harmless_lines(text_of(remark, false)) + "\n";
                verdict.check += lines;
                listener.check_says(lines);
            });
        stopped = is_readable(stop_fd);
        if (stopped || result.fit) return;
        if (result.stopped) {
            verdict.reason = fmt::format("its check takes longer than {} s", time_to_check.count());
            verdict.may_be_repeated = true;
            return;
        }
        verdict.reason = harmless(result.problem);
        const bool busy = !tournament::load_warning(jobs_).empty();
        verdict.may_be_repeated = busy && result.by_limit;
        if (again || !busy) return;
        verdict.reason.clear();
        listener.check_says("The machine was busy: the check is repeated.\n");
    }
}

void remove_versions_except(const std::set<std::string>& entrants) {
    const OwnFolder folder = folder_of_versions();
    for (const std::string& name : folder.names().value_or(std::vector<std::string>{}))
        if (!name.starts_with('.') && !entrants.contains(name)) folder.remove_all(name);
}

std::string listed_version(const std::string& name, const std::string& entrant) {
    return protocol::json_text(protocol::Json{
        {"name", name}, {"command", protocol::Json::array({fmt::format("{}/{}/bot", versions_folder, entrant)})}});
}

tournament::Lineup lineup_of_versions(const std::vector<std::string>& entrants, const Isolation& isolation) {
    std::vector<std::string> bots;
    for (const std::string& entrant : entrants)
        bots.push_back(listed_version(entrant, entrant));
    const std::array<std::string, 1> own_files_in = {versions_folder};
    return find_bots(tournament::candidates_of(bots, isolation.path()), {isolation.path(), own_files_in});
}

}  // namespace referee::arena
