#include "referee/entrant.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "games/user_error.hpp"
#include "referee/output.hpp"

namespace referee {

namespace {

using games::UserError;

constexpr std::size_t longest_name = 64;

/// A name taken from a file is made fit to be shown; a name that a user gives must be fit.
std::string cleaned(std::string name) {
    for (char& c : name) {
        if (c < 0x20 || c >= 0x7f) c = '_';
    }
    name.resize(std::min(name.size(), longest_name));
    return name;
}

void check_name(const std::string& name) {
    if (name != cleaned(name)) {
        throw UserError(
            fmt::format("name '{}': a name has at most {} printable ASCII characters", harmless(name), longest_name));
    }
}

std::string with_arguments(const Entrant& entrant) {
    std::string name = entrant.name;
    const auto& words = entrant.command.arguments;
    bool behind_name = false;
    for (const auto& word : words) {
        if (behind_name) name += " " + word;
        behind_name = behind_name || word.ends_with(entrant.name);
    }
    return name;
}

/// The settings as in a spec, without the name of the game.
std::string settings_of(const games::GameSpec& spec) {
    return to_string(spec).erase(0, spec.game->name.size() + 1);
}

/// A sandbox has an environment of its own, to which this is added.
std::vector<std::string> environment_for(int player, const games::GameSpec& spec, const protocol::Limits& limits,
                                         bool sandboxed) {
    using std::chrono::duration_cast;
    using std::chrono::milliseconds;
    std::vector<std::string> environment;
    for (char** entry = environ; !sandboxed && *entry != nullptr; ++entry) {
        if (!std::string_view(*entry).starts_with("REFEREE_")) environment.emplace_back(*entry);
    }
    environment.emplace_back("REFEREE_PROTOCOL=1");
    environment.push_back(fmt::format("REFEREE_GAME={}", spec.game->name));
    environment.push_back(fmt::format("REFEREE_SETTINGS={}", settings_of(spec)));
    environment.push_back(fmt::format("REFEREE_PLAYER={}", player));
    environment.push_back(fmt::format("REFEREE_MOVE_MS={}", duration_cast<milliseconds>(limits.move).count()));
    environment.push_back(
        fmt::format("REFEREE_FIRST_MOVE_MS={}", duration_cast<milliseconds>(limits.first_move).count()));
    return environment;
}

}  // namespace

std::array<Entrant, 2> parse_entrants(const std::array<std::string, 2>& bots, const std::array<std::string, 2>& names,
                                      std::string_view path) {
    std::array<Entrant, 2> entrants;
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        Entrant& entrant = entrants[i];
        entrant.human = bots[i] == "human";
        if (!entrant.human) entrant.command = parse_bot_command(bots[i], path);
        check_name(names[i]);
        entrant.name = !names[i].empty() ? names[i] : entrant.human ? "human" : cleaned(entrant.command.name);
    }
    if (names[0] != "" && names[0] == names[1]) {
        throw UserError(fmt::format("both bots are called '{}': give them different names", names[0]));
    }
    if (entrants[0].name == entrants[1].name) {
        for (auto& entrant : entrants)
            entrant.name = cleaned(with_arguments(entrant));
    }
    if (entrants[0].name == entrants[1].name) {
        entrants[0].name.resize(std::min(entrants[0].name.size(), longest_name - 2));
        entrants[1].name = entrants[0].name + "-2";
        entrants[0].name += "-1";
    }
    return entrants;
}

LaunchRequest launch_request_for(const Entrant& bot, int player, const games::GameSpec& spec,
                                 const protocol::Limits& limits, const Isolation& isolation) {
    const bool sandboxed = isolation.confinement.sandbox;
    LaunchRequest request{bot.command.program,
                          bot.command.arguments,
                          environment_for(player, spec, limits, sandboxed),
                          {},
                          isolation.confinement};
    if (sandboxed) request.folders = folders_of(bot.command, isolation.folders);
    return request;
}

std::unique_ptr<Player> make_player(const Entrant& entrant, int player, const games::GameSpec& spec,
                                    const protocol::Limits& limits, const Surroundings& surroundings) {
    if (entrant.human) return std::make_unique<HumanPlayer>(surroundings.terminal, entrant.name);
    StderrSink sink;
    if (surroundings.pass_stderr) {
        sink = [printer = std::make_shared<StderrPrinter>(entrant.name)](std::string_view text) {
            printer->print(text);
        };
    }
    return std::make_unique<BotPlayer>(surroundings.launcher,
                                       launch_request_for(entrant, player, spec, limits, surroundings.isolation),
                                       surroundings.stop_fd, std::move(sink));
}

}  // namespace referee
