// A line every few seconds: how a tournament goes, where there is no terminal to draw on.
#pragma once

#include <string>

#include "referee/clock.hpp"
#include "referee/tournament/run/watcher.hpp"

namespace referee::tournament {

/// Writes notes to stderr.
class PlainProgress final : public Watcher {
public:
    explicit PlainProgress(int jobs) : jobs_(jobs) {}

    void begun(const Progress& progress, const Account& account) override;
    void played(const PlannedGame& game, const StoredMatch& match, const protocol::MatchLog& log) override;
    void voided(const PlannedGame& game, std::string_view why) override;
    void tick(const Progress& progress, const Account& account) override;
    void warned(std::string_view text) override;

private:
    int jobs_;
    int forfeits_ = 0;
    TimePoint next_line_;
    std::string warning_;
};

}  // namespace referee::tournament
