// `referee replay LOG`: plays logged matches again, checks every frame, and shows them.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/commands/option_parts.hpp"
#include "referee/files/log_file.hpp"
#include "referee/match/checked_log.hpp"
#include "referee/match/notes_text.hpp"
#include "referee/match/summary.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::MatchLog;

constexpr std::size_t max_note_lines = 12;

struct ReplayOptions {
    std::string log;
    std::optional<int> match;  ///< counted from 1
    std::optional<int> at;
    bool no_boards = false;
    std::optional<int> stdin_of;
    std::optional<int> until;
};

ReplayOptions replay_options(const Arguments& arguments) {
    ReplayOptions options;
    CommandLine line("referee replay", "Plays a logged match again with the rules, compares everything, and shows it.",
                     exit_codes_of_matches);
    line.text("LOG", "", "a log that referee has written (- is stdin)", options.log);
    add_match(line, "only the match of this number, from 1", options.match);
    line.number("--at", 0, max_plies, "show only the position after this ply", options.at);
    line.flag("--no-boards", "check, and show only the results", options.no_boards);
    line.number("--stdin-of", 0, 1, "print exactly what player 0 or 1 was sent", options.stdin_of);
    line.number("--until", 1, max_plies, "with --stdin-of: up to the block this ply answered", options.until);
    line.parse(arguments);
    if (options.log.empty()) throw UserError("no log is given: referee replay LOG");
    if (options.until && !options.stdin_of) throw UserError("--until goes with --stdin-of 0 or 1");
    options.log = file_of_log(options.log);
    return options;
}

class Replay {
public:
    explicit Replay(const ReplayOptions& options) : options_(options) {}

    int run() {
        const auto use = [&](const MatchLog& log, const std::string& place) {
            if (options_.stdin_of && seen_ > 0) {
                throw UserError(fmt::format("log '{}' holds several matches: choose one with --match", options_.log));
            }
            ++seen_;
            replay(log, place);
        };
        read_logs(options_.log, use, options_.match);
        if (options_.stdin_of) print(stdin_);
        if (!options_.stdin_of) print(summary());
        return good_ == seen_ ? exit_done : exit_failed;
    }

private:
    std::string summary() const {
        if (good_ == seen_) return fmt::format("{} of {} matches replayed, all as logged\n", good_, seen_);
        const int others = seen_ - good_;
        return fmt::format("{} of {} matches replayed as logged, {} {}\n", good_, seen_, others,
                           others == 1 ? "differs" : "differ");
    }

    void replay(const MatchLog& log, const std::string& place) {
        const auto board = spec_of(log, place).make_board(log.seed);
        const Marks marks = marks_of(*board);
        const int plies = static_cast<int>(log.plies.size());
        if (options_.at && *options_.at > plies) {
            throw UserError(fmt::format("--at {}: the match has only {} plies ({})", *options_.at, plies, place));
        }
        const bool silent = options_.no_boards || options_.stdin_of;
        if (!silent) print_head(log, marks);
        PlyVisitor show;
        if (!silent) show = [&](int ply, const games::Board& position) { print_ply(log, marks, ply, position); };
        try {
            check_log(log, place, show);
        } catch (const ContradictedLog& wrong) {
            warn(fmt::format("{}: {}", place, wrong.difference()));
            return;
        }
        ++good_;
        if (options_.stdin_of) {
            stdin_ = stdin_of(log, *options_.stdin_of, options_.until.value_or(std::numeric_limits<int>::max()));
            return;
        }
        if (!silent && !options_.at) print_end(log, marks);
    }

    static void print_head(const MatchLog& log, const Marks& marks) {
        print(fmt::format("{}  seed {}\n{} ({}) against {} ({}), {}\n", to_string(spec_of(log)), log.seed,
                          harmless(log.players[0].name), marks[0], harmless(log.players[1].name), marks[1],
                          harmless(log.started_at)));
    }

    void print_ply(const MatchLog& log, const Marks& marks, int number, const games::Board& board) const {
        if (options_.at && *options_.at != number) return;
        std::string title = "start", notes;
        if (number > 0) {
            const auto& ply = log.plies[static_cast<std::size_t>(number - 1)];
            const auto place = static_cast<std::size_t>(ply.player);
            title = fmt::format("{}. {} ({}) {}", number, harmless(log.players[place].name), marks[place], ply.move);
            if (ply.wall) title += "  " + rounded(*ply.wall);
            notes = notes_text(ply.notes, max_note_lines);
            for (std::size_t i = 0; i < ply.lost.size(); ++i) {
                title += (i == 0 ? ", then lost: " : ", ") + marks[static_cast<std::size_t>(ply.lost[i])];
            }
        }
        print(fmt::format("\n{}\n{}\n{}", coloured(Colour::bold, title), notes, board.display(looks())));
    }

    /// Those of a forfeit are told with it.
    static void print_last_notes(const MatchLog& log, const Marks& marks, int player) {
        const auto place = static_cast<std::size_t>(player);
        if (log.failure && log.failure->player == player) return;
        const std::string notes = notes_text(log.last_notes[place], max_note_lines);
        if (!notes.empty())
            print(fmt::format("after the last ply, {} ({})\n{}\n", harmless(log.players[place].name), marks[place],
                              notes));
    }

    static void print_end(const MatchLog& log, const Marks& marks) {
        print("\n");
        for (const int player : {0, 1})
            print_last_notes(log, marks, player);
        if (log.failure) print(explain_forfeit(log, marks));
        print(coloured(Colour::bold, headline(log, marks)) + "\n");
    }

    const ReplayOptions& options_;
    int seen_ = 0;
    int good_ = 0;
    std::string stdin_;
};

}  // namespace

Task parse_replay(const Arguments& arguments) {
    return [options = replay_options(arguments)] { return Replay(options).run(); };
}

}  // namespace referee
