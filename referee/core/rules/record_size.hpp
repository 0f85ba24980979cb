// Limits the size of the log of a match whose rules are a program.
#pragma once

#include <cstddef>

#include "games/own_position.hpp"

namespace referee::rules {

/// The maximum size in bytes of all that the rules of a match add to its log. A log of 1 GiB can't be read.
inline constexpr std::size_t max_record = std::size_t{256} << 20;

/// Adds up the positions of a match.
class RecordSize {
public:
    /// Adds a position, and the numbers that were rolled for it. Throws games::WrongReply if the match exceeds
    /// max_record.
    void add(const games::OwnPosition& position, std::size_t rolled);

private:
    std::size_t bytes_ = 0;
};

}  // namespace referee::rules
