// A history as data: what a person types, and what happens meanwhile.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/simulation/fates.hpp"

namespace simulation {

using Words = std::vector<std::string>;

/// Something that happens when a run has got back this many of its games.
struct Event {
    int after = 0;
    int signal = 0;           ///< if not 0, the process gets this signal
    bool time_is_up = false;  ///< the clocks jump to a late time
    Words change{};           ///< typed in another terminal: the words after `referee`
    std::string file{};       ///< a file is written
    std::string content{};
};

/// The machine fails before the `write`-th write or sync of a run. With a kill all earlier writes are on the disk; a
/// power failure drops those that were not synced.
struct Kill {
    int write = 0;
    bool is_power_failure = false;
};

/// One line that a person types, or a file that a person writes.
struct Step {
    Words typed{};  ///< the words after `referee`; empty: a file is written
    std::string file{};
    std::string content{};  ///< empty: the file is removed
    std::vector<Event> events{};
    /// A change that is typed in another terminal when this change has read the tournament, and has not written it yet.
    /// It comes first.
    Words meanwhile{};
    std::optional<Kill> kill{};
    int jobs = 1;                 ///< how many games of the run are played at once
    std::uint64_t order = 0;      ///< the seed of the order in which games end
    std::string fates{};          ///< the file whose games have the same fates; empty: that of the command
    bool is_interrupted = false;  ///< the next run does the rest
    int number = 0;  ///< in its history: files have the dates of their steps, in whatever order they are written
};

struct History {
    std::uint64_t seed = 0;
    int depth = 1;  ///< 2: all figures and texts are checked, too
    Luck luck{};
    std::vector<Step> steps{};
    Names names = Names::usual;
    int pairs_before_rest = 200;  ///< of each bot of a ladder without a goal
    bool has_twin = false;  ///< whether interruptions must change nothing: they are followed by the rest of the run
};

/// A history as lines that can be typed in a shell, with comments about what can't.
[[nodiscard]] std::string commands_of(const History& history);
/// A command as it is typed.
[[nodiscard]] std::string line_of(const Words& typed);

}  // namespace simulation
