// Hand-ins with a driver for the commands about single matches.
#include "referee/programs/match/with_driver.hpp"

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/core/processes/sandbox.hpp"
#include "referee/handins/driver_kit.hpp"
#include "referee/handins/trial.hpp"
#include "referee/programs/commands.hpp"

namespace referee {

namespace {

using games::UserError;

DrivenBot make_bot(const std::string& driver_name, const std::string& hand_in, const Isolation& isolation,
                   int stop_fd) {
    using Kind = handins::Outcome::Kind;
    const handins::Driver driver = handins::read_driver(driver_name);
    if (hand_in.empty() && handins::example_of(driver).empty())
        throw UserError(fmt::format("--driver '{}' has no example to be checked: name a hand-in", driver_name));
    const auto& sandbox = isolation.confinement.sandbox;
    handins::Trial trial = hand_in.empty() ? handins::try_example(driver, sandbox, stop_fd)
                                           : handins::try_hand_in(driver, hand_in, sandbox, stop_fd);
    if (trial.outcome.kind == Kind::lacks_program)
        throw UserError(fmt::format("--driver '{}' needs '{}', which is not in {}: install it", driver_name,
                                    trial.outcome.what, sandbox_path));
    return {trial.folder,
            trial.outcome.kind == Kind::refused ? trial.outcome.what : "",
            trial.outcome.output,
            trial.outcome.choice,
            trial.outcome.kind == Kind::stopped,
            trial.keeper};
}

DrivenKit make_kit(const std::string& driver_name, const std::string& name, std::string_view game,
                   const std::string& spec) {
    const handins::Driver driver = handins::read_driver(driver_name);
    return {handins::files_of(driver, name, game, spec), handins::check_of_kit(driver, spec)};
}

}  // namespace

const WithDriver& with_driver() {
    static constexpr WithDriver means = {make_bot, make_kit};
    return means;
}

}  // namespace referee
