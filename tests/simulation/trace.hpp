// Writes a history as JSON lines for the model (trace.md).
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "tests/simulation/playback.hpp"

namespace simulation {

class Trace final : public Listener {
public:
    /// `write` receives each line, with its newline.
    explicit Trace(std::function<void(const std::string& line)> write) : write_(std::move(write)) {}

    void begin(const History& history, int depth);
    void show(const Words& typed, const Answer& answer);
    void end();

    void wrote(const std::string& file, const std::string& content) override;
    void typed(const Step& step, std::int64_t at_us) override;
    void planned(const std::string& db, const referee::tournament::TournamentHead& head,
                 const referee::tournament::PlannedGame& game) override;
    void played(const std::string& db, const referee::tournament::TournamentHead& head,
                const referee::tournament::PlayedGame& game) override;
    void changed(const std::string& db, const Words& typed, bool accepted, const std::string& text) override;
    void answered(const Step& step, const Answer& answer) override;

private:
    using Json = protocol::Json;
    void put(const char* kind, Json value);

    std::function<void(const std::string& line)> write_;
    std::set<int> of_run_;  ///< the games that this run has got back
    std::int64_t now_us_ = 0;
};

}  // namespace simulation
