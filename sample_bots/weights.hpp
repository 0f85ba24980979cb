// The learned weights. They are stored in files of this folder and built into the programs.
#pragma once

#include <cstdint>
#include <span>

namespace sample_bots {

/// othello/weights.bin: see othello/patterns.hpp.
std::span<const std::int8_t> othello_weights();
/// patterns/magnetize.bin and patterns/magnetic_cave.bin: see patterns/patterns.hpp.
std::span<const std::int8_t> magnetize_weights();
std::span<const std::int8_t> magnetic_cave_weights();

}  // namespace sample_bots
