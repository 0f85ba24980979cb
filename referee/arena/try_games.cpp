#include "referee/arena/try_games.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "protocol/ending.hpp"
#include "referee/arena/inspector.hpp"
#include "referee/arena/stop_or_timeout.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/core/players/kept_bots.hpp"
#include "referee/core/players/match_launcher.hpp"

namespace referee::arena {

namespace {

/// A larger log is not kept. What a bot may write in a game without a limit would fill the disk.
constexpr std::size_t max_log = std::size_t{4} << 20;

TriedGame game_of(const protocol::MatchLog& log, int side, bool timed_out) {
    TriedGame game;
    game.opponent = log.players[static_cast<std::size_t>(1 - side)].name;
    game.first = side == 0;
    game.plies = static_cast<int>(log.plies.size());
    const auto& [winner, ending, detail, score] = log.result;
    if (ending == protocol::Ending::aborted) {
        game.result = "void";
        game.ending = timed_out ? fmt::format("both games may take {} s together", time_for_games_of_try.count())
                                : harmless(detail);
        return game;
    }
    game.result = !winner ? "drawn" : *winner == side ? "won" : "lost";
    game.ending =
        ending == protocol::Ending::by_rules && !detail.empty() ? harmless(detail) : protocol::words_of(ending);
    return game;
}

}  // namespace

std::optional<PlayedTry> play_try(const std::string& entrant, const tournament::GameSettings& ladder, int stop_fd) {
    const tournament::Lineup lineup = lineup_of_versions({entrant}, ladder.isolation);
    const Entrant& bot = lineup.contenders.front().entrant;
    const tournament::GameSettings settings{
        ladder.spec,
        {ladder.limits.common, {ladder.limits.own.front(), bot.limits_under(ladder.limits.common)}},
        ladder.isolation,
        {ladder.entrants.front(), std::make_shared<const Entrant>(bot)},
        {},
        ladder.notes,
        ladder.exit_patience};
    const StopOrTimeout limit(stop_fd, time_for_games_of_try);
    MatchLauncher launcher;
    KeptBots kept;
    Terminal nobody(STDIN_FILENO, limit.fd());
    PlayedTry played;
    for (const int side : {0, 1}) {
        tournament::PlannedGame game;
        game.first = side == 0 ? 1 : 0;
        game.second = 1 - game.first;
        game.seed = random_seed();
        const auto ended = play_planned(
            game, settings, {launcher, nobody, limit.fd(), false, settings.isolation, nullptr, &kept}, nullptr, {});
        if (is_readable(stop_fd)) return std::nullopt;
        TriedGame& told = played.games.emplace_back(game_of(*ended.whole, side, is_readable(limit.fd())));
        std::string& log = played.logs.emplace_back(protocol::to_json(*ended.whole, protocol::Layout::one_line));
        told.is_shown = log.size() <= max_log;
        if (!told.is_shown) log.clear();
        if (is_readable(limit.fd())) break;
    }
    return played;
}

}  // namespace referee::arena
