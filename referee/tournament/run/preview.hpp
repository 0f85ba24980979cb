// Describes a tournament before its first game: the entrants, the number of games, their duration, and warnings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// A tournament that is about to begin or to continue. The contenders are the entrants of the head, in its order.
struct Planned {
    const Settings& settings;
    const games::GameSpec& spec;
    std::span<const Contender> contenders;
    const TournamentHead& head;
};

/// The number of games, and an estimate of their duration with `jobs` concurrent games and a pause after each: "21
/// games in 3 rounds; about 2 min with 2 games at a time, ...". `schedule`: the schedule of a tournament without
/// results.
std::string plan_text(const Planned& planned, const Schedule& schedule, int jobs, Duration pause);

/// For a resumed tournament: lists the changes that its head has and the file lacks, counts the played and the missing
/// games after these changes, and estimates how long the missing games take. `schedule`: the schedule of the changed
/// tournament, which continues after the file's games.
std::string plan_of_rest(const Planned& planned, Schedule& schedule, const Store& store, int jobs, Duration pause);

/// A warning for a Swiss tournament if bots join with the last `fresh` changes of the head, and the number of entrants
/// is odd; otherwise empty. In each round, one entrant then has a bye. In the first rounds, this is most likely a late
/// entrant.
std::string warning_of_byes(const TournamentHead& head, std::size_t fresh);

/// The entrants that take part, one per line, and the plan. All lines begin with '#'.
std::string listing_of(const Settings& settings, const TournamentHead& head, const std::string& plan);

/// Warnings about groups of bots that are identical byte for byte and run in the same way, and one about all bots that
/// used more than half of the move limit in their checks, the slowest first. Covers only the last `newcomers`
/// contenders, because the user has already been warned about the others. `common`: the limits of bots without their
/// own.
std::vector<std::string> warnings_of(std::span<const Contender> contenders, std::size_t newcomers,
                                     const protocol::Limits& common);

/// Prints these warnings on stderr about the last `newcomers` entrants, and `busy`, a warning about the load of the
/// machine, unless it is empty. The warnings are the same in a dry run and before the first game.
void warn_before_games(const Planned& planned, std::size_t newcomers, const std::string& busy);

/// Warnings about the last `newcomers` entrants: bots that are identical to another bot, and slow bots.
std::vector<std::string> warnings_of_newcomers(const Planned& planned, std::size_t newcomers);

/// Announces the tournament on stderr. `engine`: a description of the engine. `db`: the tournament's file.
void announce(const Planned& planned, const std::string& plan, const std::string& engine, const std::string& db);

}  // namespace referee::tournament
