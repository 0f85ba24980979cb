#include "referee/core/bots/entrant.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "referee/core/base/output.hpp"

namespace referee {

namespace {

/// The settings as written in a spec, without the name of the game.
std::string settings_of(const games::GameSpec& spec) {
    return to_string(spec).erase(0, spec.game->name.size() + 1);
}

/// The environment variables of a bot. In a sandbox, they are added to the sandbox's own environment.
std::vector<std::string> environment_for(const Entrant& bot, int player, const games::GameSpec& spec,
                                         const protocol::Limits& limits, bool sandboxed) {
    std::vector<std::string> environment;
    for (char** entry = environ; !sandboxed && *entry != nullptr; ++entry) {
        if (!std::string_view(*entry).starts_with("REFEREE_")) environment.emplace_back(*entry);
    }
    const auto own = variables_for(bot.reuse ? std::nullopt : std::optional(player), spec, limits);
    environment.insert(environment.end(), own.begin(), own.end());
    return environment;
}

}  // namespace

std::vector<std::string> variables_for(std::optional<int> player, const games::GameSpec& spec,
                                       const protocol::Limits& limits) {
    using std::chrono::duration_cast;
    using std::chrono::milliseconds;
    std::vector<std::string> variables = {"REFEREE_PROTOCOL=1", fmt::format("REFEREE_GAME={}", spec.game->name),
                                          fmt::format("REFEREE_SETTINGS={}", settings_of(spec)),
                                          player ? fmt::format("REFEREE_PLAYER={}", *player) : "REFEREE_REUSE=1"};
    const auto add_time = [&](const char* name, protocol::Micros time) {
        variables.push_back(fmt::format("{}={}", name, duration_cast<milliseconds>(time).count()));
    };
    if (limits.move) add_time("REFEREE_MOVE_MS", *limits.move);
    if (limits.first_move) {
        add_time("REFEREE_FIRST_MOVE_MS", *limits.first_move);
    } else if (limits.move && limits.clock) {  // a bot that reads REFEREE_MOVE_MS may expect this variable too
        add_time("REFEREE_FIRST_MOVE_MS", limits.clock->total);
    }
    if (limits.clock) {
        add_time("REFEREE_CLOCK_MS", limits.clock->total);
        add_time("REFEREE_INCREMENT_MS", limits.clock->increment);
    }
    return variables;
}

LaunchRequest launch_request_for(const Entrant& bot, int player, const games::GameSpec& spec,
                                 const protocol::Limits& limits, const Isolation& isolation) {
    const bool sandboxed = isolation.confinement.sandbox != nullptr;
    LaunchRequest request{bot.command.program,
                          bot.command.arguments,
                          environment_for(bot, player, spec, limits, sandboxed),
                          {},
                          isolation.confinement};
    if (bot.limits.memory) request.confinement.limits.memory_bytes = *bot.limits.memory;
    if (!sandboxed) return request;
    request.shown = sight_of(bot.command, bot.own, isolation.folders, isolation.secrets);
    if (bot.own && !bot.own->shown_at.empty()) {
        request.working_folder = bot.own->shown_at;
        for (std::string& word : request.arguments)
            word = bot.own->in_sandbox(word);
    }
    if (bot.own && bot.own->place_of(request.program)) {
        request.program = bot.own->in_sandbox(request.program);
        return request;
    }
    // Resolve symbolic links, because they may lead through folders that the sandbox does not show.
    std::error_code error;
    const auto real = std::filesystem::canonical(request.program, error);
    if (!error) request.program = real;
    return request;
}

std::optional<std::string> refusal_of(const Entrant& entrant, const games::GameInfo& game) {
    if (entrant.human) return std::nullopt;
    return refusal_of_sample_bot(entrant.command.program, game);
}

std::unique_ptr<Player> make_player(const Entrant& entrant, int player, const games::GameSpec& spec,
                                    const protocol::Limits& limits, const Surroundings& surroundings) {
    if (entrant.human) return std::make_unique<HumanPlayer>(surroundings.terminal, entrant.name, surroundings.hint);
    const auto make = [&entrant, &spec, player, limits, surroundings] {
        StderrSink sink;
        if (surroundings.pass_stderr) {
            sink = [printer = std::make_shared<StderrPrinter>(entrant.name)](std::string_view text) {
                printer->print(text);
            };
        }
        auto bot = std::make_unique<BotPlayer>(
            surroundings.launcher, launch_request_for(entrant, player, spec, limits, surroundings.isolation),
            surroundings.stop_fd, std::move(sink), surroundings.stop_signal, surroundings.clock);
        bot->take_seat(player);
        return bot;
    };
    if (!entrant.reuse || surroundings.kept_bots == nullptr) return make();
    return std::make_unique<ReusedBot>(*surroundings.kept_bots, &entrant, player, make);
}

}  // namespace referee
