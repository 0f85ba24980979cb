#include "referee/core/advice/advice_on_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "games/catalogue.hpp"
#include "games/spec.hpp"
#include "games/words.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/match/record.hpp"

namespace referee {

namespace {

using protocol::Ending;
using protocol::MatchLog;

constexpr const char* where_messages_belong =
    "messages belong on stderr (Python: import sys, print(text, file=sys.stderr), and input() without a prompt)";

/// Explains an empty line. An extra newline after each answer is read as the second answer, or arrives before an answer
/// is due.
std::string on_empty_line(const MatchLog& log) {
    const long given = answers_due(log) - 1;
    const bool premature = log.result.ending == Ending::premature;
    const std::string newline_too_much =
        "it wrote an empty line after its answer; print() ends the line by itself: print(move), not "
        "print(move + \"\\n\")";
    if (premature && given == 0) return "it wrote an empty line before its first turn: write nothing but answers";
    if (premature) return newline_too_much;
    if (given == 1) return newline_too_much + "; or the move that it wrote is empty";
    if (given == 0) {
        return "its answer is an empty line: the move that it wrote is empty, or it wrote an empty line before the "
               "move; write the move and one newline, and nothing else";
    }
    return "its answer is an empty line: the move that it wrote is empty, though the block lists valid ones";
}

/// Whether the received line, escaped as in the log, consists of white space.
bool is_empty_line(const protocol::Failure& failure) {
    if (!failure.line) return false;
    std::string text = *failure.line;
    for (const std::string_view escape : {"\\n", "\\r", "\\t", " "}) {
        for (auto at = text.find(escape); at != std::string::npos; at = text.find(escape))
            text.erase(at, escape.size());
    }
    return text.empty();
}

/// The text in lower case. Each run of characters other than letters, digits and minus signs becomes one blank.
std::string outline(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool is_word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
        if (is_word) {
            out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        } else if (!out.empty() && out.back() != ' ') {
            out += ' ';
        }
    }
    if (out.ends_with(' ')) out.pop_back();
    return out;
}

bool has_letters(std::string_view text) {
    return std::ranges::any_of(outline(text), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Whether `words` contains `part` as whole words.
bool contains_words(std::string_view words, std::string_view part) {
    return (" " + std::string(words) + " ").find(" " + std::string(part) + " ") != std::string::npos;
}

/// The listed moves among the words of the line. Leaves out a move that is part of a longer one.
std::vector<std::string> moves_in(const std::string& words, const std::vector<std::string>& valid_moves) {
    std::vector<std::string> found;
    for (const std::string& move : valid_moves)
        if (contains_words(words, outline(move))) found.push_back(move);
    const auto is_part = [&](const std::string& move) {
        return std::ranges::any_of(found, [&](const std::string& other) {
            return other.size() > move.size() && contains_words(outline(other), outline(move));
        });
    };
    std::erase_if(found, is_part);
    return found;
}

/// The advice on a line that holds listed moves, or the end of one, in another form. Empty if it holds none.
std::string on_form(const std::string& line, const std::vector<std::string>& valid_moves) {
    const std::string words = outline(line);
    if (words.empty()) return {};
    const auto exactly = [](const std::string& move) {
        return "write it exactly as the block lists it: " + harmless(move);
    };
    for (const std::string& move : valid_moves) {
        const bool has_prompt =
            line.size() > move.size() && line.ends_with(move) && line.find('>') != std::string::npos;
        if (words == outline(move) && !has_prompt) return exactly(move);
    }
    const auto found = moves_in(words, valid_moves);
    if (found.size() > 1) return "write one of the moves, and nothing else, on the line: " + harmless(found.front());
    if (found.size() == 1)
        return fmt::format("write only the move, {}: {}", harmless(found.front()), where_messages_belong);
    for (const std::string& move : valid_moves)
        if (outline(move).ends_with(" " + words)) return exactly(move);
    return {};
}

/// Whether the answer, valid or not, is written as a move of this game at its start.
bool reads(const games::GameSpec& spec, std::string_view answer) {
    const auto board = spec.make_board(0);
    return !games::is_over(board->outcome()) && board->play(answer) != games::Verdict::unreadable;
}

/// The other built-in games in whose notation the answer is written.
std::string other_games_of(const MatchLog& log, const std::string& line) {
    std::string names;
    for (const auto& game : games::catalogue()) {
        if (game->name == log.game || !reads(games::parse_settings(game, ""), line)) continue;
        names += (names.empty() ? "" : " or ") + game->name;
    }
    return names;
}

std::string on_unreadable(const MatchLog& log) {
    const protocol::Failure& failure = *log.failure;
    const std::string line = failure.line.value_or("");
    if (std::string advice = on_form(line, failure.valid_moves); !advice.empty()) return advice;
    if (line == "None" || line == "undefined" || line == "null" || line == "nil")
        return fmt::format("it wrote {}: the function that chooses the move returned nothing", line);
    if (const std::string names = other_games_of(log, line); !names.empty()) {
        const std::string blocks = has_own_blocks(log) ? "\n" + advice_on_own_blocks(log) : "";
        return fmt::format("moves of {} are written like this, but the game is {} (--game chooses it)", names,
                           log.game) +
               blocks;
    }
    const games::OtherVersions others = other_versions_of(log);
    const std::string first_word = outline(line).substr(0, outline(line).find(' '));
    if (std::ranges::find(others.words, first_word) != others.words.end()) return others.answers;
    if (has_own_blocks(log) && answers_due(log) == 1) return advice_on_own_blocks(log);
    if (failure.valid_moves.empty())
        return fmt::format("docs/protocol.md shows how moves are written; {}", where_messages_belong);
    const std::string form = fmt::format("moves are written like {}: answer with one of the lines that the block lists",
                                         harmless(failure.valid_moves.front()));
    return has_letters(line) ? fmt::format("{}; {}", form, where_messages_belong) : form;
}

std::string on_illegal(const MatchLog& log) {
    const protocol::Failure& failure = *log.failure;
    if (failure.valid_moves.empty())
        return "moves are not listed on a board of this size: the rules define which are valid";
    const std::string word_for_word = "answer with one of the lines that the block lists, word for word";
    // A bot for another version has misread the blocks before its first answer.
    const std::string others = answers_due(log) == 1 ? other_versions_of(log).blocks : "";
    if (log.rules.empty()) return others.empty() ? word_for_word : word_for_word + "\n" + others;
    // In a game of one's own every line counts as a move that is not legal, also a message.
    const std::string advice = on_form(failure.line.value_or(""), failure.valid_moves);
    return advice.empty() ? fmt::format("{}; {}", word_for_word, where_messages_belong) : advice;
}

/// The advice on output that came before the bot had read its whole block: before its turn, or during it.
std::string on_early_line(const MatchLog& log) {
    const protocol::Failure& failure = *log.failure;
    std::string line = failure.line.value_or("");
    const bool came_before_turn = line.ends_with("\\n");
    line.resize(std::min(line.find("\\n"), line.size()));
    const bool is_first = answers_due(log) == 1;
    const bool is_answer = (log.rules.empty() && reads(spec_of(log), line)) ||
                           std::ranges::find(failure.valid_moves, line) != failure.valid_moves.end();
    if (came_before_turn && !is_first && is_answer)
        return "it wrote a second answer: answer each block once, with one line";
    if (is_first && has_own_blocks(log) && (!has_letters(line) || !other_games_of(log, line).empty()))
        return advice_on_own_blocks(log);
    if (!came_before_turn && (is_answer || !has_letters(line)))
        return "read the whole block, to its last line, before answering, and answer each block once";
    const char* when = !came_before_turn ? "before it had read the whole block"
                       : is_first        ? "before its first turn"
                                         : "after its answer";
    return fmt::format("it wrote this {}, but only answers may go to stdout: {}", when, where_messages_belong);
}

}  // namespace

long answers_due(const MatchLog& log) {
    const int player = log.failure->player;
    const auto given = std::count_if(log.plies.begin(), log.plies.end(),
                                     [&](const auto& ply) { return ply.player == player && ply.wall.has_value(); });
    return given + 1;
}

games::OtherVersions other_versions_of(const MatchLog& log) {
    const auto board = spec_of(log).make_board(log.seed);
    const auto* explains = dynamic_cast<const games::Explains*>(board.get());
    return explains != nullptr ? explains->other_versions() : games::OtherVersions();
}

bool has_own_blocks(const MatchLog& log) {
    return !stdin_of(log, log.failure->player, 0).starts_with(log.game);
}

std::string advice_on_own_blocks(const MatchLog& log) {
    return fmt::format(
        "{} has blocks of its own: numbers, without a name and a list of moves (docs/protocol.md); referee new-bot "
        "NAME --game {} makes a bot that reads them",
        games::in_capitals(log.game), log.game);
}

std::string advice_on_line(const MatchLog& log) {
    if (is_empty_line(*log.failure)) return on_empty_line(log);
    switch (log.result.ending) {
        case Ending::invalid_move: return on_illegal(log);
        case Ending::premature: return on_early_line(log);
        default: return on_unreadable(log);
    }
}

}  // namespace referee
