// Reads written positions, and reports their errors.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.hpp"
#include "games/settings.hpp"

namespace games {

/// The name of the setting, in every game whose setting has no other one, and the word that stands for none.
inline constexpr std::string_view position_setting = "position";
inline constexpr std::string_view no_position = "none";

/// The setting of a game that can begin from a written position; `meaning` is for people.
inline Setting position_setting_of(std::string_view meaning) {
    return {.name = std::string(position_setting),
            .meaning = std::string(meaning),
            .fallback = std::string(no_position),
            .kind = Setting::Kind::position,
            .is_optional = true};
}

/// Takes a written position apart, word by word. Blanks, ends of lines and '/' stand between words, so that a position
/// is one line as well as a file with a row on each line. All failures are UserErrors that name the position, what is
/// wrong, and how a position is written.
class PositionReader {
public:
    /// `form`: how a position of this game is written. Requires: both outlive the reader.
    PositionReader(const FileText& position, std::string_view form);

    /// The words up to the first one of a single character: the rows of a board.
    std::vector<std::string_view> rows();
    bool at_end() const { return next_ == words_.size(); }
    /// The next word. Fails, naming `what` it should be, if there is none.
    std::string_view word(std::string_view what);
    int number(std::string_view what, int min, int max);
    /// The side with this mark.
    Side side(std::string_view first, std::string_view second);
    /// Fails if something is left.
    void expect_end() const;

    /// Fails if row `number`, counted from 1, has another length, or other characters than `cells`.
    void check_row(std::string_view row, std::size_t number, std::size_t length, std::string_view cells) const;

    [[noreturn]] void fail(const std::string& problem) const;

private:
    const FileText& position_;
    std::string_view form_;
    std::vector<std::string_view> words_;
    std::size_t next_ = 0;
};

/// Goes through a file line by line. A CR before an LF, and blank lines at the end, are not there.
class Lines {
public:
    /// `what`: the setting that names the file, for messages. Requires: `file` outlives the lines.
    Lines(std::string_view what, const FileText& file);

    bool at_end() const { return rest_.empty(); }
    /// Requires: !at_end().
    std::string_view next();
    /// Throws UserError: the file, the line taken last (the one after the last at the end), and what is wrong there.
    [[noreturn]] void fail(const std::string& problem) const;
    /// The same for what is missing at the end of the file.
    [[noreturn]] void fail_at_end(const std::string& problem) const;

private:
    std::string_view what_;
    const FileText& file_;
    std::string_view rest_;
    int number_ = 0;
};

/// A position's text on one line: '/' stands for the ends of lines but the last one.
std::string one_line(std::string_view text);

/// Whether a line is a position and not a list of moves: there is a '/' in it, or its first word has as many
/// characters as a board.
bool looks_like_position(std::string_view line);

/// The rows with '/' between them.
std::string joined_rows(std::span<const std::string> rows);

/// Gives the setting its default where it has no value, and brings a position into the form that `canonical(file)`
/// returns, so that the text is complete.
template <class Canonical>
void complete_position(SettingValues& values, Canonical canonical) {
    values.set_default_file(position_setting, {std::string(no_position), ""});
    const FileText& file = values.file(position_setting);
    if (file.source == no_position && file.text.empty()) return;
    const std::string text = canonical(file);
    values.set_file(position_setting, {text, text});
}

/// For messages: "position in the file 'a.txt'", or "position 'XO.../...'" with the beginning of a written-out one.
std::string name_of(const FileText& position);

/// Gives a setting of the game the value that a position has. Throws UserError if it has another one already.
void agree_with_position(SettingValues& values, std::string_view name, int value, const FileText& position);

/// A text as messages show it: in quotes, cut if it is long, with unprintable bytes as \xNN.
std::string quoted(std::string_view text, std::size_t max_bytes = 20);

}  // namespace games
