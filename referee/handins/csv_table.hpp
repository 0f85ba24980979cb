// Reads tables as learning platforms and spreadsheets write them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace referee::handins {

/// A part of a text.
struct TextPart {
    std::size_t begin = 0, size = 0;
};

struct TableLine {
    std::size_t line = 1;            ///< the line of the file on which it begins
    std::vector<std::string> cells;  ///< in NFC, without blanks around them
    std::vector<TextPart> places;    ///< of the cells in the text, with quotes and blanks
};

enum class Encoding : unsigned char { utf8, utf8_with_mark, utf16_little, utf16_big, windows_1252 };

struct CsvTable {
    std::vector<TableLine> lines;  ///< without blank ones
    char separator = ',';
    Encoding encoding = Encoding::utf8;
    std::string text;  ///< the whole file in UTF-8, without a mark
};

/// Reads a table (RFC 4180) in UTF-8, UTF-16 with a mark, or Windows-1252. The separator is a comma, a semicolon or a
/// tab: the most frequent one outside quotes in the first line, or that of a line "sep=;". `file` is its name in
/// messages. Throws games::UserError if the bytes are no such text, or if a quote is not closed.
[[nodiscard]] CsvTable read_csv(std::string_view bytes, const std::string& file);

/// Whether a text is UTF-8.
[[nodiscard]] bool is_in_utf8(std::string_view text);

/// A text in an encoding. Characters that it lacks become question marks.
[[nodiscard]] std::string encoded(std::string_view text, Encoding encoding);

}  // namespace referee::handins
