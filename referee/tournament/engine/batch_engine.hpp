// The engine that gives games in batches to a batch system, and collects the results from the spool.
#pragma once

#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "referee/system/wake_up.hpp"
#include "referee/tournament/engine/game_book.hpp"
#include "referee/tournament/engine/job_system.hpp"
#include "referee/tournament/engine/spool.hpp"
#include "referee/tournament/engine/waves.hpp"
#include "referee/tournament/run/engine.hpp"
#include "referee/tournament/run/game_player.hpp"

namespace referee::tournament {

struct BatchEngineOptions {
    Site site;
    std::chrono::milliseconds batch_time{60'000};  ///< that a batch is to last
    bool leave_running = false;                    ///< when the run is stopped, batches go on
};

/// The number of batches that can run at once now. Throws games::UserError if the batch system is missing or does not
/// answer.
[[nodiscard]] int slots_now(const JobSystem& system, const Site& site);

/// A thread writes batches, submits them in waves, asks what still runs, and reads what was played. Each game is
/// delivered at least once by the hosts and exactly once to the run: the first complete record counts.
class BatchEngine final : public Engine {
public:
    /// `batch`: of the tournament, without games. `break_off` is requested when nothing is waited for any more. Throws
    /// games::UserError if the spool belongs to another tournament, the batch system is missing or refuses to answer.
    BatchEngine(const JobSystem& system, BatchEngineOptions options, Batch batch, OpeningMoves opening_moves,
                const WakeUp& break_off);
    /// Ends what still runs, unless it is to be left.
    ~BatchEngine() override;

    void add(std::span<const PlannedGame> games) override;
    void begin_no_more() override;
    int unfinished() const override;
    int playing() const override;
    int fd() const override { return ready_.fd(); }
    std::vector<PlayedGame> take() override;
    void stored() override;
    void finish() override;
    std::vector<std::string> take_warnings() override;
    std::string stopping_text() const override;
    bool goes_on_alone() const override { return options_.leave_running; }

private:
    void work();
    bool step();
    bool take_orders();
    void find_earlier_batches();
    std::vector<int> games_of_earlier(const BatchName& name);
    void read_parts();
    void accept(const PartPlace& place, Record record);
    void hand_on(PlayedGame played);
    void accept_fault(const Record& record);
    void check_clock(const std::string& host, std::chrono::seconds ahead);
    void retire_the_forgotten();
    void pass_complaints_on();
    void retire(const BatchName& batch);
    bool blames_host(const BatchName& batch, const LastWords& said);
    void forget_finished();
    void submit_if_wanted();
    void submit(const std::vector<std::vector<PlannedGame>>& batches);
    void withdraw(int wave, int count, const std::string& why);
    void end_all(bool at_once);
    void remove_stored();
    void warn_once(const std::string& text);
    void warn_later(std::string text);
    std::size_t games_of_a_batch() const;

    const JobSystem& system_;
    BatchEngineOptions options_;
    Batch batch_;
    OpeningMoves opening_moves_;
    const WakeUp& break_off_;
    WakeUp ready_;

    // Of the thread alone.
    Waves waves_;
    Spool spool_;
    GameBook book_;
    bool waves_known_ = false;  ///< those of an earlier run have been looked for
    std::set<std::string> warned_;
    std::set<std::string> wrong_clocks_;     ///< of hosts
    std::set<std::string> proven_;           ///< hosts that have played a game
    std::map<std::string, int> lost_there_;  ///< by host that has played none: batches
    std::vector<bool> came_;                 ///< by number: games that this run has got
    std::vector<int> newly_stored_;
    int duplicates_ = 0;
    int complaints_ = 0;  ///< that were passed on
    std::string last_fault_;
    double seconds_played_ = 0;  ///< by the games so far, for the length of batches
    std::uint64_t games_timed_ = 0;
    bool ending_ = false;
    bool left_behind_ = false;  ///< batches go on without this process

    // Of both.
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<PlannedGame> added_;
    std::vector<PlayedGame> ended_;
    std::vector<int> taken_, stored_;  ///< numbers of games
    std::vector<std::string> warnings_;
    std::exception_ptr failure_;
    std::size_t open_ = 0;  ///< games that were added and have not come
    int running_ = 0;
    bool no_more_ = false;
    bool closing_ = false;
    std::jthread thread_;  // the last member: it uses all the others
};

}  // namespace referee::tournament
