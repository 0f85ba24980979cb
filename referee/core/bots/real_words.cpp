#include "referee/core/bots/real_words.hpp"

#include <filesystem>
#include <system_error>

#include "referee/core/bots/sight.hpp"

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

}  // namespace

std::string named_within(const std::string& path, const std::string& place) {
    std::error_code error;
    if (path.empty() || is_within(plain(path), plain(place))) return path;
    const fs::path real = fs::canonical(path, error);
    if (error) return path;
    const fs::path real_place = fs::canonical(place, error);
    if (error || !is_within(real, real_place)) return path;
    return real == real_place ? place : (fs::path(place) / real.lexically_relative(real_place)).string();
}

BotCommand named_within(BotCommand command, const std::string& place) {
    command.program = named_within(command.program, place);
    for (std::string& word : command.arguments)
        word = named_within(word, place);
    return command;
}

}  // namespace referee
