// The side of `referee tournament` that gives games to a batch system, where --engine names one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "referee/system/wake_up.hpp"
#include "referee/tournament/engine/job_system.hpp"
#include "referee/tournament/run/engine.hpp"
#include "referee/tournament/run/game_player.hpp"
#include "referee/tournament/run/tournament_options.hpp"
#include "referee/tournament/settings.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// `options` outlives it.
class Batches {
public:
    /// Throws games::UserError if there is no such hosts file.
    explicit Batches(const TournamentOptions& options);

    /// Null: this process plays.
    const JobSystem* system() const { return system_; }
    bool transfers() const { return site_.transfer; }
    /// The cores that a game keeps busy.
    void set_cpus(std::uint64_t cpus) { site_.cpus = cpus; }

    /// Throws games::UserError if hosts that share no files can't have those of the tournament.
    void check_files(const Settings& settings, const TournamentHead& head) const;

    /// The number of games that can be played at once. The batch system is asked for it once. Throws games::UserError
    /// if it is missing or does not answer. Requires: there is a batch system.
    int slots();

    /// Throws what slots() throws, and games::UserError if the spool belongs to another tournament. Requires: there is
    /// a batch system.
    std::unique_ptr<Engine> engine(const Settings& settings, const Store& store, const OpeningOfGame& opening_of,
                                   const WakeUp& break_off);

    /// The commands that would be run, for people. Requires: there is a batch system.
    std::string commands_for(const TournamentHead& head);

private:
    const TournamentOptions& options_;
    const JobSystem* system_;
    Site site_;
    std::optional<int> slots_;
};

}  // namespace referee::tournament
