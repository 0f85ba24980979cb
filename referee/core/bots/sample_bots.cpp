#include "referee/core/bots/sample_bots.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include "games/catalogue.hpp"
#include "games/suggestion.hpp"
#include "protocol/answer.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/bots/program_path.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;

std::string source_beside(const std::string& program) {
    for (const std::string_view suffix : {".c", ".cpp", ".cc", ".rs", ".go"}) {
        const std::string source = program + std::string(suffix);
        if (is_file_at(source)) return fmt::format(", but {} is there: compile it first", protocol::escaped(source));
    }
    return {};
}

/// Tells of a link without a target, if `path` is one or leads through one.
std::string about_link(fs::path path) {
    for (; path.has_relative_path(); path = path.parent_path()) {
        std::error_code error;
        if (!fs::is_symlink(path, error) || fs::exists(path, error)) continue;
        return fmt::format("; {} is a link to {}, which does not exist", protocol::escaped(path.string()),
                           protocol::escaped(fs::read_symlink(path, error).string()));
    }
    return {};
}

std::string about_name(std::string_view text) {
    const auto end = text.find('=');
    if (end == std::string_view::npos) return {};
    if (end == 0) return "; write the name before '=': name=command";
    const auto blank = text.find_first_of(" \t");
    const std::string command(text.substr(end + 1, text.find_first_of(" \t", end) - end - 1));
    if (blank > end || command.empty() || !names_something(command)) return {};
    return "; the name before '=' must not contain spaces";
}

}  // namespace

fs::path sample_bots_folder(const fs::path& program) {
    const fs::path installed = program.parent_path().parent_path() / "libexec" / "referee" / "bots";
    return is_folder_at(installed) ? installed : program.parent_path();
}

fs::path sample_bots_folder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path() : sample_bots_folder(program);
}

std::optional<std::string> sample_bot(const std::string& name) {
    const fs::path folder = sample_bots_folder();
    if (folder.empty() || name.empty() || name.find('/') != std::string::npos || name == "referee") return std::nullopt;
    const fs::path file = folder / name;
    if (!is_file_at(file) || ::access(file.c_str(), X_OK) != 0) return std::nullopt;
    return file.string();
}

std::optional<std::string> shipped_driver(const std::string& name) {
    const fs::path folder = sample_bots_folder();
    if (folder.empty() || name.empty() || name.front() == '.' || name.find('/') != std::string::npos)
        return std::nullopt;
    const fs::path place = folder / "drivers" / name;
    return exists_at(place) ? std::optional(place.string()) : std::nullopt;
}

std::vector<std::string> shipped_drivers() {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator file(sample_bots_folder() / "drivers", error), end; !error && file != end;
         file.increment(error))
        if (file->path().stem().native().find("_example") == std::string::npos)
            names.push_back(file->path().filename());
    std::ranges::sort(names);
    return names;
}

bool names_something(const std::string& word) {
    return exists_at(word) || sample_bot(word) || find_on_path(word, user_path());
}

std::optional<std::string> name_of_sample_bot(const std::string& program) {
    const std::string file = fs::path(program).filename().string();
    std::error_code error;
    const auto bot = sample_bot(file);
    return bot && fs::equivalent(*bot, program, error) ? std::optional(file) : std::nullopt;
}

std::optional<std::string> refusal_of_sample_bot(const std::string& program, const games::GameInfo& game) {
    const auto file = name_of_sample_bot(program);
    if (!file) return std::nullopt;
    // A bot that is named after a game plays only this one.
    const std::string name = file->substr(0, file->find_last_not_of("0123456789") + 1);
    if (games::is_built_in(name) && name != game.name) return "plays only " + name;
    constexpr std::array<std::string_view, 4> players = {"alphabeta", "greedy", "mcts", "random"};
    if (game.record.empty() || std::ranges::find(players, *file) == players.end()) return std::nullopt;
    return fmt::format("knows only the built-in games: {} plays games of your own", bot_for_own_games);
}

std::string meant_instead_of(const fs::path& missing, std::string_view path) {
    constexpr int max_files = 10'000;
    constexpr std::size_t min_name = 4;  // shorter names are too similar to each other
    if (missing.stem().native().size() < min_name) return "";
    std::vector<std::string> names;
    const auto add_files = [&](const fs::path& folder) {
        std::error_code error;
        int files = 0;
        for (fs::directory_iterator file(folder, error), end; !error && file != end && ++files <= max_files;
             file.increment(error))
            names.push_back(file->path().filename());
    };
    add_files(missing.has_parent_path() ? missing.parent_path() : fs::path("."));
    if (!missing.has_parent_path()) {
        add_files(sample_bots_folder());
        for (const char* interpreter : {"python3", "java", "node", "ruby", "perl", "julia", "bash"})
            if (find_on_path(interpreter, path)) names.emplace_back(interpreter);
    }
    const std::string name = missing.filename();
    std::erase_if(names, [&](const std::string& known) {
        return known.empty() || known.front() == '.' || known == name;  // a name that is there can't be found
    });
    std::sort(names.begin(), names.end());
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::string_view meant = games::nearest(name, known);
    if (meant.empty()) return "";
    return fmt::format("; did you mean '{}'?",
                       missing.has_parent_path() ? (missing.parent_path() / meant).string() : std::string(meant));
}

std::string hint_on_missing(std::string_view text, const std::string& program, std::string_view path) {
    const std::string link = about_link(program);
    const std::string hint = link.empty() ? source_beside(program) + about_name(text) : link;
    return hint.empty() ? meant_instead_of(program, path) : hint;
}

std::string about_unknown_word(std::string_view text, const std::string& program, std::string_view path) {
    const std::string where = path == user_path() ? "" : fmt::format(" of the sandbox ({})", path);
    std::string hint = hint_on_missing(text, program, path);
    if (hint.empty()) hint = ": if it is elsewhere, give its path";
    return fmt::format(": no such file, nor a program on the PATH{}{}", where, hint);
}

}  // namespace referee
