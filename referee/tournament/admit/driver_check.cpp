#include "referee/tournament/admit/driver_check.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "games/user_error.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/processes/sandbox.hpp"
#include "referee/handins/trial.hpp"
#include "referee/tournament/admit/lineup.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

/// The only contender: the example.
Lineup lineup_of(const handins::Trial& trial, const Isolation& isolation) {
    Candidates candidates;
    candidates.bots.push_back(candidate_at(trial.folder, "example", isolation.path()));
    candidates.bots.front().if_unfit = IfUnfit::left_out;
    const std::array<std::string, 1> own_files_in = {trial.bots};
    return find_bots(std::move(candidates), {isolation.path(), own_files_in});
}

}  // namespace

bool check_driver(const handins::Driver& driver, const std::string& given, const Entrance& entrance) {
    using Kind = handins::Outcome::Kind;
    if (driver.name.empty() || handins::example_of(driver).empty() || entrance.plan == nullptr) return true;
    // The example plays the first of the listed moves, so on the largest boards it can't tell anything.
    if (!entrance.prepared.spec.make_board(0)->moves_listed()) return true;
    const Isolation& isolation = entrance.prepared.isolation;
    const std::string which = given.empty() ? fmt::format("'{}', the driver of this class", driver.name)
                                            : fmt::format("--driver '{}'", given);
    const auto fault = [&](std::string_view why) {
        return UserError(
            fmt::format("{}: the driver or its example is at fault, and no hand-in was tried: {}", which, why));
    };
    const handins::Trial trial = handins::try_example(driver, isolation.confinement.sandbox, entrance.stop_fd);
    switch (trial.outcome.kind) {
        case Kind::stopped: return false;
        case Kind::refused: throw fault(trial.outcome.what);
        case Kind::lacks_program:
            throw UserError(
                fmt::format("{} needs '{}', which is not in {}: install it", which, trial.outcome.what, sandbox_path));
        case Kind::prepared:
        case Kind::unchanged:
        case Kind::played: break;
    }
    Lineup example = lineup_of(trial, isolation);
    if (!entrance.check(example, *entrance.plan, isolation, entrance.stop_fd, 1, {})) return false;
    if (example.left_out.empty()) return true;
    const std::string& why = example.left_out.front().reason;
    if (given.empty()) throw fault(why);
    throw fault(fmt::format("{}; see referee check --driver {} --game {}", why, copyable_path(given),
                            copyable_word(option_text(entrance.plan->spec))));
}

}  // namespace referee::tournament
