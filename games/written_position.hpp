// Parses written positions, and reports their errors.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.hpp"
#include "games/settings.hpp"

namespace games {

/// The usual name of the setting, which most games use, and the value that means "no position".
inline constexpr std::string_view position_setting = "position";
inline constexpr std::string_view no_position = "none";

/// Creates the setting of a game that can begin from a written position. `meaning` describes it to users.
inline Setting position_setting_of(std::string_view meaning) {
    return {.name = std::string(position_setting),
            .meaning = std::string(meaning),
            .fallback = std::string(no_position),
            .kind = Setting::Kind::position,
            .is_optional = true};
}

/// Parses a written position word by word. Blanks, line ends and '/' separate words, so that a position can be one line
/// or a file with a row on each line. Every failure is a UserError that names the position, the problem, and how a
/// position is written.
class PositionReader {
public:
    /// `form` describes how a position of this game is written. Requires: `position` and the text of `form` outlive
    /// this object.
    PositionReader(const FileText& position, std::string_view form);

    /// Returns the words before the first word of a single character: the rows of a board.
    std::vector<std::string_view> rows();
    /// Returns the next of these words, or an empty one if there is none.
    std::string_view row() { return at_end() || words_[next_].size() == 1 ? std::string_view() : words_[next_++]; }
    bool at_end() const { return next_ == words_.size(); }
    /// Skips the next word if it is this one.
    void skip(std::string_view word) { next_ += !at_end() && words_[next_] == word ? 1 : 0; }
    /// Returns the next word. Fails if there is none; the message says that `what` is missing.
    std::string_view word(std::string_view what);
    int number(std::string_view what, int min, int max);
    /// Reads the mark of a side, `first` or `second`.
    Side side(std::string_view first, std::string_view second);
    /// Fails if any words are left.
    void expect_end() const;

    /// Fails if the length of row `number` (counted from 1) is not `length`, or if it has characters that are not in
    /// `cells`.
    void check_row(std::string_view row, std::size_t number, std::size_t length, std::string_view cells) const;

    [[noreturn]] void fail(const std::string& problem) const;

private:
    const FileText& position_;
    std::string_view form_;
    std::vector<std::string_view> words_;
    std::size_t next_ = 0;
};

/// Reads a file line by line. Ignores a CR before an LF, and blank lines at the end.
class Lines {
public:
    /// `what` is the setting that names the file, for messages. Requires: `file` outlives this object.
    Lines(std::string_view what, const FileText& file);

    bool at_end() const { return rest_.empty(); }
    /// Requires: !at_end().
    std::string_view next();
    /// Throws UserError with the file, the number of the line that next() returned last, and the problem.
    [[noreturn]] void fail(const std::string& problem) const;
    /// Throws UserError for something that is missing at the end of the file.
    [[noreturn]] void fail_at_end(const std::string& problem) const;

private:
    std::string_view what_;
    const FileText& file_;
    std::string_view rest_;
    int number_ = 0;
};

/// Returns a position's text on one line. '/' replaces every line end but the last.
std::string one_line(std::string_view text);

/// Whether a line is a position and not a list of moves: it contains a '/', or its first word has at least as many
/// characters as an 8 x 8 board has cells and is not a list separated by commas.
bool looks_like_position(std::string_view line);

/// Joins the rows with '/'.
std::string joined_rows(std::span<const std::string> rows);

/// Gives the position setting its default if it has no value. Otherwise replaces the position by its canonical form,
/// which `canonical(file)` returns, so that the text is complete.
template <class Canonical>
void complete_position(SettingValues& values, Canonical canonical) {
    values.set_default_file(position_setting, {std::string(no_position), ""});
    const FileText& file = values.file(position_setting);
    if (file.source == no_position && file.text.empty()) return;
    const std::string text = canonical(file);
    values.set_file(position_setting, {text, text});
}

/// Names a position in messages: "position in the file 'a.txt'", or "position 'XO.../...'" with the beginning of its
/// text.
std::string name_of(const FileText& position);

/// Gives a setting the value that the position implies. Throws UserError if it already has a different value.
void agree_with_position(SettingValues& values, std::string_view name, int value, const FileText& position);

/// Quotes a text for messages. Cuts it if it is long, and writes unprintable bytes as \xNN.
std::string quoted(std::string_view text, std::size_t max_bytes = 20);

}  // namespace games
