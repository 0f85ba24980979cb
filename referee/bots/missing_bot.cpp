#include "referee/bots/missing_bot.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "protocol/answer.hpp"
#include "referee/bots/bot_command.hpp"

namespace referee {

namespace {

std::string source_beside(const std::string& program) {
    for (const std::string_view suffix : {".c", ".cpp", ".cc", ".rs", ".go"}) {
        const std::string source = program + std::string(suffix);
        std::error_code error;
        if (std::filesystem::is_regular_file(source, error))
            return fmt::format(", but {} is there: compile it first", protocol::escaped(source));
    }
    return {};
}

std::string about_name(std::string_view text) {
    const auto end = text.find('=');
    if (end == std::string_view::npos) return {};
    if (end == 0) return "; a name belongs before '=': name=command";
    const auto blank = text.find_first_of(" \t");
    const std::string command(text.substr(end + 1, text.find_first_of(" \t", end) - end - 1));
    if (blank > end || command.empty() || !names_something(command)) return {};
    return "; a name before '=' has no spaces";
}

}  // namespace

std::string hint_on_missing(std::string_view text, const std::string& program) {
    return source_beside(program) + about_name(text);
}

std::string about_unknown_word(std::string_view text, const std::string& program, std::string_view path) {
    const std::string where = path == user_path() ? "" : fmt::format(" of the sandbox ({})", path);
    std::string hint = hint_on_missing(text, program);
    if (hint.empty()) hint = ": if it is elsewhere, give its path";
    return fmt::format(": no such file, nor a program on the PATH{}{}", where, hint);
}

}  // namespace referee
