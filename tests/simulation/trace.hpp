// Writes a history as JSON lines for the model (trace.md).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/simulation/playback.hpp"

namespace simulation {

class Trace final : public Listener {
public:
    /// `write` receives each line, with its newline.
    explicit Trace(std::function<void(const std::string& line)> write) : write_(std::move(write)) {}

    void begin(const History& history);
    void show(const Words& typed, const Answer& answer);
    void end();

    void wrote(const std::string& file, const std::string& content, std::int64_t at) override;
    void typed(const Step& step, std::int64_t at_us) override;
    void planned(const std::string& db, const referee::tournament::TournamentHead& head,
                 const referee::tournament::PlannedGame& game) override;
    void played(const std::string& db, const referee::tournament::TournamentHead& head,
                const referee::tournament::PlayedGame& game) override;
    void begun(const std::string& db, const referee::tournament::TournamentHead& head, bool is_new) override;
    /// A change that was typed while a run went on, and who has joined: names, each with the one that it replaces.
    void changed_while_played(const std::string& db, const Words& typed, bool accepted, const std::string& text,
                              const std::vector<std::pair<std::string, std::string>>& joined);
    /// These games of the last run are not in the file.
    void removed(const std::string& db, const std::vector<int>& games, const char* why);
    void answered(const Step& step, Answer& answer) override;

private:
    using Json = protocol::Json;
    void put(const char* kind, Json value);

    std::function<void(const std::string& line)> write_;
};

}  // namespace simulation
