#include "referee/core/base/shell_word.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"

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

std::vector<ValuePart> parts_of(std::string_view text, std::string_view what) {
    std::vector<std::string> texts(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i, 2) == "\\," || text.substr(i, 2) == "\\\\") {
            texts.back() += text[++i];
        } else if (text[i] == ',') {
            texts.emplace_back();
        } else {
            texts.back() += text[i];
        }
    }
    std::vector<ValuePart> parts;
    for (std::string& part : texts) {
        if (part.empty())
            throw games::UserError(text.empty()
                                       ? fmt::format("{}: nothing is given", what)
                                       : fmt::format("{}: there is an empty part before or after a comma", what));
        const auto equals = part.find('=');
        const auto first = std::min(part.find_first_not_of(' '), part.size());
        ValuePart& one = parts.emplace_back(ValuePart{part, part.substr(first, std::max(equals, first) - first)});
        if (equals != std::string::npos) one.value = part.substr(equals + 1);
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
