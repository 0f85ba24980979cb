// Describes a tournament before its first game: who plays, how many games there are, how long they may take, and what
// may go wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "referee/system/clock.hpp"
#include "referee/tournament/entrants/lineup.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/settings.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// A tournament that is going to be played, or to go on. The contenders are the entrants of the head, in their order.
struct Planned {
    const Settings& settings;
    const games::GameSpec& spec;
    std::span<const Contender> contenders;
    const TournamentHead& head;
};

/// How many games there are to be, and how long they may take with `jobs` games at once and a pause after each.
/// `schedule`: of a tournament without results.
std::string plan_text(const Planned& planned, const Schedule& schedule, int jobs, Duration pause);

/// How many games are played and missing, and how long those may take, in a tournament that is resumed: with the
/// changes that the head has beyond the file's, which are listed. `schedule`: of the changed tournament, from the
/// file's games on.
std::string plan_of_rest(const Planned& planned, Schedule& schedule, const Store& store, int jobs, Duration pause);

/// A warning where bots join a Swiss tournament by the last `fresh` changes of the head, and the number of entrants is
/// odd then: one has a bye in each round, most likely a late one. Empty where there is no such danger.
std::string warning_of_byes(const TournamentHead& head, std::size_t fresh);

/// Those who take part, a line each, and the plan, as comments.
std::string listing_of(const Settings& settings, const TournamentHead& head, const std::string& plan);

/// Warns on stderr of what speaks against playing: of the last `newcomers` of those who take part, and of the machine
/// (`busy`, if it is not empty). The same before a dry run and before the first game.
void warn_before_games(const Planned& planned, std::size_t newcomers, const std::string& busy);

/// Tells on stderr what is going to be played. `engine`: who plays, in words. `db`: the tournament's file.
void announce(const Planned& planned, const std::string& plan, const std::string& engine, const std::string& db);

}  // namespace referee::tournament
