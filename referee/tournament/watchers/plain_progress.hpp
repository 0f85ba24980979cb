// Prints a line of progress every few seconds if there is no terminal to draw on.
#pragma once

#include <unistd.h>

#include <string>

#include "referee/system/clock.hpp"
#include "referee/tournament/watchers/output_gate.hpp"
#include "referee/tournament/watchers/watcher.hpp"

namespace referee::tournament {

/// Writes notes to stderr.
class PlainProgress final : public Watcher {
public:
    /// `stop_fd` becomes readable when the user wants to stop.
    PlainProgress(int jobs, int stop_fd) : jobs_(jobs), gate_(STDERR_FILENO, stop_fd) {}

    void begun(const Progress& progress, const Account& account) override;
    void voided(int game, std::string_view why) override;
    void tick(const Progress& progress, const Account& account) override;
    void warned(std::string_view text) override;

private:
    int jobs_;
    OutputGate gate_;
    TimePoint next_line_;
    std::string warning_;
};

}  // namespace referee::tournament
