// The description that a game of one's own gives of itself: the answer of its rules, a program, to `referee 1`
// (docs/own_game.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/game.hpp"
#include "games/settings.hpp"

namespace games {

/// The versions of the protocol between the referee and the rules. The hello says which one the rules speak.
inline constexpr int first_own_protocol = 1;
inline constexpr int last_own_protocol = 2;

/// Reports a reply of the rules that violates the protocol. The message names the line and the problem.
class WrongReply : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A character of the board, and how pages draw it.
struct OwnPiece {
    char character;
    std::string shape;   ///< one of own_shapes
    std::string colour;  ///< one of own_colours
};

/// The shapes and colours of pieces. `first` and `second` are the colours of the two players. Pages know these words;
/// the lists never lose a word.
inline constexpr std::string_view own_shapes[] = {"disc", "ring", "square", "diamond", "triangle", "cross",
                                                  "star", "pawn", "king",   "knight",  "bar",      "letter"};
inline constexpr std::string_view own_colours[] = {"first",  "second", "grey", "red",    "orange",
                                                   "yellow", "green",  "blue", "purple", "brown"};

/// The largest board of a game of one's own: columns have one letter each.
inline constexpr std::size_t max_own_columns = 26;
inline constexpr std::size_t max_own_rows = 64;
/// The largest hello in bytes. Each log holds it.
inline constexpr std::size_t max_hello = 64 << 10;
/// The maximum of `plies`.
inline constexpr int max_own_plies = 100'000;

/// The maximum of MAX in `score`, and of the points of a player.
inline constexpr std::int64_t max_own_score = 1'000'000'000;

/// The maximum number of settings. JSON objects of logs have at most so many keys.
inline constexpr std::size_t max_own_settings = 1000;

/// What the rules say of their game.
struct OwnHello {
    std::string name;
    std::string title;
    std::string board = "square";  ///< the kind of the board: "square", "points" or "hex"
    int max_plies = 0;
    SettingTable settings;  ///< numbers only
    std::vector<OwnPiece> pieces;
    std::vector<std::pair<std::string, std::string>> endings;  ///< a word, and its meaning
    std::vector<std::string> rules;                            ///< sentences
    std::vector<std::string> lines;                            ///< the reply itself, without `end`

    int protocol = first_own_protocol;
    // The rest needs version 2.
    bool has_secrets = false;    ///< each player sees only a view of the position
    bool rows_up = false;        ///< row 1 is the lowest one
    std::int64_t max_score = 0;  ///< the largest difference of points; 0: the game has no points
    std::string score_name;      ///< what the points are called
    std::string starts;          ///< how a position is written from which a game can begin; empty: there are none

    [[nodiscard]] bool has_score() const { return max_score > 0; }

    [[nodiscard]] bool has_piece(char character) const;
    [[nodiscard]] bool has_ending(std::string_view word) const;
    /// The first piece that has this side's colour as a text, or "1" or "2" if there is none.
    [[nodiscard]] std::string_view mark(Side side) const;
};

/// Takes lines from a reply one by one, and words from each line.
class ReplyLines {
public:
    /// Requires: the text outlives this object.
    explicit ReplyLines(std::string_view reply) : rest_(reply) {}

    /// Moves to the next line. Returns false at the end of the reply. Throws WrongReply for a character that is not
    /// printable ASCII.
    bool next();
    [[nodiscard]] std::string_view line() const { return line_; }
    /// Moves to the next line, which must exist. `what` it is, for the message.
    std::string_view expect(std::string_view what);

    /// Takes the next word of the line; throws WrongReply if there is none. `what` the word is, for the message.
    std::string_view word(std::string_view what);
    [[nodiscard]] bool has_word() const { return !words_.empty(); }
    std::int64_t number(std::string_view what, std::int64_t min, std::int64_t max);
    /// Takes the rest of the line, which must not be empty.
    std::string_view text(std::string_view what);
    /// Throws WrongReply if the line has more words.
    void expect_end_of_line() const;
    [[noreturn]] void fail(const std::string& problem) const;

private:
    std::string_view rest_;
    std::string_view line_;
    std::string_view words_;  ///< the rest of the line
    int number_ = 0;
};

/// Whether a line that comes once (`game`, `plies`, `title`, `board`) may be repeated. Earlier versions accepted that,
/// and took the last `title`, `plies` and `board`, so logs may contain it.
enum class Repeats : std::uint8_t { refused, allowed };

/// Reads the lines of a hello, without `end`. Throws WrongReply.
[[nodiscard]] OwnHello read_hello(std::string_view reply, Repeats repeats = Repeats::refused);

}  // namespace games
