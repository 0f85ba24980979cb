// A sample bot's evaluation of its move, and the line of its notes that reports it (docs/protocol.md, "Notes").
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sample_bots {

/// The evaluation of the last chosen move. If `depth` is 0, nothing is known, for example because only one move is
/// legal.
template <class Move>
struct Thoughts {
    int depth = 0;              ///< plies searched
    int score = 0;              ///< from the mover's point of view
    std::optional<int> mate{};  ///< replaces the score: the number of own moves to a certain win, or, negative, to a
                                ///< certain loss
    std::uint64_t nodes = 0;    ///< positions searched
    std::chrono::microseconds time{};
    std::vector<Move> line;  ///< the expected moves, the chosen one first
};

/// Returns for example "info depth 7 score 53 nodes 120000 nps 1300000 time 92 pv DROP 3 DROP 4\n".
template <class G>
std::string info_line(const G& rules, const Thoughts<typename G::Move>& thoughts) {
    std::string line = "info depth " + std::to_string(thoughts.depth);
    line +=
        thoughts.mate ? " score mate " + std::to_string(*thoughts.mate) : " score " + std::to_string(thoughts.score);
    line += " nodes " + std::to_string(thoughts.nodes);
    const auto time = static_cast<std::uint64_t>(thoughts.time.count());
    if (time > 0) {
        line += " nps " + std::to_string(thoughts.nodes * 1'000'000 / time) + " time " + std::to_string(time / 1000);
    }
    if (!thoughts.line.empty()) line += " pv";
    for (const auto& move : thoughts.line) {
        line += ' ';
        write_move(rules, move, line);
    }
    return line + '\n';
}

/// Writes to stderr if there is room. A bot must not wait for a reader that may not exist.
void write_note(const std::string& text);

}  // namespace sample_bots
