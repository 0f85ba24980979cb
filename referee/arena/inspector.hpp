// Builds and checks one hand-in.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "referee/arena/arena_file.hpp"
#include "referee/arena/records.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/check/bot_check.hpp"
#include "referee/handins/driver.hpp"
#include "referee/tournament/admit/lineup.hpp"

namespace referee::arena {

/// The maximum duration of the check of a hand-in.
inline constexpr std::chrono::seconds time_to_check{120};

/// Inspects hand-ins, each in the thread that calls it. Thread-safe. Requires: the working directory is the folder of
/// an arena.
class Inspector {
public:
    /// `isolation`: with a sandbox, and all secrets hidden. `jobs`: the number of threads that play or inspect.
    /// `driver`: what runs the hand-ins, which outlives this object; null: they are programs.
    Inspector(CheckPlan plan, Isolation isolation, int jobs, const handins::Driver* driver);

    /// Informs about the work on a hand-in. Called in the thread of the inspection.
    struct Listener {
        std::function<void()> begins_check;
        std::function<void(const std::string& lines)> check_says;  ///< a part of the check's text, with newlines
    };

    /// Unpacks and builds a hand-in, makes the folder of the bot with the name of its entrant, and checks the bot. A
    /// check that fails while other programs keep the machine busy is repeated once. Returns none if `stop_fd` has
    /// become readable, or if the system fails, which is no fault of the hand-in. Throws nothing.
    [[nodiscard]] std::optional<Verdict> inspect(const Person& person, const HandIn& hand_in, int stop_fd,
                                                 const Listener& listener) const noexcept;

private:
    Verdict build(const Person& person, const HandIn& hand_in, int stop_fd, bool& stopped) const;
    void check(const std::string& entrant, int stop_fd, const Listener& listener, Verdict& verdict,
               bool& stopped) const;

    CheckPlan plan_;
    Isolation isolation_;
    int jobs_;
    const handins::Driver* driver_;
};

/// The bots of versions that were accepted, named as their entrants. Throws games::UserError if the folder of one is
/// missing or can't be run.
[[nodiscard]] tournament::Lineup lineup_of_versions(const std::vector<std::string>& entrants,
                                                    const Isolation& isolation);

/// Removes the folder of a version, if there is one.
void remove_version(const std::string& entrant) noexcept;
/// Removes the folders of all other versions, but not what is being built.
void remove_versions_except(const std::set<std::string>& entrants);

/// The command of a version as an object of a plan, with this name (see docs/entrants.md).
[[nodiscard]] std::string listed_version(const std::string& name, const std::string& entrant);

}  // namespace referee::arena
