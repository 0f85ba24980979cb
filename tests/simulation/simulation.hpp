// Plays one history after another, and shrinks those that break a law.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "tests/simulation/step.hpp"

namespace simulation {

struct Failure {
    History history;
    std::string what;  ///< begins with the law
};

/// Makes up and plays the history of this seed. Returns the law that it breaks, if any. `write`: receives the trace,
/// if there is to be one.
[[nodiscard]] std::optional<Failure> play_seed(std::uint64_t seed, int depth,
                                               const std::function<void(const std::string&)>& write = {});
/// Plays a history again.
[[nodiscard]] std::optional<Failure> play_again(const History& history);
/// The shortest history found within a few seconds that breaks the same law.
[[nodiscard]] Failure shrunk(Failure failure);
/// Whether both failures break the same law.
[[nodiscard]] bool is_same(const Failure& one, const Failure& other);

}  // namespace simulation
