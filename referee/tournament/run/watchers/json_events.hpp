// A tournament as a stream of events. Each event is a JSON object on one line of stdout (see docs/tournaments.md).
#pragma once

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"
#include "referee/tournament/run/watchers/output_gate.hpp"
#include "referee/tournament/run/watchers/watcher.hpp"

namespace referee::tournament {

class JsonEvents final : public Watcher {
public:
    /// Requires: `head` outlives this object. `stop_fd` becomes readable when the user wants to stop.
    JsonEvents(const TournamentHead& head, int jobs, int stop_fd)
        : head_(head), jobs_(jobs), gate_(STDOUT_FILENO, stop_fd) {}

    void begun(const Progress& progress, const Account& account) override;
    void played(const PlayedGame& played) override;
    void voided(int game, std::string_view why) override;
    void changed(const TournamentHead& head, std::span<const Change> changes) override;
    void tick(const Progress& progress, const Account& account) override;
    void warned(std::string_view text) override;
    void ended(const Progress& progress, const RunEnd& end) override;
    void failed(std::string_view why) override;

private:
    using Json = protocol::Json;

    void put(const Json& event);
    const std::string& name_of(int entrant) const;

    const TournamentHead& head_;
    int jobs_;
    std::string warning_;
    OutputGate gate_;
    std::chrono::nanoseconds next_progress_{};
};

}  // namespace referee::tournament
