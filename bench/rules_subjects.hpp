// The subjects of the bench of the rule cores: games with their settings, and the work to measure.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// Does a piece of work and returns the number of plies (or leaves).
using Work = std::function<std::uint64_t()>;

struct Measured {
    std::string_view who;   ///< "core" or "reference"
    std::string_view what;  ///< "playout_plies" or "perft_nodes"
    Work work;
    std::vector<double> per_second{};  ///< one for each round
};

struct Subject {
    std::string game;   ///< as games::to_string writes it
    std::string label;  ///< short and readable
    std::vector<Measured> measured{};

    /// Requires: the subject has such a measurement.
    const Measured& find(std::string_view who, std::string_view what) const;
};

/// Returns every game, with the work of its rule core and of its slow reference implementation.
std::vector<Subject> rules_subjects();

}  // namespace bench
