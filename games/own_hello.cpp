#include "games/own_hello.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "games/words.hpp"
#include "games/written_position.hpp"

namespace games {

namespace {

constexpr std::size_t max_word = 32;
constexpr std::size_t max_shown = 60;

/// Whether a text is a name: small letters, digits and underscores, beginning with a letter.
bool is_name(std::string_view text) {
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
    return !text.empty() && text.size() <= max_word && text[0] >= 'a' && text[0] <= 'z' &&
           std::ranges::all_of(text, fits);
}

std::string_view name_in(ReplyLines& lines, std::string_view what) {
    const auto name = lines.word(what);
    if (is_name(name)) return name;
    lines.fail(std::string(what) + " is " + quoted(name) +
               ": it must be small letters, digits and _, and begin with a letter");
}

template <std::size_t Count>
std::string one_of(ReplyLines& lines, std::string_view what, const std::string_view (&known)[Count]) {
    const auto word = lines.word(what);
    if (std::ranges::find(known, word) != std::end(known)) return std::string(word);
    std::string list;
    for (const auto each : known)
        list.append(list.empty() ? "" : ", ").append(each);
    lines.fail(std::string(what) + " is " + quoted(word) + ": it must be one of " + list);
}

void read_game(ReplyLines& lines, OwnHello& hello) {
    hello.name = name_in(lines, "the name of the game");
    hello.protocol =
        static_cast<int>(lines.number("the version of the protocol", first_own_protocol, last_own_protocol));
}

void read_setting(ReplyLines& lines, OwnHello& hello) {
    constexpr std::int64_t most = 1'000'000'000;
    if (hello.settings.size() == max_own_settings) lines.fail("a game has at most 1000 settings");
    Setting setting;
    setting.name = name_in(lines, "the name of the setting");
    const auto usual = lines.number("the default", -most, most);
    setting.min = lines.number("the minimum", -most, most);
    setting.max = lines.number("the maximum", -most, most);
    if (usual < setting.min || usual > setting.max)
        lines.fail("the default is not between the minimum and the maximum");
    setting.fallback = std::to_string(usual);
    setting.meaning = lines.text("the meaning of the setting");
    if (std::ranges::any_of(hello.settings, [&](const Setting& other) { return other.name == setting.name; }))
        lines.fail("the setting " + setting.name + " is declared twice");
    hello.settings.push_back(std::move(setting));
}

void read_piece(ReplyLines& lines, OwnHello& hello) {
    const auto character = lines.word("the character of the piece");
    if (character.size() != 1 || character == ".") lines.fail("a piece is one character, and not a dot");
    if (hello.has_piece(character[0])) lines.fail("the piece " + quoted(character) + " is declared twice");
    OwnPiece piece{character[0], one_of(lines, "the shape", own_shapes), ""};
    piece.colour = one_of(lines, "the colour", own_colours);
    hello.pieces.push_back(std::move(piece));
}

void read_ending(ReplyLines& lines, OwnHello& hello) {
    const auto word = lines.word("the word of the ending");
    if (word.size() > max_word) lines.fail("the word of the ending is longer than 32 characters");
    if (hello.has_ending(word)) lines.fail("the ending " + quoted(word) + " is declared twice");
    hello.endings.emplace_back(word, lines.text("the meaning of the ending"));
}

void read_line(ReplyLines& lines, OwnHello& hello) {
    const auto key = lines.word("a word");
    if (key == "rule") return hello.rules.emplace_back(lines.text("the rule")), void();
    if (key == "title") return hello.title = lines.text("the title"), void();
    if (key == "setting") return read_setting(lines, hello);
    if (key == "ending") return read_ending(lines, hello);
    constexpr std::string_view boards[] = {"square", "points", "hex"};
    if (key == "game") {
        read_game(lines, hello);
    } else if (key == "plies") {
        hello.max_plies = static_cast<int>(lines.number("the maximum of plies", 1, max_own_plies));
    } else if (key == "piece") {
        read_piece(lines, hello);
    } else if (key == "board") {
        hello.board = one_of(lines, "the kind of board", boards);
    } else if (key == "secrets") {
        hello.has_secrets = true;
    } else if (key == "rows") {
        if (lines.word("`up`") != "up") lines.fail("`rows` is followed by `up`");
        hello.rows_up = true;
    } else if (key == "score") {
        hello.max_score = lines.number("the largest difference of points", 1, max_own_score);
        hello.score_name = lines.text("what the points are called");
    } else if (key == "starts") {
        hello.starts = lines.text("how a start is written");
    } else {
        lines.fail("the word " + quoted(key) + " is unknown");
    }
    lines.expect_end_of_line();
}

bool needs_version_2(std::string_view word) {
    return word == "secrets" || word == "rows" || word == "score" || word == "starts";
}

/// Whether a hello has at most one line with this word.
bool comes_once(std::string_view word) {
    return word == "game" || word == "plies" || word == "title" || word == "board" || needs_version_2(word);
}

}  // namespace

bool OwnHello::has_piece(char character) const {
    return std::ranges::any_of(pieces, [&](const OwnPiece& piece) { return piece.character == character; });
}

bool OwnHello::has_ending(std::string_view word) const {
    return std::ranges::any_of(endings, [&](const auto& ending) { return ending.first == word; });
}

std::string_view OwnHello::mark(Side side) const {
    const std::string_view colour = side == Side::first ? "first" : "second";
    const auto found = std::ranges::find(pieces, colour, &OwnPiece::colour);
    if (found != pieces.end()) return {&found->character, 1};
    return side == Side::first ? "1" : "2";
}

bool ReplyLines::next() {
    if (rest_.empty()) return false;
    const auto end = std::min(rest_.find('\n'), rest_.size());
    line_ = words_ = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    if (!std::ranges::all_of(line_, [](char c) { return c >= ' ' && c <= '~'; }))
        fail("it has a character that is not printable ASCII");
    return true;
}

std::string_view ReplyLines::expect(std::string_view what) {
    if (next()) return line_;
    throw WrongReply("the reply ends after line " + std::to_string(number_) + ", before " + std::string(what));
}

std::string_view ReplyLines::word(std::string_view what) {
    if (words_.empty()) fail(std::string(what) + " is missing");
    const auto space = words_.find(' ');
    const auto word = words_.substr(0, space);
    words_ = space == std::string_view::npos ? std::string_view() : words_.substr(space + 1);
    const bool ends_in_space = space != std::string_view::npos && words_.empty();
    if (word.empty() || ends_in_space) fail("its words must be separated by one space, without a space at the end");
    return word;
}

std::int64_t ReplyLines::number(std::string_view what, std::int64_t min, std::int64_t max) {
    const auto given = word(what);
    const auto number = whole_number(given);
    if (number && *number >= min && *number <= max) return *number;
    fail(std::string(what) + " is " + quoted(given) + ": it must be a whole number from " + std::to_string(min) +
         " to " + std::to_string(max));
}

std::string_view ReplyLines::text(std::string_view what) {
    if (words_.empty()) fail(std::string(what) + " is missing");
    return std::exchange(words_, {});
}

void ReplyLines::expect_end_of_line() const {
    if (!words_.empty()) fail("there is too much on this line: " + quoted(words_, max_shown));
}

void ReplyLines::fail(const std::string& problem) const {
    throw WrongReply("line " + std::to_string(number_) + " of the reply, " + quoted(line_, max_shown) + ": " + problem);
}

OwnHello read_hello(std::string_view reply, Repeats repeats) {
    if (reply.size() > max_hello) throw WrongReply("the hello is longer than 64 KiB, and each log holds it");
    OwnHello hello;
    std::vector<std::string_view> words;
    ReplyLines lines(reply);
    while (lines.next()) {
        const std::string_view word = lines.line().substr(0, lines.line().find(' '));
        hello.lines.emplace_back(lines.line());
        read_line(lines, hello);
        const bool repeated = comes_once(word) && std::ranges::find(words, word) != words.end();
        if (repeated && repeats == Repeats::refused)
            lines.fail("there is more than one line `" + std::string(word) + "`");
        words.push_back(word);
    }
    if (hello.name.empty()) throw WrongReply("the hello has no line `game NAME 1`");
    const auto newer = std::ranges::find_if(words, needs_version_2);
    if (newer != words.end() && hello.protocol < 2)
        throw WrongReply("the line `" + std::string(*newer) + "` needs version 2: `game " + hello.name + " 2`");
    if (hello.has_secrets && !hello.starts.empty())
        throw WrongReply("`starts` and `secrets` exclude each other: a start would tell both players everything");
    if (hello.max_plies == 0) throw WrongReply("the hello has no line `plies MAX`");
    if (hello.endings.empty()) throw WrongReply("the hello has no line `ending WORD TEXT`");
    if (!hello.starts.empty()) {
        if (std::ranges::any_of(hello.settings, [](const Setting& one) { return one.name == position_setting; }))
            throw WrongReply(
                "a game with `starts` has the setting position for them: call the other setting otherwise");
        if (hello.settings.size() == max_own_settings)
            throw WrongReply("a game with `starts` has at most 999 settings of its own");
        hello.settings.push_back(position_setting_of("the position at the start: " + hello.starts));
    }
    if (hello.title.empty()) hello.title = hello.name;
    return hello;
}

}  // namespace games
