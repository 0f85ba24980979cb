#include "referee/bots/real_words.hpp"

#include <filesystem>
#include <system_error>

#include "referee/bots/sight.hpp"

namespace referee {

std::vector<std::string> real_words(const std::vector<std::string>& words, std::string_view path) {
    std::vector<std::string> real;
    for (const std::string& word : words) {
        const bool is_program = real.empty() && word.find('/') == std::string::npos;
        const std::string named = is_program ? find_on_path(word, path).value_or(word) : word;
        std::error_code error;
        const std::string place = named.empty() ? "" : std::filesystem::canonical(named, error).string();
        real.push_back(error || place.empty() ? word : place);
    }
    return real;
}

namespace {

namespace fs = std::filesystem;

/// The path without "." and "..", and without a separator at its end.
fs::path plain(const std::string& path) {
    return (fs::absolute(path) / "x").lexically_normal().parent_path();
}

std::string path_within(const std::string& word, const std::string& place) {
    std::error_code error;
    if (word.empty() || is_within(plain(word), plain(place))) return word;
    const fs::path real = fs::canonical(word, error);
    if (error) return word;
    const fs::path real_place = fs::canonical(place, error);
    if (error || !is_within(real, real_place)) return word;
    return real == real_place ? place : (fs::path(place) / real.lexically_relative(real_place)).string();
}

}  // namespace

BotCommand named_within(BotCommand command, const std::string& place) {
    command.program = path_within(command.program, place);
    for (std::string& word : command.arguments)
        word = path_within(word, place);
    return command;
}

}  // namespace referee
