// Solves Othello endgames, the FFO test positions 40 to 44 or random positions, and prints nodes and seconds of CPU
// time.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "games/dice.hpp"
#include "games/othello/bitboard.hpp"
#include "sample_bots/othello/endgame.hpp"

namespace {

using namespace sample_bots::othello;

struct Position {
    std::uint64_t own = 0;
    std::uint64_t other = 0;
};

/// Reads a board in reading order. `own` is the piece of the side to move.
Position position_of(std::string_view board, char own) {
    Position position;
    for (std::size_t cell = 0; cell < board.size(); ++cell) {
        if (board[cell] == '-') continue;
        (board[cell] == own ? position.own : position.other) |= std::uint64_t{1} << cell;
    }
    return position;
}

struct Solved {
    EndgameResult result;
    double seconds;
};

Solved solve(Position position, int table_bits) {
    static const PatternEvaluation evaluate;
    EndgameTable table(table_bits);
    const std::clock_t start = std::clock();
    const EndgameResult result = solve_endgame(evaluate, position.own, position.other, -64, 64, table,
                                               EndgameClock([](std::uint64_t) { return false; }));
    return {result, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC};
}

struct Known {
    const char* name;
    std::string_view board;
    char own;
    int lead;
};

constexpr Known ffo[] = {
    {"FFO 40", "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", 'X', 38},
    {"FFO 41", "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O-", 'X', 0},
    {"FFO 42", "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO--", 'X', 6},
    {"FFO 43", "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX-", 'O', -12},
    {"FFO 44", "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX--", 'O', -14},
};

int solve_ffo(int table_bits) {
    int wrong = 0;
    std::printf("position  empties  move  lead       nodes   seconds\n");
    for (const Known& known : ffo) {
        const Position position = position_of(known.board, known.own);
        const auto [result, seconds] = solve(position, table_bits);
        std::printf("%-9s %7d    %c%d  %+4d  %10llu  %8.2f%s\n", known.name,
                    64 - std::popcount(position.own | position.other), 'a' + result.cell % 8, result.cell / 8 + 1,
                    result.lead, static_cast<unsigned long long>(result.nodes), seconds,
                    result.lead == known.lead ? "" : "  WRONG");
        std::fflush(stdout);
        if (result.lead != known.lead) ++wrong;
    }
    return wrong == 0 ? 0 : 1;
}

/// A position with `empty` empty cells after random play. If a game ends earlier, another one is played.
Position random_position(games::Dice& dice, int empty) {
    using games::othello::moves_of;
    for (;;) {
        Position position{0x0000000810000000u, 0x0000001008000000u};
        while (64 - std::popcount(position.own | position.other) > empty) {
            std::uint64_t moves = moves_of(position.own, position.other);
            if (moves == 0) break;
            for (auto skip = dice.below(static_cast<std::uint64_t>(std::popcount(moves))); skip > 0; --skip)
                moves &= moves - 1;
            const auto turned = games::othello::turned_by(std::countr_zero(moves), position.own, position.other);
            const std::uint64_t own = position.own | turned | (moves & -moves);
            position = {position.other ^ turned, own};
            if (moves_of(position.own, position.other) == 0) std::swap(position.own, position.other);
        }
        if (64 - std::popcount(position.own | position.other) == empty && moves_of(position.own, position.other) != 0)
            return position;
    }
}

int solve_random(int empty, int count, int table_bits) {
    games::Dice dice(1);
    std::vector<double> times;
    double nodes = 0;
    for (int i = 0; i < count; ++i) {
        const auto [result, seconds] = solve(random_position(dice, empty), table_bits);
        times.push_back(seconds);
        nodes += static_cast<double>(result.nodes);
    }
    std::sort(times.begin(), times.end());
    double sum = 0;
    for (const double time : times)
        sum += time;
    const auto at = [&](double share) { return times[static_cast<std::size_t>(share * (count - 1))]; };
    std::printf(
        "%d random positions with %d empty cells: median %.3f s, 90 %% within %.3f s, all within %.3f s, "
        "%.1f M nodes/s\n",
        count, empty, at(0.5), at(0.9), times.back(), nodes / sum / 1e6);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    constexpr int table_bits = 22;
    if (argc == 3) return solve_random(std::atoi(argv[1]), std::atoi(argv[2]), table_bits);
    if (argc == 1) return solve_ffo(table_bits);
    std::fprintf(stderr, "othello_endgame_bench: give nothing, or a number of empty cells and of random positions\n");
    return 2;
}
