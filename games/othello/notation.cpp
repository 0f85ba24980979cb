#include "games/othello/notation.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "games/othello/wire.hpp"
#include "games/user_error.hpp"
#include "games/words.hpp"
#include "games/written_position.hpp"

namespace games::othello {

namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view pass = "PASS";

/// A move as it was read. GGF also says whose it is.
struct WrittenMove {
    std::string text;  ///< as in the protocol, or as it was written if it can't be read
    std::optional<Side> side{};
};
using WrittenMoves = std::vector<WrittenMove>;

/// Moves that were played, and what follows from them.
struct Played {
    std::vector<std::string> moves{};  ///< with the passes that were left out
    std::size_t written = 0;           ///< the number of written moves among them
    Position end;
    std::string fault{};  ///< why the next written move can't be played; empty: all were played
};

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char c) { return lower(c); });
    return out;
}

std::string_view stripped(std::string_view text) {
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The number of characters of the move with which a text begins. 0 if there is none.
std::size_t size_of_move(std::string_view text) {
    const std::string begin = lower(text.substr(0, 4));
    for (const std::string_view word : {"pass", "pa", "--"}) {
        if (begin.starts_with(word)) return word.size();
    }
    const bool is_cell = begin.size() >= 2 && begin[0] >= 'a' && begin[0] <= 'h' && begin[1] >= '1' && begin[1] <= '8';
    return is_cell ? 2 : 0;
}

/// A move as in the protocol; the text itself if it is none.
std::string own_move(std::string_view text) {
    if (text.empty() || size_of_move(text) != text.size()) return std::string(text);
    return text.size() == 2 && is_digit(text[1]) ? lower(text) : std::string(pass);
}

/// Skips what may stand before a move: blanks, commas, and the numbers of moves ("12.").
void skip_to_move(std::string_view& text) {
    while (!text.empty()) {
        const auto after_number = std::min(text.find_first_not_of("0123456789"), text.size());
        const bool is_number = after_number > 0 && after_number < text.size() && text[after_number] == '.';
        if (blanks.find(text.front()) == std::string_view::npos && text.front() != ',' && !is_number) return;
        text.remove_prefix(is_number ? after_number + 1 : 1);
    }
}

/// Splits a transcript into its moves. What follows the last readable move is one more. Empty if it does not begin with
/// a move.
WrittenMoves moves_in(std::string_view text) {
    WrittenMoves moves;
    for (skip_to_move(text); !text.empty(); skip_to_move(text)) {
        const auto size = size_of_move(text);
        if (size == 0 && moves.empty()) return {};
        const auto end = size > 0 ? size : std::min(text.find_first_of(" \t,"), text.size());
        moves.push_back({own_move(text.substr(0, end))});
        text.remove_prefix(end);
    }
    return moves;
}

std::string_view name_of(Side side) {
    return side == Side::first ? "Black" : "White";
}

/// Plays moves, up to the first one that is not legal.
Played play(const Position& start, const WrittenMoves& moves) {
    Played played{.end = start};
    const Othello rules({.position = start});
    auto state = rules.start();
    for (const auto& [text, side] : moves) {
        const auto move = read_move(rules, text);
        const bool passes = !is_over(state.outcome) && state.open == 0 && text != pass;
        if (passes) {
            rules.play(state, Move::pass());
            played.moves.emplace_back(pass);
        }
        const bool of_other = side && !is_over(state.outcome) && *side != state.to_move;
        if (of_other || !move || !rules.legal(state, *move)) {
            played.fault = "move " + std::to_string(played.moves.size() + 1) + ", " + quoted(text) + ", is ";
            played.fault += of_other ? std::string("of ").append(name_of(*side)) + ", but it is the turn of " +
                                           std::string(name_of(state.to_move))
                            : move ? "not legal there"
                                   : "no cell and no pass";
            if (passes) played.moves.pop_back();
            break;
        }
        rules.play(state, *move);
        played.moves.push_back(text);
        ++played.written;
    }
    played.end = {rules.discs(state, Side::first), rules.discs(state, Side::second), state.to_move};
    return played;
}

/// A game in GGF.
struct Ggf {
    Position start;
    Played played;
};

/// The place of "(;" in GGF, before which archives write the number of games. Nothing if this is no GGF.
std::optional<std::size_t> begin_of_ggf(std::string_view text) {
    const auto begin = text.find("(;");
    const auto before = stripped(text.substr(0, begin));
    if (begin == std::string_view::npos || !std::ranges::all_of(before, is_digit)) return std::nullopt;
    return begin;
}

[[noreturn]] void fail_in_ggf(const std::string& problem) {
    throw UserError("GGF: " + problem + "; write (;GM[Othello]BO[8 " + text_of(Position()) + "]B[f5]W[d6];)");
}

/// Takes a value and its brackets from the beginning of a text. A backslash escapes a bracket and itself.
std::string take_value(std::string_view& text) {
    std::string value;
    for (std::size_t i = 1; i < text.size(); ++i) {
        const bool is_escape = text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == ']' || text[i + 1] == '\\');
        if (is_escape) ++i;
        if (text[i] == ']' && !is_escape) {
            text.remove_prefix(i + 1);
            return value;
        }
        value += text[i];
    }
    fail_in_ggf("a value has no end, ']'");
}

/// Reads a game and plays it. `begin`: see begin_of_ggf().
Ggf read_ggf(std::string_view text, std::size_t begin) {
    text.remove_prefix(begin + 2);
    Position start;
    WrittenMoves moves;
    while (true) {
        text = text.substr(std::min(text.find_first_not_of(blanks), text.size()));
        if (text.starts_with(";)")) break;
        if (text.starts_with(';')) {  // as in SGF, before each move
            text.remove_prefix(1);
            continue;
        }
        const auto end = text.find('[');
        if (end == std::string_view::npos) fail_in_ggf("the game has no end, ';)', on this line");
        const std::string_view key = stripped(text.substr(0, end));
        if (key.empty() || !std::ranges::all_of(key, [](char c) { return c >= 'A' && c <= 'Z'; }))
            fail_in_ggf("the key " + quoted(key) + " is not of capital letters, or a ']' before it lacks a backslash");
        text.remove_prefix(end);
        const std::string value = take_value(text);
        if (key == "GM" && lower(value) != "othello") fail_in_ggf("the game is " + quoted(value) + " and not Othello");
        if (key == "BO") start = read_position({value, value});
        if (key != "B" && key != "W") continue;
        const auto move = std::string_view(value).substr(0, value.find('/'));
        moves.push_back({own_move(stripped(move)), key == "B" ? Side::first : Side::second});
    }
    if (!stripped(text.substr(2)).empty()) fail_in_ggf("a line has more than one game");
    Played played = play(start, moves);
    if (!played.fault.empty()) fail_in_ggf(played.fault);
    return {start, std::move(played)};
}

std::string joined(const std::vector<std::string>& moves) {
    std::string text;
    for (const std::string& move : moves)
        text.append(text.empty() ? "" : ", ") += move;
    return text;
}

std::string_view without_remark(std::string_view line) {
    return stripped(line.substr(0, line.find_first_of(remark_signs)));
}

/// Whether a text begins with at least a row of cells.
bool begins_with_cells(std::string_view text) {
    if (text.starts_with(std::string(size_of_board) + ' ')) text = stripped(text.substr(size_of_board.size()));
    const auto word = text.substr(0, text.find_first_of(" \t\r\n/"));
    return word.size() >= 8 && word.find_first_not_of("XBx*OWo-.") == std::string_view::npos;
}

/// The text without the lines that are comments.
std::string without_comments(std::string_view text) {
    std::string kept;
    while (!text.empty()) {
        const auto size = std::min(text.find('\n'), text.size() - 1) + 1;
        const auto line = stripped(text.substr(0, size));
        if (!line.starts_with('%') && !line.starts_with('#')) kept += text.substr(0, size);
        text.remove_prefix(size);
    }
    return kept;
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == ']' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

/// "2026-01-31 12:30:00" of "2026-01-31T12:30:00.123Z".
std::string date_of(std::string_view started_at) {
    std::string date(started_at.substr(0, 19));
    std::ranges::replace(date, 'T', ' ');
    return date;
}

/// "1.234" of 1234567 us.
std::string seconds_text(std::chrono::microseconds time) {
    const auto ms = time.count() / 1000;
    const std::string rest = std::to_string(ms % 1000);
    return std::to_string(ms / 1000) + '.' + std::string(3 - rest.size(), '0') + rest;
}

/// "8 -------- ... *".
std::string ggf_text(const Position& position) {
    const std::string cells = text_of(position);
    std::string text(size_of_board);
    for (std::size_t i = 0; i < 64; ++i)
        text.append(i % 8 == 0 ? " " : "") += cells[i] == 'X' ? '*' : cells[i];
    return text + (position.to_move == Side::first ? " *" : " O");
}

std::string result_of(const PlayedGame& game, const Position& end) {
    const int lead = std::popcount(end.black) - std::popcount(end.white);
    if (!game.winner) return "0.00";
    if (!game.is_forfeit) return (lead > 0 ? "+" : "") + std::to_string(lead) + ".00";
    return std::string(*game.winner == Side::first ? "+64.00" : "-64.00") + (game.is_late ? ":t" : ":r");
}

}  // namespace

OwnLine own_line(std::string_view line, const Board& start) {
    const Position from = read_position({"", start.saved_position().value_or("")});
    if (const auto begin = begin_of_ggf(line)) {
        const auto [first, played] = read_ggf(line, *begin);
        if (first == from && !played.moves.empty()) return {joined(played.moves), false};
        return {text_of(played.end), true};
    }
    const std::string_view text = without_remark(line);
    if (begins_with_cells(text)) return {std::string(text), true};
    const WrittenMoves moves = moves_in(text);
    if (moves.empty()) return {std::string(text), looks_like_position(text)};
    Played played = play(from, moves);
    for (std::size_t i = played.written; i < moves.size(); ++i)
        played.moves.push_back(moves[i].text);
    return {joined(played.moves), false};
}

bool is_game(std::string_view text) {
    const WrittenMoves moves = moves_in(text);
    const auto can_be_read = [](const WrittenMove& move) { return size_of_move(move.text) == move.text.size(); };
    return begin_of_ggf(text) || (!moves.empty() && std::ranges::all_of(moves, can_be_read));
}

Position written_position(const FileText& file) {
    const std::string text = without_comments(file.text);
    try {
        if (const auto begin = begin_of_ggf(text)) return read_ggf(text, *begin).played.end;
        const std::string_view line = without_remark(text);
        const WrittenMoves moves = begins_with_cells(line) ? WrittenMoves() : moves_in(line);
        if (!moves.empty()) {
            const Played played = play(Position(), moves);
            if (!played.fault.empty()) throw UserError(played.fault);
            return played.end;
        }
    } catch (const UserError& error) {
        throw UserError(games::name_of(file) + ": " + error.what());
    }
    return read_position({file.source, text});
}

std::string ggf_of(const PlayedGame& game) {
    const Position start = game.start.empty() ? Position() : read_position({game.start, game.start});
    std::string moves;
    WrittenMoves played;
    for (const auto& [side, move, time] : game.plies) {
        played.push_back({move, side});
        moves.append(side == Side::first ? "B[" : "W[") += move == pass ? "PA" : move;
        if (time) moves += "//" + seconds_text(*time);
        moves += ']';
    }
    const Position end = play(start, played).end;
    return "(;GM[Othello]PC[referee]DT[" + date_of(game.started_at) + "]PB[" + escaped(game.names[0]) + "]PW[" +
           escaped(game.names[1]) + "]RE[" + result_of(game, end) + "]TY[8]BO[" + ggf_text(start) + "]" + moves + ";)";
}

}  // namespace games::othello
