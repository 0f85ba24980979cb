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

/// Plays the moves on a line, and returns them. Throws games::UserError if one is not legal, or the game is over.
Moves play_line(std::string_view line, games::Board& board, const games::GameInfo& game) {
    Moves moves;
    for (bool more = true; more;) {
        if (board.hand())
            throw UserError(fmt::format("in {} the legal moves depend on what is drawn; {}use --openings N", game.name,
                                        games::setting_of_position(game) != nullptr ? "write positions, or " : ""));
        more = take_move(line, board, moves.emplace_back());
        const std::string move = protocol::escaped(moves.back(), 40);
        if (games::is_over(board.outcome()))
            throw UserError(fmt::format("the game is over before move {}, '{}'", moves.size(), move));
        switch (board.play(moves.back())) {
            case games::Verdict::played: break;
            case games::Verdict::unreadable:
                throw UserError(
                    fmt::format("move {}, '{}', is not written as a move of this game: write moves as in "
                                "the protocol, separated by commas",
                                moves.size(), move));
            case games::Verdict::illegal:
                throw UserError(fmt::format("move {}, '{}', is not legal there", moves.size(), move));
        }
    }
    if (games::is_over(board.outcome())) throw UserError("the game is over after it");
    return moves;
}

/// Reads the opening on a line. Throws games::UserError if it has a fault.
GameStart opening_on(std::string_view line, const games::GameSpec& spec) {
    const games::Setting* const setting = games::setting_of_position(*spec.game);
    if (setting != nullptr && games::looks_like_position(line)) {
        const auto begun = games::with_position(spec, line);
        return {games::one_line(begun.values.file(setting->name).text), {}};
    }
    const auto board = spec.make_board(0);
    return {"", play_line(line, *board, *spec.game)};
}

/// Whether an opening may begin with '#', which is then no sign of a comment.
bool has_move_with_hash(const games::GameSpec& spec) {
    return std::ranges::any_of(spec.make_board(0)->legal_moves(),
                               [](const std::string& move) { return move.starts_with('#'); });
}

}  // namespace

std::vector<GameStart> read_openings(std::string_view text, const std::string& file, const games::GameSpec& spec) {
    const auto wrong = [&](const std::string& what) { throw UserError(fmt::format("openings '{}'{}", file, what)); };
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // written by editors on Windows
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    std::optional<bool> hash_is_move;
    std::vector<GameStart> openings;
    for (int number = 1; !text.empty(); ++number) {
        const auto end = text.find('\n');
        const std::string_view line = stripped(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.empty()) continue;
        if (line.front() == '#' && !hash_is_move) hash_is_move = has_move_with_hash(spec);
        if (line.front() == '#' && !*hash_is_move) continue;
        try {
            openings.push_back(opening_on(line, spec));
        } catch (const UserError& fault) {
            wrong(fmt::format(", line {}: {}", number, fault.what()));
        }
        if (openings.size() > max_listed_openings) wrong(fmt::format(" has more than {}", max_listed_openings));
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
