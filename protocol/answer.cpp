#include "protocol/answer.hpp"

namespace protocol {

namespace {

std::string_view without_trailing_spaces(std::string_view text) {
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return text;
}

void append_escaped(std::string& out, char byte) {
    constexpr char hex[] = "0123456789abcdef";
    const auto value = static_cast<unsigned char>(byte);
    switch (byte) {
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        case '\\': out += "\\\\"; return;
        case '"': out += "\\\""; return;
        default: break;
    }
    if (value >= 0x20 && value < 0x7f) {
        out += byte;
    } else {
        out.append("\\x") += hex[value >> 4];
        out += hex[value & 15];
    }
}

}  // namespace

std::string_view answer_of(std::string_view line) {
    line = without_trailing_spaces(line);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return without_trailing_spaces(line);
}

std::string escaped(std::string_view bytes, std::size_t max_bytes) {
    std::string out;
    for (const char byte : bytes.substr(0, max_bytes))
        append_escaped(out, byte);
    if (bytes.size() > max_bytes) out += "... (" + std::to_string(bytes.size() - max_bytes) + " bytes more)";
    return out;
}

std::size_t trailing_white_space(std::string_view block) {
    const auto last = block.find_last_not_of(" \r\n\t");
    return block.size() - (last == std::string_view::npos ? 0 : last + 1);
}

}  // namespace protocol
