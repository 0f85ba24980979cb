#include "referee/terminal/shell_word.hpp"

#include <fmt/format.h>

#include "referee/terminal/output.hpp"

namespace referee {

std::string shell_word(const std::string& word) {
    static constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
    return text;
}

std::string copyable_word(const std::string& word) {
    if (harmless(word) == word) return shell_word(word);
    std::string text = "$'";
    for (const char c : word) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\'' || c == '\\')
            text += std::string("\\") + c;
        else
            text += byte >= ' ' && byte < 0x7f ? std::string(1, c) : fmt::format("\\{:03o}", byte);
    }
    return text + '\'';
}

std::string copyable_path(const std::string& path) {
    return copyable_word(path.starts_with('-') ? "./" + path : path);
}

std::vector<std::string> parts_of(std::string_view text) {
    std::vector<std::string> parts(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i, 2) == "\\," || text.substr(i, 2) == "\\\\") {
            parts.back() += text[++i];
        } else if (text[i] == ',') {
            parts.emplace_back();
        } else {
            parts.back() += text[i];
        }
    }
    return parts;
}

std::string part_text(std::string_view part) {
    std::string text;
    for (const char c : part)
        text += (c == ',' || c == '\\' ? "\\" : "") + std::string(1, c);
    return "," + text;
}

}  // namespace referee
