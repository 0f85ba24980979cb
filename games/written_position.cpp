#include "games/written_position.hpp"

#include <algorithm>

#include "games/user_error.hpp"
#include "games/words.hpp"

namespace games {

PositionReader::PositionReader(const FileText& position, std::string_view form) : position_(position), form_(form) {
    constexpr std::string_view between = " \t\r\n/";
    std::string_view rest = position.text;
    for (auto first = rest.find_first_not_of(between); first != std::string_view::npos;
         first = rest.find_first_not_of(between)) {
        rest.remove_prefix(first);
        words_.push_back(rest.substr(0, rest.find_first_of(between)));
        rest.remove_prefix(words_.back().size());
    }
}

std::vector<std::string_view> PositionReader::rows() {
    std::vector<std::string_view> rows;
    while (!at_end() && words_[next_].size() > 1)
        rows.push_back(words_[next_++]);
    return rows;
}

std::string_view PositionReader::word(std::string_view what) {
    if (at_end()) fail("it ends before it says " + std::string(what));
    return words_[next_++];
}

int PositionReader::number(std::string_view what, int min, int max) {
    const std::string_view text = word(what);
    const auto number = whole_number(text);
    if (!number || *number < min || *number > max) {
        fail(quoted(text) + " is not " + std::string(what) + ", a number from " + std::to_string(min) + " to " +
             std::to_string(max));
    }
    return static_cast<int>(*number);
}

Side PositionReader::side(std::string_view first, std::string_view second) {
    const std::string_view text = word("who moves, " + std::string(first) + " or " + std::string(second));
    if (text == first) return Side::first;
    if (text == second) return Side::second;
    fail(quoted(text) + " does not name the side to move, " + std::string(first) + " or " + std::string(second));
}

void PositionReader::expect_end() const {
    if (!at_end()) fail(quoted(words_[next_]) + " is unexpected at the end");
}

void PositionReader::check_row(std::string_view row, std::size_t number, std::size_t length,
                               std::string_view cells) const {
    const std::string which = "row " + std::to_string(number);
    const auto wrong = row.find_first_not_of(cells);
    if (wrong != std::string_view::npos) {
        fail("character " + std::to_string(wrong + 1) + " of " + which + " is " + quoted(row.substr(wrong, 1)) +
             " and no cell");
    }
    if (row.size() != length) {
        fail(which + " has " + std::to_string(row.size()) + " cells and not " + std::to_string(length));
    }
}

void PositionReader::fail(const std::string& problem) const {
    throw UserError(name_of(position_) + ": " + problem + "; write " + std::string(form_));
}

Lines::Lines(std::string_view what, const FileText& file) : what_(what), file_(file), rest_(file.text) {
    const auto last = rest_.find_last_not_of("\r\n");
    rest_ = rest_.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view Lines::next() {
    ++number_;
    const auto end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

void Lines::fail(const std::string& problem) const {
    throw UserError(std::string(what_) + " '" + file_.source + "', line " + std::to_string(number_) + ": " + problem);
}

void Lines::fail_at_end(const std::string& problem) const {
    throw UserError(std::string(what_) + " '" + file_.source + "' ends after line " + std::to_string(number_) + ": " +
                    problem);
}

std::string name_of(const FileText& position) {
    const bool is_file = position.source != position.text && position.source.find(' ') == std::string::npos;
    return (is_file ? "position in the file " : "position ") + quoted(position.source, 48);
}

std::string one_line(std::string_view text) {
    const auto last = text.find_last_not_of("\r\n");
    std::string line(text.substr(0, last == std::string_view::npos ? 0 : last + 1));
    std::replace(line.begin(), line.end(), '\n', '/');
    return line;
}

bool looks_like_position(std::string_view line) {
    constexpr std::size_t cells = 64;
    const std::string_view word = line.substr(0, line.find(' '));
    const bool is_list = word.find(',') != std::string_view::npos;  // a list of moves has no spaces
    return line.find('/') != std::string_view::npos || (word.size() >= cells && !is_list);
}

std::string joined_rows(std::span<const std::string> rows) {
    std::string text;
    for (const std::string& row : rows) {
        if (!text.empty()) text += '/';
        text += row;
    }
    return text;
}

void agree_with_position(SettingValues& values, std::string_view name, int value, const FileText& position) {
    values.set_default(name, value);
    if (values.get(name) == value) return;
    const std::string setting(name);
    throw UserError(name_of(position) + " has " + setting + " " + std::to_string(value) + ", and the game has " +
                    setting + "=" + std::to_string(values.get(name)) + ": they must be the same");
}

std::string quoted(std::string_view text, std::size_t max_bytes) {
    constexpr char hex[] = "0123456789abcdef";
    std::string out = "'";
    for (const char byte : text.substr(0, max_bytes)) {
        const auto value = static_cast<unsigned char>(byte);
        if (value >= 0x20 && value < 0x7f) {
            out += byte;
        } else {
            out.append("\\x") += hex[value >> 4];
            out += hex[value & 15];
        }
    }
    return out + (text.size() > max_bytes ? "...'" : "'");
}

}  // namespace games
