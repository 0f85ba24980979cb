#include "referee/tournament/run/game_player.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/core/match/record.hpp"
#include "referee/tournament/admit/file_watch.hpp"

namespace referee::tournament {

PlayedGame play_planned(const PlannedGame& game, const GameSettings& settings, const Surroundings& surroundings,
                        MatchObserver* observer, const OnVoid& on_void) {
    const auto first = static_cast<std::size_t>(game.first), second = static_cast<std::size_t>(game.second);
    const std::array entrants = {settings.entrants[first].get(), settings.entrants[second].get()};
    const EntrantLimits& limits = settings.limits;
    MatchPlan plan = plan_between(entrants, settings.spec, game.seed, limits.common,
                                  {limits.own[first], limits.own[second]}, surroundings.isolation);
    plan.spec.stop_fd = surroundings.stop_fd;
    plan.notes = settings.notes;
    plan.exit_patience = settings.exit_patience;
    try {
        if (game.opening) begin_with(settings.opening_of(game), plan);
    } catch (const games::RulesFailure& failure) {
        return whole_game(game, match_without_rules(plan, failure));
    }
    // A reused bot that starts stops the other kept bots. If neither bot is reused, they are stopped here.
    if (!entrants[0]->reuse && !entrants[1]->reuse) surroundings.kept_bots->set_aside();
    std::vector<VoidGame> void_games;
    protocol::MatchLog log =
        play_valid_match(plan, entrants, surroundings, observer, [&](const protocol::MatchLog& lost, int player) {
            void_games.push_back({player, lost.result.detail});
            if (on_void) on_void(lost, player);
        });
    add_frames(plan.spec, log);
    if (settings.shorten) settings.shorten(log);
    PlayedGame played = whole_game(game, std::move(log));
    played.void_games = std::move(void_games);
    return played;
}

GamePlayer::GamePlayer(GameSettings settings, FileWatch& watch, const WakeUp& break_off, const StopSignal& stop,
                       RunningGames& running)
    : watch_(watch), break_off_(break_off), stop_(stop), running_(running) {
    set(std::move(settings));
}

std::shared_ptr<const GameSettings> GamePlayer::settings() const {
    const Lock lock(access_);
    return settings_;
}

void GamePlayer::set(GameSettings settings) {
    // A bot whose game is over must not take time from bots that still play. So a stopped bot is not woken to let it
    // exit.
    if (settings.isolation.confinement.pausable) settings.exit_patience = Duration::zero();
    auto next = std::make_shared<const GameSettings>(std::move(settings));
    const Lock lock(access_);
    settings_ = std::move(next);
}

void require_executable(const Entrant& bot) {
    const std::string program = bot.own ? bot.own->source_of(bot.command.program) : bot.command.program;
    if (::access(program.c_str(), X_OK) == 0) return;
    throw games::UserError(
        fmt::format("'{}': {} can't be run any more: {}", bot.name, bot.command.program, std::strerror(errno)));
}

/// Throws if a bot's files were changed or removed. The bot does not lose the game, because it is not to blame.
void GamePlayer::check_unchanged(const GameSettings& settings, int place) const {
    if (const auto change = watch_.changed(place)) throw games::UserError(*change);
    require_executable(*settings.entrants[static_cast<std::size_t>(place)]);
}

std::optional<PlayedGame> GamePlayer::operator()(const PlannedGame& game, Equipment& equipment) const {
    const auto settings = this->settings();
    // A game that is played again has the same draws as before.
    const bool may_know_secrets = settings->spec.game->has_secrets && game.number <= equipment.latest_game;
    if (equipment.settings != settings || may_know_secrets) {
        equipment.kept_bots.end_all();
        equipment.settings = settings;
    }
    equipment.latest_game = game.number;
    for (const int entrant : {game.first, game.second})
        check_unchanged(*settings, entrant);
    Terminal nobody(STDIN_FILENO, break_off_.fd());
    const Surroundings surroundings{equipment.launcher,  nobody, break_off_.fd(),     false,
                                    settings->isolation, &stop_, &equipment.kept_bots};
    PlayedGame played = [&] {
        RunningGames::Entry entry(running_, game.number);
        PlayedGame ended = play_planned(game, *settings, surroundings, &entry, nullptr);
        ended.starved_turns = entry.starved_turns();
        return ended;
    }();
    const protocol::Ending ending = played.match.ending;
    if (ending == protocol::Ending::failed_to_start) {
        for (const int entrant : {game.first, game.second})
            check_unchanged(*settings, entrant);
    }
    // Without a request to stop, `aborted` means that neither bot could be started, which is a result.
    const bool stopped = break_off_.requested() || stop_.requested();
    if (ending == protocol::Ending::aborted && stopped) return std::nullopt;
    write_texts(played);
    return played;
}

void seat(std::span<const Seated> bots, const std::vector<std::string>& secrets, GamePlayer& player, FileWatch& watch) {
    GameSettings settings = *player.settings();
    for (const auto& [entrant, contender] : bots) {
        watch.set(entrant, contender.as_played());
        settings.entrants.resize(std::max(settings.entrants.size(), entrant + 1));
        settings.limits.own.resize(settings.entrants.size());
        settings.entrants[entrant] = std::make_shared<const Entrant>(contender.entrant);
        settings.limits.own[entrant] = contender.entrant.limits_under(settings.limits.common);
    }
    std::set<std::string> hidden(settings.isolation.secrets.begin(), settings.isolation.secrets.end());
    for (const std::string& secret : secrets) {
        if (hidden.insert(secret).second) settings.isolation.secrets.push_back(secret);
    }
    player.set(std::move(settings));
}

}  // namespace referee::tournament
