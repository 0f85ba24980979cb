// Prepares a tournament for its first game: its settings, the head of its file, and its schedule.
#pragma once

#include <memory>
#include <vector>

#include "games/spec.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/match/openings.hpp"
#include "referee/tournament/admit/entrance.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/clocks.hpp"
#include "referee/tournament/run/origin.hpp"
#include "referee/tournament/run/tournament_options.hpp"
#include "referee/tournament/run/world.hpp"

namespace referee::tournament {

/// Prepares a run. Settings for which the user gives no option keep their values from the origin. Throws
/// games::UserError if the user's wishes can't be fulfilled.
Preparation prepare(const TournamentOptions& wish, const Origin& origin, const Isolate& isolate = make_isolation);

/// Repeats the preparation of a tournament that another machine has begun with these settings. If this machine can't
/// fulfil one of them, the resulting settings differ. Throws games::UserError if the game or the isolation is not
/// available here.
Preparation prepare_as_stored(const Settings& settings);

/// The number of games of each pairing, reduced so far that a tournament of so many entrants is not refused for too
/// many games.
[[nodiscard]] int games_within_bounds(FormatSettings format, std::size_t entrants);

/// Throws games::UserError if a tournament would have too many games after a change: those that are planned, and those
/// of the newcomers. `changed`: the schedule after the change, with `present` entrants that take part.
void refuse_too_many_games(const Settings& settings, const Schedule& changed, std::size_t present);

struct Draft {
    Settings settings;                   ///< with the challenger and the anchor, which are entrants
    TournamentHead head;                 ///< the head of a new file; a resumed file must have the same head
    std::vector<StoredEntrant> joining;  ///< new entrants of a resumed tournament
};

/// Completes the settings with the challenger and the anchor, and makes the head. `settings`: without the settings that
/// name an entrant. Throws games::UserError if a setting does not fit the entrants.
[[nodiscard]] Draft draft_of(const TournamentOptions& wish, const Origin& origin, const Settings& settings,
                             const Lineup& lineup, const Clocks& clocks = {});

/// The schedule of a tournament of any format. `planned`: its games so far. `openings`: the openings of its games;
/// null: games begin at their usual start. `pairs_before_rest`: of each bot of a ladder without a goal, see
/// Schedule::rests(); none: it does not rest. Throws games::UserError if the settings don't fit the entrants. Requires:
/// `openings` outlives the schedule.
[[nodiscard]] std::unique_ptr<Schedule> schedule_of(const Settings& settings, const TournamentHead& head,
                                                    const std::vector<PlannedGame>& planned, Openings* openings,
                                                    std::optional<int> pairs_before_rest);

}  // namespace referee::tournament
