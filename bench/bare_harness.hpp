// The least that a referee can do: two children, and for each turn a write, a poll with a deadline, and a read.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace bench {

/// The bytes sent in a turn, and their receiver.
struct BareTurn {
    int player;
    std::string block;
};

/// Everything that two bots are sent in a match.
struct BareScript {
    std::array<std::string, 2> setup;
    std::vector<BareTurn> turns;
};

/// Starts the bot twice, sends each what the script says, reads a line for each turn, and reaps both.
/// Throws std::runtime_error if a bot does not play along.
void run_bare(const std::string& bot, const BareScript& script);

}  // namespace bench
