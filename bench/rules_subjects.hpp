// The subjects of the rule core bench: games with settings, and the work to be done in them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// Does a piece of work and tells how many plies (or leaves) it was.
using Work = std::function<std::uint64_t()>;

struct Measured {
    std::string_view who;   ///< "core" or "reference"
    std::string_view what;  ///< "playout_plies" or "perft_nodes"
    Work work;
    std::vector<double> per_second{};  ///< one a round
};

struct Subject {
    std::string game;   ///< as games::to_string writes it
    std::string label;  ///< short, for people
    std::vector<Measured> measured{};

    /// Requires: it is measured.
    const Measured& find(std::string_view who, std::string_view what) const;
};

/// Every game, with the work of its rule core and of its slow reference.
std::vector<Subject> rules_subjects();

}  // namespace bench
