#include "referee/tournament/run/game_player.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "games/user_error.hpp"
#include "referee/bots/valid_match.hpp"
#include "referee/match/record.hpp"
#include "referee/terminal/output.hpp"

namespace referee::tournament {

GamePlayer::GamePlayer(const games::GameSpec& spec, EntrantLimits limits, const Isolation& isolation,
                       const std::vector<Entrant>& entrants, OpeningOfGame opening_of, FileWatch& watch,
                       const WakeUp& break_off, const StopSignal& stop, RunningGames& running, NotesKept notes)
    : spec_(spec),
      limits_(std::move(limits)),
      isolation_(isolation),
      entrants_(entrants),
      opening_of_(std::move(opening_of)),
      watch_(watch),
      break_off_(break_off),
      stop_(stop),
      running_(running),
      notes_(notes) {}

/// A bot that can't be run any more has not lost: somebody has removed it.
void GamePlayer::check_unchanged(int place) const {
    if (const auto change = watch_.changed(place)) throw games::UserError(*change);
    const Entrant& entrant = entrants_[static_cast<std::size_t>(place)];
    const std::string program = entrant.own ? entrant.own->source_of(entrant.command.program) : entrant.command.program;
    if (::access(program.c_str(), X_OK) == 0) return;
    throw games::UserError(fmt::format("'{}': {} can't be run any more: {}", entrant.name,
                                       harmless(entrant.command.program), std::strerror(errno)));
}

std::optional<PlayedGame> GamePlayer::operator()(const PlannedGame& game, Equipment& equipment) const {
    for (const int entrant : {game.first, game.second}) {
        check_unchanged(entrant);
    }
    const Entrant& first = entrants_[static_cast<std::size_t>(game.first)];
    const Entrant& second = entrants_[static_cast<std::size_t>(game.second)];
    MatchPlan plan{spec_, game.seed, {}, limits_.common, {}};
    plan.players = {first.logged(isolation_.name()), second.logged(isolation_.name())};
    plan.players[0].limits = limits_.own[static_cast<std::size_t>(game.first)];
    plan.players[1].limits = limits_.own[static_cast<std::size_t>(game.second)];
    plan.notes = notes_;
    // What a bot does when its game is over must not cost those that still play: one that is stopped is not woken.
    if (isolation_.confinement.pausable) plan.exit_patience = Duration::zero();
    if (game.opening) begin_with(opening_of_(game), plan);
    Terminal nobody(STDIN_FILENO, break_off_.fd());
    const Surroundings surroundings{equipment.launcher, nobody, break_off_.fd(),     false,
                                    isolation_,         &stop_, &equipment.kept_bots};
    std::vector<VoidGame> void_games;
    int starved_turns = 0;
    const auto log_of_match = [&] {
        RunningGames::Entry entry(running_, game.number);
        protocol::MatchLog log = play_valid_match(plan, {&first, &second}, surroundings, &entry,
                                                  [&](const protocol::MatchLog& played, int player) {
                                                      void_games.push_back({player, played.result.detail});
                                                  });
        starved_turns = entry.starved_turns();
        return log;
    };
    // A reused bot sets the others aside when it starts; where none plays, nobody else does.
    if (!first.reuse && !second.reuse) equipment.kept_bots.set_aside();
    protocol::MatchLog log = log_of_match();
    if (log.result.ending == protocol::Ending::failed_to_start) {
        for (const int entrant : {game.first, game.second})
            check_unchanged(entrant);
    }
    // Otherwise it was aborted since neither bot could be started: that is a result.
    const bool stopped = break_off_.requested() || stop_.requested();
    if (log.result.ending == protocol::Ending::aborted && stopped) return std::nullopt;
    add_frames(plan.spec, log);
    PlayedGame played = played_game(game, log);
    played.void_games = std::move(void_games);
    played.starved_turns = starved_turns;
    return played;
}

}  // namespace referee::tournament
