// A tournament as a stream of events, each a JSON object on one line of stdout (docs/tournaments.md).
#pragma once

#include "referee/tournament/run/watcher.hpp"

namespace referee::tournament {

class JsonEvents final : public Watcher {
public:
    /// `head` outlives the events.
    explicit JsonEvents(const TournamentHead& head) : head_(head) {}

    void begun(const Progress& progress, const Account& account) override;
    void played(const PlannedGame& game, const StoredMatch& match, const protocol::MatchLog& log) override;
    void voided(const PlannedGame& game, std::string_view why) override;
    void tick(const Progress& progress, const Account& account) override;
    void warned(std::string_view text) override;
    void ended(const Progress& progress, const RunEnd& end) override;

private:
    const std::string& name_of(int entrant) const;

    const TournamentHead& head_;
    std::chrono::nanoseconds next_progress_{};
};

}  // namespace referee::tournament
