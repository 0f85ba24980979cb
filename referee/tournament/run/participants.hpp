// The line-up of one run of a tournament: the bots of its origin, and those that the user names.
#pragma once

#include <optional>

#include "referee/check/bot_check.hpp"
#include "referee/system/stop_signal.hpp"
#include "referee/tournament/entrants/bot_copies.hpp"
#include "referee/tournament/entrants/lineup.hpp"
#include "referee/tournament/run/origin.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee::tournament {

/// All who take part, not checked yet, with their own limits: first those of the origin, but for a tournament that is
/// resumed and whose bots are named again. Tells of bots that have changed or are renamed. `copies`: of those of a
/// folder; null: they are played as they are. Throws games::UserError, also for options that name no bot.
[[nodiscard]] Lineup line_up(const TournamentOptions& wish, const Origin& origin, const Preparation& prepared,
                             BotCopies* copies);

/// The line-up without the bots of a folder that are not fit to play, which are reported; and with the times that
/// checked bots needed. `jobs`: bots at once. None if a signal came: then `stop` holds it. Throws games::UserError
/// where a bot is not fit that would join: the director is there and can mend it.
[[nodiscard]] std::optional<Lineup> checked(Lineup lineup, const TournamentOptions& wish, const CheckPlan& plan,
                                            const Isolation& isolation, int jobs, std::optional<StopSignal>& stop);

}  // namespace referee::tournament
