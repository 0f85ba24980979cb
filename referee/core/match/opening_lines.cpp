// Reads the openings that a user has written, and writes an opening as such a line.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "games/user_error.hpp"
#include "games/written_position.hpp"
#include "protocol/answer.hpp"
#include "referee/core/match/openings.hpp"

namespace referee {

namespace {

using games::UserError;
using Moves = std::vector<std::string>;

std::string_view stripped(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Takes the next move from a line, and the comma after it. A move of a game of one's own may contain commas. So this
/// is the longest legal move with which the line begins and which a comma or the end follows. If there is none, it is
/// the text before the next comma. Returns whether a comma followed.
bool take_move(std::string_view& line, const games::Board& board, std::string& move) {
    std::size_t size = 0;
    for (const std::string& legal : board.legal_moves()) {
        if (legal.size() <= size || !line.starts_with(legal)) continue;
        const auto rest = stripped(line.substr(legal.size()));
        if (rest.empty() || rest.front() == ',') size = legal.size();
    }
    if (size == 0) size = std::min(line.find(','), line.size());
    move = stripped(line.substr(0, size));
    line = stripped(line.substr(size));
    if (line.empty()) return false;
    line = stripped(line.substr(1));
    return true;
}

/// Plays the moves on a line, and adds them to `moves`. Throws games::UserError if one is not legal, or the game is
/// over.
void play_line(std::string_view line, games::Board& board, const games::GameInfo& game, Moves& moves) {
    for (bool more = true; more;) {
        if (board.hand())
            throw UserError(fmt::format("in {} the legal moves depend on what is drawn; {}use --openings N", game.name,
                                        games::setting_of_position(game) != nullptr ? "write positions, or " : ""));
        std::string move;
        more = take_move(line, board, move);
        const std::string shown = protocol::escaped(move, 40);
        if (games::is_over(board.outcome()))
            throw UserError(fmt::format("the game is over before move {}, '{}'", moves.size() + 1, shown));
        switch (board.play(move)) {
            case games::Verdict::played: break;
            case games::Verdict::unreadable:
                throw UserError(
                    fmt::format("move {}, '{}', is not written as a move of this game: write moves as in "
                                "the protocol, separated by commas",
                                moves.size() + 1, shown));
            case games::Verdict::illegal:
                throw UserError(fmt::format("move {}, '{}', is not legal there", moves.size() + 1, shown));
        }
        moves.push_back(std::move(move));
    }
    if (games::is_over(board.outcome())) throw UserError("the game is over after it");
}

/// The opening on a line, which is in the game's own words. `moves` gets its moves, up to the first fault. Throws
/// games::UserError.
GameStart opening_of(const games::OwnLine& line, const games::GameSpec& spec, games::Board& board, Moves& moves) {
    if (line.is_position) {
        const auto begun = games::with_position(spec, line.text);
        return {games::one_line(begun.values.file(games::setting_of_position(*spec.game)->name).text), {}};
    }
    play_line(line.text, board, *spec.game, moves);
    return {"", moves};
}

/// Whether an opening may be these moves.
bool is_opening(const games::Board& start, const Moves& moves) {
    const auto board = start.clone();
    for (const std::string& move : moves)
        board->play_legal(move);
    return !games::is_over(board->outcome());
}

/// A valid line for the message about one with a fault: its first moves, which are legal, or else a first move of the
/// game, or a position. Empty if it would be too long to be read, or if there is none.
std::string valid_line(const games::Board& start, const games::GameSpec& spec, Moves moves, bool is_position) {
    constexpr std::size_t max_moves = 8, max_size = 200;
    std::string line;
    if (is_position || start.hand()) {
        line = games::one_line(start.saved_position().value_or(""));
    } else {
        const auto legal = moves.empty() ? start.legal_moves() : Moves();
        if (!legal.empty()) moves = {legal.front()};
        if (moves.size() > max_moves) moves.resize(max_moves);
        if (!moves.empty() && !is_opening(start, moves)) moves.pop_back();
        if (!moves.empty()) line = line_of({"", moves}, !spec.game->record.empty());
    }
    return line.size() > max_size ? "" : line;
}

/// Reads the opening on a line. Throws games::UserError, with a line that is valid, if it has a fault.
GameStart opening_on(std::string_view text, const games::GameSpec& spec) {
    const auto board = spec.make_board(0);
    const auto& own_line = spec.game->notations.own_line;
    const bool has_positions = games::setting_of_position(*spec.game) != nullptr;
    games::OwnLine line{std::string(text), has_positions && games::looks_like_position(text)};
    Moves moves;
    try {
        if (own_line) line = own_line(text, *board);
        return opening_of(line, spec, *board, moves);
    } catch (const UserError& fault) {
        const std::string valid = valid_line(*spec.make_board(0), spec, std::move(moves), line.is_position);
        throw UserError(valid.empty() ? fault.what() : fmt::format("{}; a valid line: {}", fault.what(), valid));
    }
}

constexpr std::string_view usual_comment_signs = "#%;";

/// The signs that begin a comment: those with which no opening may begin.
std::string comment_signs(const games::GameSpec& spec) {
    std::string signs(usual_comment_signs);
    for (const std::string& move : spec.make_board(0)->legal_moves())
        std::erase(signs, move.front());
    return signs;
}

}  // namespace

std::vector<GameStart> read_openings(std::string_view text, const std::string& file, const games::GameSpec& spec) {
    const auto wrong = [&](const std::string& what) { throw UserError(fmt::format("openings '{}'{}", file, what)); };
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // written by editors on Windows
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    std::optional<std::string> signs;
    std::vector<GameStart> openings;
    for (int number = 1; !text.empty(); ++number) {
        const auto end = text.find('\n');
        const std::string_view line = stripped(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.empty()) continue;
        if (usual_comment_signs.find(line.front()) != std::string_view::npos && !signs) signs = comment_signs(spec);
        if (signs && signs->find(line.front()) != std::string::npos) continue;
        try {
            openings.push_back(opening_on(line, spec));
        } catch (const UserError& fault) {
            wrong(fmt::format(", line {}: {}", number, fault.what()));
        }
        if (openings.size() > max_listed_openings)
            wrong(fmt::format(" has more than {}: use a part of the file", max_listed_openings));
    }
    if (openings.empty())
        wrong(fmt::format(" contains no openings: write the moves of an opening{} on each line",
                          games::setting_of_position(*spec.game) != nullptr ? ", or a position," : ""));
    return openings;
}

std::string line_of(const GameStart& opening, bool own_game) {
    if (!opening.position.empty()) return opening.position;
    // No move has two spaces in a row, so two spaces before a comma always end a move.
    return fmt::format("{}", fmt::join(opening.moves, own_game ? "  , " : ", "));
}

}  // namespace referee
