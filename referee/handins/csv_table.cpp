#include "referee/handins/csv_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "games/user_error.hpp"
#include "protocol/utf8.hpp"
#include "referee/handins/person_names.hpp"

namespace referee::handins {

namespace {

using games::UserError;

/// The characters 0x80 to 0x9f of Windows-1252; the others are those of Unicode.
constexpr std::array<std::uint16_t, 32> windows_1252 = {0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021,
                                                        0x2c6,  0x2030, 0x160,  0x2039, 0x152,  0x8d,   0x17d,  0x8f,
                                                        0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                                        0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};

std::string from_utf16(std::string_view bytes, bool little_endian) {
    const auto unit = [&](std::size_t i) -> std::uint32_t {
        const auto first = static_cast<unsigned char>(bytes[i]), second = static_cast<unsigned char>(bytes[i + 1]);
        return little_endian ? first | static_cast<std::uint32_t>(second) << 8
                             : static_cast<std::uint32_t>(first) << 8 | second;
    };
    std::string text;
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
        std::uint32_t point = unit(i);
        const bool is_high = point >= 0xd800 && point < 0xdc00;
        if (is_high && i + 3 < bytes.size() && unit(i + 2) >= 0xdc00 && unit(i + 2) < 0xe000) {
            point = 0x10000 + ((point - 0xd800) << 10) + (unit(i + 2) - 0xdc00);
            i += 2;
        } else if (point >= 0xd800 && point < 0xe000) {
            point = 0xfffd;  // half of a pair
        }
        protocol::append_character(text, point);
    }
    return text;
}

std::string from_windows_1252(std::string_view text) {
    std::string utf8;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        protocol::append_character(utf8, byte >= 0x80 && byte < 0xa0 ? windows_1252[byte - 0x80] : byte);
    }
    return utf8;
}

Encoding encoding_of(std::string_view bytes) {
    if (bytes.starts_with("\xff\xfe")) return Encoding::utf16_little;
    if (bytes.starts_with("\xfe\xff")) return Encoding::utf16_big;
    if (bytes.starts_with("\xef\xbb\xbf")) return Encoding::utf8_with_mark;
    return is_in_utf8(bytes) ? Encoding::utf8 : Encoding::windows_1252;
}

std::string decoded_from(std::string_view bytes, Encoding encoding) {
    switch (encoding) {
        case Encoding::utf16_little:
        case Encoding::utf16_big: return from_utf16(bytes.substr(2), encoding == Encoding::utf16_little);
        case Encoding::utf8_with_mark: bytes.remove_prefix(3); break;
        case Encoding::utf8: break;
        case Encoding::windows_1252: return from_windows_1252(bytes);
    }
    return is_in_utf8(bytes) ? std::string(bytes) : from_windows_1252(bytes);
}

std::string trimmed(const std::string& text) {
    const auto begin = text.find_first_not_of(" \t\r\n");
    return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

/// The separator that is most frequent in the first line, outside quotes.
char separator_of(std::string_view text) {
    constexpr std::array separators = {',', ';', '\t'};
    std::array<std::size_t, separators.size()> count{};
    bool quoted = false;
    for (const char c : text) {
        if ((c == '\n' || c == '\r') && !quoted) break;
        if (c == '"') quoted = !quoted;
        const auto found = std::ranges::find(separators, c);
        if (!quoted && found != separators.end()) ++count[static_cast<std::size_t>(found - separators.begin())];
    }
    return separators[static_cast<std::size_t>(std::ranges::max_element(count) - count.begin())];
}

/// The lines of a text from the place `first` on.
std::vector<TableLine> lines_of(std::string_view text, std::size_t first, char separator, const std::string& file) {
    std::vector<TableLine> lines;
    TableLine row;
    std::string cell;
    std::size_t line = first == 0 ? 1 : 2;
    bool quoted = false;
    std::size_t begin = first;  // of the cell
    const auto end_cell = [&](std::size_t at) {
        const bool has_return = at > begin && at < text.size() && text[at] == '\n' && text[at - 1] == '\r';
        row.cells.push_back(in_nfc(trimmed(std::exchange(cell, {})), Case::kept));
        row.places.push_back({begin, at - begin - (has_return ? 1 : 0)});
        begin = at + 1;
    };
    const auto end_row = [&](std::size_t at) {
        end_cell(at);
        if (std::ranges::any_of(row.cells, [](const auto& one) { return !one.empty(); })) lines.push_back(row);
        row = {line + 1, {}, {}};
    };
    const auto is_lone_return = [&](std::size_t i) {  // the line end of old systems
        return text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
    };
    for (std::size_t i = first; i < text.size(); ++i) {
        const char c = text[i];
        const bool double_quote = quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"';
        if (double_quote) ++i;
        if (c == '"' && !double_quote && (quoted || trimmed(cell).empty())) {
            quoted = !quoted;
        } else if (!quoted && c == separator) {
            end_cell(i);
        } else if (!quoted && (c == '\n' || is_lone_return(i))) {
            end_row(i);
        } else {
            cell += c;
        }
        if (c == '\n' || is_lone_return(i)) ++line;
    }
    if (quoted) throw UserError(fmt::format("{}:{}: a quote (\") is not closed", file, row.line));
    end_row(text.size());
    return lines;
}

}  // namespace

bool is_in_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto [point, length] = protocol::decoded(text.substr(i));
        if (point == protocol::no_character) return false;
        i += length;
    }
    return true;
}

CsvTable read_csv(std::string_view bytes, const std::string& file) {
    CsvTable read;
    read.encoding = encoding_of(bytes);
    read.text = decoded_from(bytes, read.encoding);
    if (read.text.find('\0') != std::string::npos)
        throw UserError(fmt::format("{}: this is no CSV file in UTF-8: export it again as \"CSV UTF-8\"", file));
    std::size_t first = 0;
    read.separator = separator_of(read.text);
    if (read.text.starts_with("sep=") && read.text.size() > 4) {  // a line for spreadsheets
        read.separator = read.text[4];
        first = std::min(read.text.find('\n'), read.text.size() - 1) + 1;
    }
    read.lines = lines_of(read.text, first, read.separator, file);
    return read;
}

std::string encoded(std::string_view text, Encoding encoding) {
    if (encoding == Encoding::utf8) return std::string(text);
    if (encoding == Encoding::utf8_with_mark) return "\xef\xbb\xbf" + std::string(text);
    const bool little = encoding == Encoding::utf16_little;
    std::string bytes;
    const auto add_unit = [&](std::uint32_t unit) {
        const char low = static_cast<char>(unit & 0xff), high = static_cast<char>(unit >> 8);
        bytes += little ? low : high;
        bytes += little ? high : low;
    };
    const bool wide = little || encoding == Encoding::utf16_big;
    if (wide) add_unit(0xfeff);
    while (!text.empty()) {
        const auto [point, length] = protocol::decoded(text);
        text.remove_prefix(length);
        if (wide && point >= 0x10000) {
            add_unit(0xd800 + ((point - 0x10000) >> 10));
            add_unit(0xdc00 + ((point - 0x10000) & 0x3ff));
        } else if (wide) {
            add_unit(point);
        } else if (const auto special = std::ranges::find(windows_1252, point); special != windows_1252.end()) {
            bytes += static_cast<char>(0x80 + (special - windows_1252.begin()));
        } else {
            bytes += point < 0x100 ? static_cast<char>(point) : '?';
        }
    }
    return bytes;
}

}  // namespace referee::handins
