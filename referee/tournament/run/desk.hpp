// The interface through which changes reach a tournament while it is played.
#pragma once

#include <poll.h>

#include <vector>

#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/run/engine.hpp"

namespace referee::tournament {

/// All calls come from the thread of the run, and none of them blocks.
class Desk {
public:
    Desk() = default;
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;
    virtual ~Desk() = default;

    /// Adds the descriptors on whose events serve() should be called.
    virtual void add_to(std::vector<pollfd>& descriptors) const = 0;
    /// Called several times a second: receives requests, and begins checks of bots.
    virtual void serve(Engine& engine) = 0;
    /// Makes the changes that are ready, and returns them. Requires: no game is planned or played, except games that
    /// may not begin now. Throws std::runtime_error if the file can't be written.
    [[nodiscard]] virtual std::vector<Change> make_changes() = 0;
    /// Refuses all other requests, because the run ends, and stops the checks that run.
    virtual void close() noexcept = 0;

    /// Whether the run goes on while there is no game to play, because a change may bring some.
    [[nodiscard]] virtual bool awaits_changes() const { return false; }
    /// Whether games may begin now.
    [[nodiscard]] virtual bool lets_games_begin() const { return true; }
};

}  // namespace referee::tournament
