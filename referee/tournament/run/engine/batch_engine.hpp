// The engine that passes games in batches to a batch system, and collects the results from the spool.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "referee/core/base/wake_up.hpp"
#include "referee/tournament/run/engine.hpp"
#include "referee/tournament/run/engine/deliveries.hpp"
#include "referee/tournament/run/engine/game_book.hpp"
#include "referee/tournament/run/engine/handover.hpp"
#include "referee/tournament/run/engine/job_system.hpp"
#include "referee/tournament/run/engine/spool.hpp"
#include "referee/tournament/run/engine/waves.hpp"
#include "referee/tournament/run/game_player.hpp"

namespace referee::tournament {

struct BatchEngineOptions {
    Site site;
    int slots = 1;                                 ///< the number of batches that can run concurrently
    std::chrono::milliseconds batch_time{60'000};  ///< the intended duration of a batch
    bool leave_running = false;                    ///< batches continue after the run has been stopped
};

/// Has a thread that writes batches, submits them in waves, asks the batch system which of them still run, and reads
/// the results. Hosts deliver each game at least once. The run receives it exactly once, because only the first
/// complete record counts.
class BatchEngine final : public Engine {
public:
    /// `batch`: the tournament's data, without games. `spool`: has been claimed for this tournament, and knows the
    /// stored games. `break_off`: requested by the run when it no longer waits for any game.
    BatchEngine(const JobSystem& system, BatchEngineOptions options, Batch batch, Spool spool, OpeningOfGame opening_of,
                const WakeUp& break_off);
    /// Ends the thread. Batches that still run are ended, unless `leave_running` is set.
    ~BatchEngine() override;

    void add(std::span<const PlannedGame> games) override { handover_.add(games); }
    void begin_no_more() override { handover_.begin_no_more(); }
    int unfinished() const override { return handover_.unfinished(); }
    int playing() const override { return handover_.playing(); }
    int fd() const override { return handover_.fd(); }
    std::vector<PlayedGame> take() override { return handover_.take(); }
    void stored() override { handover_.stored(); }
    std::vector<std::string> take_warnings() override { return handover_.take_warnings(); }
    void finish(bool over) override;
    std::string stopping_text() const override;
    bool goes_on_alone() const override { return options_.leave_running; }

private:
    void work();
    bool step();
    bool take_orders();
    void find_earlier_batches();
    std::vector<int> games_of_earlier(const BatchName& name);
    void retire_the_forgotten();
    void pass_complaints_on();
    void retire(const BatchName& batch);
    void forget_finished();
    void submit_if_wanted();
    BatchGame batch_game(const PlannedGame& game) const;
    void submit(const std::vector<std::vector<PlannedGame>>& batches);
    void withdraw(int wave, int count, const Refusal& refusal);
    void end_all(bool at_once);
    void remove_stored();
    std::size_t games_of_a_batch() const;

    const JobSystem& system_;
    BatchEngineOptions options_;
    Batch batch_;
    OpeningOfGame opening_of_;
    const WakeUp& break_off_;
    Handover handover_;

    // Only the thread uses the following members.
    Waves waves_;
    Spool spool_;
    GameBook book_;
    HostKnowledge hosts_;
    Deliveries deliveries_;
    std::vector<int> newly_stored_;
    int complaints_ = 0;  ///< the number of complaints that have been passed on
    bool ending_ = false;
    std::jthread thread_;  // declared last, because the thread uses all other members
};

}  // namespace referee::tournament
