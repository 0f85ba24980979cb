// What the command lines of several commands have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/match/limits.hpp"
#include "referee/commands/options.hpp"

namespace referee {

constexpr std::uint64_t largest_seed = (std::uint64_t{1} << 53) - 1;
constexpr std::uint64_t max_plies = 1'000'000'000;

/// An option whose value is a whole number from `min` to `max`; `set` takes it.
CLI::Option* add_number(CLI::App& app, const std::string& name, std::uint64_t min, std::uint64_t max, const char* help,
                        const std::function<void(std::int64_t)>& set);

/// Sets a number or an optional number of any integer type.
template <class Target>
auto into(Target& target) {
    return [&target](std::int64_t number) { target = static_cast<int>(number); };
}

/// Parses the arguments. Returns help or version where they were asked for. Throws games::UserError, with a suggestion
/// for an unknown option.
std::optional<Information> parse(CLI::App& app, std::vector<std::string> arguments);

/// The options for the limits of moves. Requires: `limits` outlives the app.
std::array<CLI::Option*, 3> add_limits(CLI::App& app, GivenLimits& limits);

/// Options that say how bots are kept to themselves.
void add_isolation(CLI::App& app, IsolationOptions& isolation);

}  // namespace referee
