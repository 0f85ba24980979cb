// Whether the orders of a director are allowed, as docs/tournaments.md says ("Changing a tournament").
#pragma once

#include <cstdint>
#include <string>

#include "tests/simulation/book.hpp"

namespace simulation {

enum class Verdict : std::uint8_t {
    accepted,
    refused,
    either,  ///< it depends on what a book does not tell, such as who is still in a knockout
};

/// What becomes of a command `referee change FILE ...` whose bots are fit and are where they were.
[[nodiscard]] Verdict verdict_on(const Book& book, const Words& typed);

}  // namespace simulation
