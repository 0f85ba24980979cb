// `referee solve`: finds the value of a position.
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <new>
#include <optional>
#include <string>

#include "games/catalogue.hpp"
#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/progress_line.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/rules/own_game.hpp"
#include "referee/programs/match/match_commands.hpp"

namespace referee {

namespace {

struct SolveOptions {
    std::string game;
    std::string position;
    std::optional<std::chrono::microseconds> time;
    std::optional<std::uint64_t> bytes;  ///< the memory for positions that are remembered
};

std::string counted_plies(int plies) {
    return plies == 1 ? "1 ply" : fmt::format("{} plies", plies);
}

/// The value of a position in words: "second player (*) to move: a win in 5 plies, with DROP 3". The marks are those of
/// the displayed board. A position that is written as text may use other marks.
std::string verdict(const games::Board& board, const games::Solution& solution) {
    const games::Side own = board.to_move();
    const auto victor = games::winner(solution.outcome);
    const std::string value =
        !victor ? "a draw"
                : fmt::format("{} in {}", *victor == own ? "a win" : "a loss", counted_plies(solution.plies));
    return fmt::format("{} player ({}) to move: {}{}", own == games::Side::first ? "first" : "second", board.mark(own),
                       value, solution.move.empty() ? "" : ", with " + solution.move);
}

/// Ends a search when the time is used up or a signal has arrived. Shows the progress of the search on a terminal.
class SolveWatch {
public:
    explicit SolveWatch(const SolveOptions& options) : time_(*options.time) {}

    games::SolveLimits limits(std::size_t bytes) {
        return {bytes, [this] { return asked_to_stop() || used() >= time_; }, [this] { return asked_to_stop(); },
                [this](int plies, std::uint64_t nodes) { show(plies, nodes); }};
    }
    /// Clears the progress line. Returns the signal that has arrived, or 0.
    int end() {
        progress_.clear();
        const int signal = stop_.take();
        if (signal != 0) begin_line_on_terminal();
        return signal;
    }
    std::chrono::microseconds used() const {
        return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin_);
    }

private:
    bool asked_to_stop() const { return stop_.requested(); }
    /// Called often. Shows each new result at once, and the progress once a second.
    void show(int plies, std::uint64_t nodes) {
        const auto now = used();
        if (plies == shown_plies_ && now < shown_at_ + std::chrono::seconds(1)) return;
        shown_plies_ = plies;
        shown_at_ = now;
        progress_.show(fmt::format("neither side can force a win within {}; {} positions searched in {:.0f} s",
                                   counted_plies(plies), nodes, std::chrono::duration<double>(now).count()));
    }

    StopSignal stop_;
    ProgressLine progress_{true};
    int shown_plies_ = 0;
    std::chrono::microseconds shown_at_{0};
    std::chrono::microseconds time_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

games::Solution solution_of(const games::Board& board, const games::SolveLimits& limits,
                            const games::GameSpec& spec) try {
    const auto solution = board.solve(limits, static_cast<int>(spec.values.get("max_plies")));
    if (solution) return *solution;
    throw games::UserError(
        fmt::format("{} can't be solved: {}", games::headline_of(spec),
                    board.moves_listed() ? "it has chance" : "its board is too large to list the moves"));
} catch (const std::bad_alloc&) {
    throw games::UserError(
        fmt::format("--limits: memory {}: this machine does not have that much; use less", memory_text(limits.bytes)));
}

int print_solution(const SolveOptions& options) {
    if (rules::names_program(options.game))
        throw games::UserError(fmt::format("{} can't be solved: its rules are a program, and only built-in games can",
                                           games::name_in(options.game)));
    const auto spec = games::parse_spec(options.game, read_text_file, options.position);
    const auto board = spec.make_board(0);
    if (games::is_over(board->outcome())) throw games::UserError("the game is over in this position");
    SolveWatch watch(options);
    const auto solution = solution_of(*board, watch.limits(*options.bytes), spec);
    const int signal = watch.end();
    print(games::headline_of(spec) + "\n");
    if (games::is_over(solution.outcome)) {
        print(fmt::format("{}\n", verdict(*board, solution)));
    } else {
        const auto how =
            signal != 0 ? "stopped after " + rounded(watch.used()) : "not solved in " + exact(*options.time);
        print(fmt::format("{}: neither side can force a win within {}\n", how, counted_plies(solution.plies)));
    }
    print(fmt::format("positions searched: {}\n", solution.nodes));
    if (games::is_over(solution.outcome)) return exit_done;
    return signal != 0 ? exit_signal_base + signal : exit_undecided;
}

void read_limits(const std::string& text, SolveOptions& options) {
    for (const auto& [part, name, value] : parts_of(text, "--limits")) {
        if ((name == "time" && options.time) || (name == "memory" && options.bytes))
            throw games::UserError(fmt::format("--limits: {} is given twice", name));
        if (value && name == "time") {
            options.time = parse_positive_duration(*value, "--limits: time");
        } else if (const auto bytes = value && name == "memory" ? memory_size(*value) : std::nullopt) {
            options.bytes = *bytes;
        } else if (value && name == "memory") {
            throw games::UserError(
                fmt::format("--limits: memory '{}': write a size such as 512M or 2G (at least 16M)", *value));
        } else {
            throw games::UserError(
                fmt::format("--limits: '{}' is not a limit here: write time=30s or memory=256M", part));
        }
    }
}

}  // namespace

Task parse_solve(const Arguments& arguments) {
    SolveOptions options;
    CommandLine line("referee solve",
                     "Finds the value of a position with best play: a win, a draw or a loss of the\n"
                     "side to move, the number of plies, and a move that keeps it. It works if little\n"
                     "is left to play: on small boards, and late in a game; not in games with chance.\n"
                     "\n"
                     "  referee solve magnetize:height=4,width=5\n",
                     "Ctrl-C ends the search; what is known by then is printed.\n"
                     "\n"
                     "Exit codes: 0 solved, 5 not solved in this time, 2 wrong use,\n"
                     "128 + n stopped by signal n.\n");
    line.text("GAME", "", "the game and its settings, such as magnetize:width=4", options.game);
    line.text("--position", "POSITION", "this position, or the one in this file\n(docs/matches.md)", options.position);
    line.option("--limits", "LIMITS",
                "when to give up, and how much memory to use for\nstored positions "
                "(time=30s,memory=256M)",
                [&options](const std::string& text) { read_limits(text, options); })
        .is_list = true;
    line.parse(arguments);
    if (!options.time) options.time = std::chrono::seconds(30);
    if (!options.bytes) options.bytes = std::uint64_t{256} << 20;
    if (options.game.empty()) {
        throw games::UserError(options.position.empty()
                                   ? "no game is given: referee solve GAME, such as magnetize:width=4"
                                   : "--position needs its game: referee solve GAME --position POSITION; "
                                     "referee games lists the games");
    }
    return [options] { return print_solution(options); };
}

}  // namespace referee
