// `referee replay LOG`: plays logged matches again, checks every frame, and shows them.
#include <fmt/format.h>

#include <limits>
#include <utility>

#include "games/user_error.hpp"
#include "games/written_position.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/match/notes.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/match/summary.hpp"
#include "referee/core/options/match_options.hpp"
#include "referee/core/rules/own_game.hpp"
#include "referee/programs/match/match_commands.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::MatchLog;

constexpr std::size_t max_note_lines = 12;

struct ReplayOptions {
    std::string log;
    std::optional<int> match;  ///< the number of the match, counted from 1
    std::optional<int> at;
    bool as_position = false;
    bool no_boards = false;
    std::optional<int> stdin_of;
    std::optional<int> until;
    std::string rules;  ///< the file or folder of a game of one's own; empty: not given
};

/// Refuses options that contradict each other.
void check(const ReplayOptions& options) {
    if (options.log.empty()) throw UserError("no log is given: referee replay LOG");
    if (options.as_position && (options.stdin_of || options.no_boards))
        throw UserError("--as-position prints nothing but a position: omit --stdin-of and --no-boards");
    if (options.until && !options.stdin_of) throw UserError("--until goes with --stdin-of 0 or 1");
    if (options.at && options.stdin_of) throw UserError("--at shows a position: with --stdin-of, use --until PLY");
}

ReplayOptions replay_options(const Arguments& arguments) {
    ReplayOptions options;
    CommandLine line("referee replay", "Replays a logged match, checks everything against the rules, and shows it.",
                     exit_codes_of_matches);
    line.text("LOG", "", "a log that referee has written (- is stdin), or a\ntournament's file", options.log);
    Option& number = add_match_or_game(line, options.match);
    number.read = [read = number.read](const std::string& text) {
        if (rules::names_program(text))
            throw UserError(
                fmt::format("--game takes the number of a game here: for the rules of a game of your own, "
                            "write --rules {}",
                            copyable_word(text)));
        read(text);
    };
    line.number("--at", 0, max_plies, "show only the position after this ply", options.at);
    line.flag("--as-position", "print this position as --position and a file of\nopenings take it",
              options.as_position);
    line.flag("--no-boards", "check, and show only the results", options.no_boards);
    line.number("--stdin-of", 0, 1, "print exactly what player 0 or 1 was sent", options.stdin_of);
    line.number("--until", 1, max_plies, "with --stdin-of: up to the block this ply answered", options.until);
    line.text("--rules", "FILE", "a game of one's own: check against this program, too", options.rules);
    line.parse(arguments);
    check(options);
    options.log = file_of_log(options.log);
    return options;
}

/// The game of one's own that --rules names.
std::shared_ptr<const games::GameInfo> rules_called(const std::string& file) {
    if (!rules::names_program(file)) {
        throw UserError(
            fmt::format("--rules '{}': it takes the file of a game of one's own, such as ./four.py; the rules "
                        "of the other games are built in",
                        file));
    }
    auto game = rules::parse_game(file, {}).game;
    if (game->program != file)
        throw UserError(fmt::format("--rules '{}': omit the settings, which are in the log", file));
    return game;
}

class Replay {
public:
    Replay(const ReplayOptions& options, ReadMatches* read) : options_(options), read_(read) {
        if (!options.rules.empty()) rules_ = rules_called(options.rules);
    }

    int run() {
        const auto use = [&](const MatchLog& log, const MatchPlace& place) {
            if (for_one() && seen_ > 0)
                throw UserError(fmt::format("log '{}' holds several matches: choose one with --match", options_.log));
            ++seen_;
            try {
                replay(log, place);
            } catch (const games::RulesFailure& failure) {  // of --rules
                warn(fmt::format("{}: {}", place.name, failure.what()));
            }
        };
        read_(options_.log, options_.match, use);
        if (good_ == seen_) print(position_);
        if (options_.stdin_of) print(stdin_);
        if (!for_one()) print(summary() + words_about_rules());
        return good_ == seen_ ? exit_done : exit_failed;
    }

private:
    /// Whether the output concerns only one match.
    bool for_one() const { return options_.stdin_of || options_.as_position; }

    std::string summary() const {
        if (good_ == seen_ && unchecked_ > 0) {
            return fmt::format(
                "{} of {} matches shown, not checked: the rules are a program; add --rules FILE to check\n", good_,
                seen_);
        }
        if (good_ == seen_) return fmt::format("{} of {} matches replayed, all as logged\n", good_, seen_);
        const int others = seen_ - good_;
        return fmt::format("{} of {} matches replayed as logged, {} {}\n", good_, seen_, others,
                           others == 1 ? "differs" : "differ");
    }

    /// Says so if the log was checked against another version of the rules.
    std::string words_about_rules() const {
        if (by_others_ == 0 || good_ != seen_) return "";
        return "the file of the rules differs from that of the match, but all plies agree\n";
    }

    /// The game of a log. Notes whether its rules are checked.
    games::GameSpec spec_for(const MatchLog& log, const std::string& place) {
        games::GameSpec recorded = spec_of(log, place);  // refuses the logs that every command refuses
        if (log.rules.empty()) return recorded;
        if (!rules_) return ++unchecked_, std::move(recorded);
        if (rules_->name != log.game)
            throw UserError(
                fmt::format("--rules: the game is {}, but that of {} is {}", rules_->name, place, log.game));
        if (!protocol::same_json(rules_->record, log.rules)) ++by_others_;
        try {
            return spec_with(rules_, log);
        } catch (const UserError& error) {
            throw UserError(
                fmt::format("--rules: the program does not have the settings of {}: {}", place, error.what()));
        }
    }

    void replay(const MatchLog& log, const MatchPlace& match) {
        const std::string& place = match.name;
        const games::GameSpec spec = spec_for(log, place);
        const auto board = spec.make_board(log.seed);
        const Marks marks = marks_of(*board);
        const int plies = static_cast<int>(log.plies.size());
        if (options_.at && *options_.at > plies) {
            throw UserError(fmt::format("--at {}: the match has only {} plies ({})", *options_.at, plies, place));
        }
        // A turn without a valid answer has a block, too.
        const int blocks = plies + (log.failure ? 1 : 0);
        if (options_.until && *options_.until > blocks) {
            throw UserError(fmt::format("--until {}: the match has only {} plies ({})", *options_.until, plies, place));
        }
        const bool silent = options_.no_boards || for_one();
        if (!silent) print_head(log, marks);
        PlyVisitor show;
        if (!silent) show = [&](int ply, const games::Board& position) { print_ply(log, marks, ply, position); };
        if (options_.as_position) {
            show = [&](int ply, const games::Board& position) {
                if (ply == options_.at.value_or(plies)) keep_position(ply, position, place);
            };
        }
        try {
            check_log(log, spec, place, show);
        } catch (const ContradictedLog& wrong) {
            warn(fmt::format("{}: {}", place, wrong.difference()));
            return;
        }
        ++good_;
        if (options_.stdin_of) {
            stdin_ = stdin_of(log, *options_.stdin_of, options_.until.value_or(std::numeric_limits<int>::max()));
            return;
        }
        if (silent) return;
        options_.at ? print("\n") : print_end(log, marks, match.number);
    }

    /// Keeps the position, which is printed after the whole log has been checked.
    void keep_position(int ply, const games::Board& board, const std::string& place) {
        const auto position = board.saved_position();
        if (!position) throw UserError(fmt::format("--as-position: this game has no written positions ({})", place));
        if (games::is_over(board.outcome())) {
            throw UserError(fmt::format(
                "--as-position: the game is over after ply {}; choose an earlier one with --at ({})", ply, place));
        }
        position_ = games::one_line(*position) + "\n";
    }

    static void print_head(const MatchLog& log, const Marks& marks) {
        print(fmt::format("{}  seed {}\n{} against {}, {}\n", headline_of(spec_of(log)), log.seed,
                          called(log, marks, 0), called(log, marks, 1), harmless(log.started_at)));
    }

    void print_ply(const MatchLog& log, const Marks& marks, int number, const games::Board& board) const {
        if (options_.at && *options_.at != number) return;
        std::string title = "start", notes;
        if (number > 0) {
            const auto& ply = log.plies[static_cast<std::size_t>(number - 1)];
            title = fmt::format("{}. {} {}", number, called(log, marks, ply.player), ply.move);
            if (ply.wall) title += "  " + time_text(ply);
            notes = notes_text(ply.notes, max_note_lines);
            for (std::size_t i = 0; i < ply.lost.size(); ++i) {
                title += (i == 0 ? ", then lost: " : ", ") + marks[static_cast<std::size_t>(ply.lost[i])];
            }
        }
        print(fmt::format("\n{}\n{}\n{}", coloured(Colour::bold, title), notes, board.display(looks())));
    }

    /// Prints a player's notes after the last ply. The notes of a player that forfeits are printed with the forfeit
    /// instead.
    static void print_last_notes(const MatchLog& log, const Marks& marks, int player) {
        if (log.failure && log.failure->player == player) return;
        const std::string notes = notes_text(log.last_notes[static_cast<std::size_t>(player)], max_note_lines);
        if (!notes.empty()) print(fmt::format("after the last ply, {}\n{}\n", called(log, marks, player), notes));
    }

    void print_end(const MatchLog& log, const Marks& marks, std::optional<int> number) const {
        print("\n");
        for (const int player : {0, 1})
            print_last_notes(log, marks, player);
        if (log.failure) print(explain_forfeit(log, marks));
        print(coloured(Colour::bold, headline(log, marks)) + "\n");
        if (options_.log != file_of_log("-")) print(advice_to_repeat(log, options_.log, number));
    }

    const ReplayOptions& options_;
    ReadMatches* read_;
    int seen_ = 0;
    int good_ = 0;
    std::shared_ptr<const games::GameInfo> rules_;  ///< of --rules; null if it is not given
    int unchecked_ = 0;  ///< the number of matches of games of one's own that were only shown
    int by_others_ = 0;  ///< the number of matches that were played by another version of the rules
    std::string stdin_;
    std::string position_;  ///< the position to print, on one line
};

}  // namespace

Task parse_replay(const Arguments& arguments, ReadMatches* read) {
    return [options = replay_options(arguments), read] { return Replay(options, read).run(); };
}

}  // namespace referee
