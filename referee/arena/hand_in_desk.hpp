// Has hand-ins inspected while the ladder is played, and lets those that are accepted take part.
#pragma once

#include <poll.h>

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "referee/arena/arena.hpp"
#include "referee/arena/entering.hpp"
#include "referee/arena/inspector.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/tournament/admit/file_watch.hpp"
#include "referee/tournament/run/desk.hpp"
#include "referee/tournament/run/game_player.hpp"
#include "referee/tournament/run/ledger.hpp"

namespace referee::arena {

/// Before the deadline, hand-ins go before games for this long.
inline constexpr std::chrono::minutes rush_before_deadline{30};
/// A failure of the system is no verdict: the inspection is tried again, after this time and then after twice as long
/// each time. What has failed so often is refused.
inline constexpr std::chrono::seconds time_before_next_try{10};
inline constexpr int max_failures = 6;
/// So many accepted versions of each holder are kept, so that they can play again; only those that play if the disk is
/// almost full.
inline constexpr int kept_versions = 20;

/// An inspection is a job of the workers. While games wait, inspections have at most half of the workers' time: half of
/// the workers at most inspect at the same time, and a single worker plays for as long as an inspection took before it
/// begins another one. In the last half hour and after the deadline, all of them may, and hand-ins go first. A verdict
/// is written to arena.db first; the ladder follows between two batches of games. A try, with its games, is such a job,
/// too. It begins when no hand-in waits, and one at a time.
class HandInDesk final : public tournament::Desk {
public:
    /// Requires: the objects outlive the desk.
    struct Parts {
        tournament::StoredLedger& ledger;
        tournament::GamePlayer& player;
        tournament::FileWatch& watch;
        const Inspector& inspector;
        const Isolation& isolation;
        int jobs;
    };
    HandInDesk(Arena& arena, Parts parts);

    void add_to(std::vector<pollfd>& descriptors) const override;
    void serve(tournament::Engine& engine) override;
    [[nodiscard]] std::vector<tournament::Change> make_changes() override;
    void close() noexcept override;
    [[nodiscard]] bool awaits_changes() const override;
    [[nodiscard]] bool lets_games_begin() const override;

private:
    /// An inspection in another thread. The verdict, the games and the time belong to that thread until it is done.
    struct Inspection {
        Person person;
        HandIn hand_in;
        WakeUp cancel{};  ///< stops it
        std::optional<Verdict> verdict{};
        std::optional<PlayedTry> played{};  ///< the games of a try that is fit
        Duration took{};
        std::atomic<bool> done{false};
    };

    /// What the system has failed to inspect.
    struct Failures {
        int count = 0;
        TimePoint not_before{};  ///< of the next try
    };

    void end_inspections();
    void judge(const Inspection& inspection);
    void judge_try(const Inspection& inspection);
    void stop_unwanted_tries();
    void begin_inspections(tournament::Engine& engine);
    std::optional<HandIn> next_hand_in() const;
    std::optional<HandIn> next_try() const;
    tournament::Job job_of(const std::shared_ptr<Inspection>& inspection) const;
    static void play(Inspection& inspection, Arena& arena, const tournament::GameSettings& ladder);
    std::vector<tournament::Change> enter();
    void remove_old_versions() const;
    std::optional<tournament::Contender> find(const std::string& entrant);

    Arena& arena_;
    Parts parts_;
    bool closed_ = false;
    bool disk_was_full_ = false;                        ///< when it was looked at last, which has been told
    std::map<std::pair<int, int>, Failures> failures_;  ///< by person and version
    TimePoint games_until_{};                           ///< until then, a single worker plays games that wait
    std::vector<std::shared_ptr<Inspection>> inspections_;
};

}  // namespace referee::arena
