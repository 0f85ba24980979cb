// Plays the ladder and the final of an arena.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/arena/arena.hpp"
#include "referee/arena/output_quota.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/match/openings.hpp"
#include "referee/handins/driver.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/origin.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee::arena {

/// The teacher's options for the ladder. They are in ladder.db afterwards.
struct LadderWish {
    std::vector<std::string> staff;  ///< at least two bots, as on the command line; the first one has 0 Elo
    std::optional<std::string> game;
    GivenLimits limits;
    IsolationOptions isolation;
    OpeningWish openings;
    std::optional<int> jobs;
    std::optional<handins::Driver> driver;  ///< what runs the hand-ins; none: they are programs
    int stop_fd = -1;                       ///< the check of the driver stops when it becomes readable
};

/// The number of random plies with which games begin unless the teacher says otherwise. Without them, two bots without
/// chance would play the same game again and again. None in a game with chance.
[[nodiscard]] std::optional<int> usual_opening_plies(const std::optional<std::string>& game);

/// Writes the file of a new ladder of the teacher's bots to `path`. The driver is tried first. Returns the names of
/// these bots. Throws games::UserError if the request is invalid.
[[nodiscard]] std::vector<std::string> create_ladder(const std::string& path, const LadderWish& wish,
                                                     const std::vector<handins::Student>& students);

/// The number of concurrent games on this machine. Throws games::UserError if it can't be used.
[[nodiscard]] int jobs_of(const std::optional<int>& wish, const Isolation& isolation);

/// A tournament's file with everything that is needed to play it.
struct Stage {
    explicit Stage(tournament::Preparation preparation) : prepared(std::move(preparation)) {}

    tournament::Preparation prepared;  ///< the openings and the games refer to it
    tournament::Lineup lineup;
    std::unique_ptr<Openings> openings;
};

/// Runs an arena from its phase to the next one until a signal comes.
class Stages {
public:
    /// Opens ladder.db. Requires: the arena and the signal outlive this object. Throws games::UserError and
    /// std::runtime_error if the ladder can't be continued.
    Stages(Arena& arena, const StopSignal& stop);
    ~Stages();
    Stages(const Stages&) = delete;
    Stages& operator=(const Stages&) = delete;

    /// See arena::missing_languages().
    [[nodiscard]] std::vector<std::string> missing_languages() const;

    /// Returns the signal.
    int run();
    /// Plays the present phase. Returns the signal, or 0 at the end of the phase.
    int play_phase();

private:
    int play_ladder();
    int play_final();
    int wait();
    void open_final(const std::string& name);
    void drop_obsolete_final();
    std::unique_ptr<Stage> stage_of(const tournament::TournamentHead& head) const;
    void create_final(const ArenaSettings& settings) const;
    void write_marks() const;
    void hide_arena(Isolation& isolation) const;

    Arena& arena_;
    const StopSignal& stop_;
    tournament::Store ladder_;
    std::optional<tournament::Store> final_;
    std::string final_name_;  ///< of its file
    OutputQuota output_;      ///< of the games of the ladder
    int jobs_;
};

}  // namespace referee::arena
