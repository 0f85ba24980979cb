#include "referee/core/base/wrapped_text.hpp"

#include <algorithm>
#include <array>

#include "referee/core/base/text_width.hpp"

namespace referee {

namespace {

constexpr char escape = '\x1b';

/// The text without sequences that set colours (ESC [ ... m).
std::string without_colours(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const auto begin = std::min(text.find(escape), text.size());
        plain += text.substr(0, begin);
        const auto end = text.find('m', begin);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return plain;
}

std::size_t columns_shown(std::string_view text) {
    return text.find(escape) == std::string_view::npos ? columns_of(text) : columns_of(without_colours(text));
}

/// The position of a referee command at the end of the text, as in "to resume: referee ..."; npos if there is none.
std::size_t command_in(std::string_view text) {
    std::size_t found = std::string_view::npos;
    for (const std::string_view before : {": referee ", "see referee ", "with referee "}) {
        const auto at = text.find(before);
        if (at != std::string_view::npos) found = std::min(found, at + before.find("referee"));
    }
    return found;
}

/// A word, and the blanks before it.
struct Word {
    std::string_view blanks, word;
};

/// Removes the next word from a text. `command`: the position of the command, which counts as one word. `list`: what
/// stands between two commas counts as one word.
Word take_word(std::string_view& text, std::size_t command, bool list = false) {
    const auto begin = std::min(text.find_first_not_of(' '), text.size());
    auto end = text.find(list ? ", " : " ", begin);
    if (begin == command || end == std::string_view::npos)
        end = text.size();
    else if (list)
        ++end;
    const Word word{text.substr(0, begin), text.substr(begin, end - begin)};
    text.remove_prefix(end);
    return word;
}

/// Whether a byte belongs to a letter of any script. Bytes beyond ASCII count as letters.
bool is_letter(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/// Whether a line is the head of a table of results. The rows below it are no prose.
bool is_head(std::string_view line) {
    std::string words;
    for (Word next = take_word(line, std::string_view::npos); !next.word.empty();
         next = take_word(line, std::string_view::npos))
        words += std::string(next.word) + ' ';
    constexpr std::array heads = {"place name points ", "# name 1 ", "name points won ", "name weight % "};
    return std::ranges::any_of(heads, [&](const std::string_view head) { return words.starts_with(head); });
}

/// Whether a line is a list of moves, such as "8 0, 8 1, 8 2": every fifth word or more ends in a comma.
bool is_list(std::string_view line) {
    constexpr std::size_t least_commas = 3, words_a_comma = 5;
    const auto first = line.find_first_not_of(' ');
    if (first == std::string_view::npos || line[first] == '{' || line[first] == '[' || line[first] == '"') return false;
    std::size_t words = 0, commas = 0;
    for (Word next = take_word(line, std::string_view::npos); !next.word.empty();
         next = take_word(line, std::string_view::npos)) {
        ++words;
        commas += next.word.ends_with(',') ? 1 : 0;
    }
    return commas >= least_commas && commas * words_a_comma >= words;
}

/// Whether a line consists of words, and not of JSON, the cells of a drawing or the columns of a table.
bool is_prose(std::string_view line) {
    const auto first = line.find_first_not_of(' ');
    if (first == std::string_view::npos || line[first] == '{' || line[first] == '[' || line[first] == '"') return false;
    if (is_head(line)) return false;
    constexpr std::size_t letters_a_word = 2, min_gaps_of_table = 3;  // three, because a headline may have two gaps
    std::size_t words = 0, letters = 0, gaps = 0;
    while (!line.empty()) {
        const auto [blanks, word] = take_word(line, std::string_view::npos);
        if (word.empty()) break;
        gaps += words > 0 && blanks.size() > 1 ? 1 : 0;
        ++words;
        letters += static_cast<std::size_t>(std::ranges::count_if(word, is_letter));
    }
    return gaps < min_gaps_of_table && letters >= letters_a_word * words;
}

/// The indentation of the lines after the first one.
std::size_t hanging_indent(std::string_view line) {
    constexpr std::size_t max_indent = 20;
    const auto first = line.find_first_not_of(' ');
    const auto gap = line.find("  ", first);
    if (gap == std::string_view::npos) return first;
    const auto behind = columns_of(line.substr(0, line.find_first_not_of(' ', gap)));
    return behind <= max_indent ? behind : first;
}

/// Breaks a text into lines. The first line begins at `column`, and the other lines at `indent`.
std::string broken(std::string_view text, std::size_t column, std::size_t indent, std::size_t width,
                   bool list = false) {
    std::string out;
    const std::size_t command = command_in(text);
    const std::size_t length = text.size();
    bool line_is_begun = false;
    while (!text.empty()) {
        const std::size_t done = length - text.size();
        const auto [blanks, word] = take_word(text, command < done ? std::string_view::npos : command - done, list);
        if (line_is_begun && column + blanks.size() + columns_shown(word) > width) {
            out += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (line_is_begun) {
            out += blanks;
            column += blanks.size();
        }
        out += word;
        column += columns_shown(word);
        line_is_begun = true;
    }
    return out;
}

/// Breaks a line that is too wide, if it is prose.
std::string broken_line(std::string_view line, std::size_t width) {
    const std::string plain = without_colours(line);
    const auto first = plain.find_first_not_of(' ');
    const bool list = first != std::string::npos && !is_prose(plain) && is_list(plain);
    if (first == std::string::npos || (!list && !is_prose(plain))) return std::string(line);
    const auto begin = line.find_first_not_of(' ');
    return std::string(begin, ' ') + broken(line.substr(begin), first, hanging_indent(plain), width, list);
}

}  // namespace

std::string wrapped_text(std::string_view text, std::size_t indent, std::size_t width) {
    return broken(text, indent, indent, width);
}

std::string wrapped_lines(std::string_view text, std::size_t width) {
    std::string out;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        out += columns_shown(line) > width ? broken_line(line, width) : std::string(line);
        if (end < text.size()) out += '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

}  // namespace referee
