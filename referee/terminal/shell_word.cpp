#include "referee/terminal/shell_word.hpp"

#include <fmt/format.h>

#include <string_view>

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

}  // namespace referee
