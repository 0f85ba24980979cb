// The line-up of one run of a tournament: the bots of its origin, and those that the user names.
#pragma once

#include <optional>

#include "referee/bots/bot_copies.hpp"
#include "referee/check/bot_check.hpp"
#include "referee/handins/class_folder.hpp"
#include "referee/system/stop_signal.hpp"
#include "referee/tournament/entrants/fitness.hpp"
#include "referee/tournament/entrants/lineup.hpp"
#include "referee/tournament/run/origin.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee::tournament {

/// Finds all entrants, with their own limits. Does not check whether they can play. The entrants of the origin come
/// first, unless a tournament is resumed and the user names its bots again. Reports bots that have changed or are
/// renamed. `copies`: receives copies of the bots from a folder; null: the bots run from the folder itself. Throws
/// games::UserError if a bot can't be run, or if an option names a bot that does not take part.
[[nodiscard]] Lineup line_up(const TournamentOptions& wish, const Origin& origin, const Preparation& prepared,
                             BotCopies* copies);

/// The line-up of a tournament that is being played, after the director's orders. Entrants that neither join nor return
/// are as stored, without their files. `reserved`: names that bots which will join have already. Writes no messages.
/// Throws games::UserError like line_up(), and if an entrant that returns has changed.
[[nodiscard]] Lineup line_up_while_played(const TournamentOptions& wish, const TournamentHead& head,
                                          const Preparation& prepared, const std::vector<std::string>& reserved,
                                          BotCopies* copies);

/// Refuses a change that brings new bots if the bots that stay are in another folder, because the paths of the new ones
/// would be looked up there later. Throws games::UserError. `head`: of the tournament's file.
void require_folder_of_tournament(const TournamentOptions& wish, const TournamentHead& head);

/// Warns of the first entrant whose files are gone or have changed, because the tournament can't be resumed with it.
/// `head`: after the change.
void warn_of_changed_files(const TournamentHead& head);

/// Throws games::UserError if a bot that is to join is not fit to play.
void require_all_fit(const Lineup& checked);

/// Makes the folder of bots of a class from its hand-ins, see handins::prepare_class(). Returns none if a signal has
/// arrived; `stop` then holds it. Throws games::UserError if there is no sandbox. Requires: wish.hand_ins is set.
[[nodiscard]] std::optional<handins::PreparedClass> prepared_hand_ins(const TournamentOptions& wish,
                                                                      const Isolation& isolation, int jobs,
                                                                      std::optional<StopSignal>& stop);

/// Checks the bots from a folder, and reports those that can't play. Returns the line-up without them, with the times
/// that the remaining bots needed. `jobs`: the number of concurrent checks. Returns none if a signal has arrived;
/// `stop` then holds it. Throws games::UserError if a bot that is to join a running tournament can't play, because the
/// director can correct the bot now.
[[nodiscard]] std::optional<Lineup> checked(Lineup lineup, const TournamentOptions& wish, const CheckPlan& plan,
                                            const Isolation& isolation, int jobs, std::optional<StopSignal>& stop,
                                            const CheckLineup& check);

}  // namespace referee::tournament
