// What `referee tournament` tells before the first game: who plays, how many games there are, and what may go wrong.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "referee/system/clock.hpp"
#include "referee/tournament/run/participants.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/tournament_options.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// How many games there are to be, and how long they may take. `schedule`: of a tournament without results.
std::string plan_text(const Preparation& prepared, const Participants& participants, const Schedule& schedule, int jobs,
                      Duration pause);

/// How many games are played and missing, and how long those may take, in a tournament that is resumed: with the
/// changes that `head` has beyond the file's, which are listed. `schedule`: of the changed tournament, from the file's
/// games on.
std::string plan_of_rest(const Preparation& prepared, const Participants& participants, Schedule& schedule,
                         const Store& store, const TournamentHead& head, int jobs, Duration pause);

/// A warning where bots join a Swiss tournament by the last `fresh` changes of the head, and the number of entrants is
/// odd then: one has a bye in each round, most likely a late one. Empty where there is no such danger.
std::string warning_of_byes(const TournamentHead& head, std::size_t fresh);

/// Those who take part, a line each, and the plan, as comments.
std::string listing_of(const Settings& settings, const TournamentHead& head, const std::string& plan);

/// Warns on stderr of what speaks against playing: of the last `newcomers` of those who take part, and of the machine
/// (`busy`, if it is not empty). The same before a dry run and before the first game.
void warn_before_games(const TournamentOptions& options, const Preparation& prepared, const Participants& participants,
                       const TournamentHead& head, std::size_t newcomers, const std::string& busy);

/// Tells on stderr what is going to be played. `engine`: who plays, in words.
void announce(const TournamentOptions& options, const Preparation& prepared, const TournamentHead& head,
              const std::string& plan, const std::string& engine);

}  // namespace referee::tournament
