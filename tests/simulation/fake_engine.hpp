// An engine that plays no games but answers with their fates, in an order of its own, and lets things happen between.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/core/base/unique_fd.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/tournament/run/engine.hpp"
#include "tests/simulation/fates.hpp"
#include "tests/simulation/random.hpp"
#include "tests/simulation/step.hpp"

namespace simulation {

/// The text of a change of which only the file tells whether it was made.
inline constexpr const char* no_answer = "the run ended before it answered";

/// What a run tells the history that watches it. All calls come from the thread of the run.
class RunObserver {
public:
    virtual ~RunObserver() = default;
    /// The run begins.
    virtual void begun(const referee::tournament::Store& store) = 0;
    /// The file may have more planned games.
    virtual void plans_grew(const referee::tournament::Store& store) = 0;
    virtual void played(const referee::tournament::TournamentHead& head,
                        const referee::tournament::PlayedGame& game) = 0;
    /// A change that was typed in another terminal is in the file, or was refused with this text, which may be
    /// no_answer.
    virtual void changed(const referee::tournament::TournamentHead& head, const Words& typed, bool accepted,
                         const std::string& text) = 0;
    /// The run ends. Calls this, and keeps a law that it breaks: a destructor can't throw it.
    virtual void ends(const std::function<void()>& last) noexcept = 0;
    /// The number of times that a game was played before this run.
    [[nodiscard]] virtual int attempts(int game) const = 0;
    /// A person writes a file.
    virtual void wrote(const std::string& file, const std::string& content) = 0;
    /// The time of day jumps.
    virtual void time_is_up() = 0;
    [[nodiscard]] virtual std::string now() const = 0;
};

/// The machines of a fake engine. They count as this process.
class FakeMachines final : public referee::tournament::OtherMachines {
public:
    /// Requires: the arguments outlive the machines and their engine.
    FakeMachines(const Step& step, std::string file, const Fates& fates, RunObserver& observer)
        : step_(step), file_(std::move(file)), fates_(fates), observer_(observer) {}

    std::string_view name() const override { return "fate"; }
    bool is_local() const override { return true; }
    void check_files(const referee::tournament::Settings& /*settings*/,
                     const referee::tournament::TournamentHead& /*head*/) const override {}
    int slots() override { return step_.jobs; }
    std::unique_ptr<referee::tournament::Engine> engine(const referee::tournament::Settings& settings,
                                                        const referee::tournament::Store& store,
                                                        const referee::tournament::OpeningOfGame& opening_of,
                                                        const referee::WakeUp& break_off) override;
    std::string commands_for(const referee::tournament::TournamentHead& /*head*/) override { return "# fate\n"; }

private:
    const Step& step_;
    std::string file_;
    const Fates& fates_;
    RunObserver& observer_;
};

}  // namespace simulation
