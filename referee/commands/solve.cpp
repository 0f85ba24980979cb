// `referee solve`: finds the value of a position.
#include <fmt/format.h>

#include <chrono>
#include <new>
#include <optional>
#include <string>

#include "games/catalogue.hpp"
#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/files/text_file.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

struct SolveOptions {
    std::string game;
    std::string position;
    std::optional<std::chrono::microseconds> time = std::chrono::seconds(30);
    std::size_t memory_mb = 256;
};

std::string counted_plies(int plies) {
    return plies == 1 ? "1 ply" : fmt::format("{} plies", plies);
}

/// "* wins in 5 plies with DROP 3".
std::string verdict(const games::Board& board, const games::Solution& solution) {
    const games::Side own = board.to_move();
    const auto mark = board.mark(own);
    const auto victor = games::winner(solution.outcome);
    if (!victor) return fmt::format("{} to move: a draw, with {}", mark, solution.move);
    return fmt::format("{} to move: {} in {}, with {}", mark, *victor == own ? "a win" : "a loss",
                       counted_plies(solution.plies), solution.move);
}

std::optional<games::Solution> solution_of(const games::Board& board, const games::SolveLimits& limits,
                                           const games::GameSpec& spec) try {
    return board.solve(limits, static_cast<int>(spec.values.get("max_plies")));
} catch (const std::bad_alloc&) {
    throw games::UserError(
        fmt::format("--memory {}: this machine does not give so much; use less", limits.bytes >> 20));
}

int print_solution(const SolveOptions& options) {
    const auto spec = games::parse_spec(options.game, read_text_file, options.position);
    const auto board = spec.make_board(0);
    if (games::is_over(board->outcome())) throw games::UserError("the game is over in this position");
    const auto begin = std::chrono::steady_clock::now();
    const auto stop = [&] { return std::chrono::steady_clock::now() - begin >= *options.time; };
    const auto solution = solution_of(*board, {options.memory_mb << 20, stop}, spec);
    if (!solution) {
        throw games::UserError(fmt::format("{} can't be solved: it has chance, or a board too large to list its moves",
                                           games::headline_of(spec)));
    }
    print(games::headline_of(spec) + "\n");
    if (games::is_over(solution->outcome)) {
        print(fmt::format("{}\n", verdict(*board, *solution)));
    } else {
        print(fmt::format("not solved in {}: nobody can force a win within {}\n", exact(*options.time),
                          counted_plies(solution->plies)));
    }
    print(fmt::format("positions looked at: {}\n", solution->nodes));
    return games::is_over(solution->outcome) ? exit_done : exit_undecided;
}

}  // namespace

Task parse_solve(const Arguments& arguments) {
    SolveOptions options;
    CommandLine line("referee solve",
                     "Finds the value of a position with best play: a win, a draw or a loss of the\n"
                     "side to move, in how many plies, and a move that keeps it. It can where little\n"
                     "is left to play: on small boards, and late in a game. Not in games with chance.\n"
                     "\n"
                     "  referee solve magnetize:height=4,width=5\n",
                     "Exit codes: 0 solved, 5 not solved in this time, 2 wrong use.\n");
    line.text("GAME", "", "the game and its settings, such as magnetize:width=4", options.game);
    line.text("--position", "POSITION", "this position, or the one in this file\n(docs/matches.md)", options.position);
    line.duration("--time", "when to give up (30s)", options.time);
    line.number("--memory", 1, 1 << 20, "megabytes for positions that are remembered (256)", options.memory_mb);
    line.parse(arguments);
    if (options.game.empty()) throw games::UserError("no game is given: referee solve GAME, such as magnetize:width=4");
    return [options] { return print_solution(options); };
}

}  // namespace referee
