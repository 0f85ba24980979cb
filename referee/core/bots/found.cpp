#include "referee/core/bots/found.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

#include "referee/core/base/exists_at.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// Whether the file has the name of source code or data. The name decides, because on some file systems every file is
/// executable.
bool is_source_or_data(const fs::path& file) {
    static constexpr std::array<std::string_view, 49> suffixes = {
        ".c",   ".h",    ".cc",  ".hh",    ".cpp",  ".hpp",  ".cxx", ".hxx",  ".rs",  ".go",  ".java", ".kt",  ".cs",
        ".hs",  ".ml",   ".zig", ".swift", ".ts",   ".o",    ".a",   ".so",   ".d",   ".pyc", ".pyi",  ".txt", ".md",
        ".rst", ".html", ".css", ".pdf",   ".json", ".yaml", ".yml", ".toml", ".xml", ".ini", ".cfg",  ".csv", ".log",
        ".db",  ".bin",  ".dat", ".bak",   ".orig", ".zip",  ".tar", ".gz",   ".png", ".lock"};
    static constexpr std::array<std::string_view, 8> names = {"Makefile", "makefile", "CMakeLists.txt", "README",
                                                              "LICENSE",  "COPYING",  "Dockerfile",     "NOTES"};
    const std::string name = file.filename();
    return is_one_of(suffixes, file.extension().string()) || is_one_of(names, name) || name.ends_with('~');
}

/// Whether the file is source code that must be compiled.
bool is_source(const fs::path& file) {
    static constexpr std::array<std::string_view, 9> suffixes = {".c",    ".cc", ".cpp", ".cxx", ".rs",
                                                                 ".java", ".go", ".zig", ".hs"};
    return is_one_of(suffixes, file.extension().string());
}

/// Whether a program needs an interpreter that `referee` does not add to the command.
bool needs_interpreter(const fs::path& file) {
    static constexpr std::array<std::string_view, 10> suffixes = {".jar", ".class", ".exe", ".sh",  ".rb",
                                                                  ".pl",  ".lua",   ".php", ".mjs", ".wasm"};
    return is_one_of(suffixes, file.extension().string());
}

bool begins_like_a_program(const fs::path& file) {
    std::array<char, SELFMAG> begin{};
    std::ifstream(file, std::ios::binary).read(begin.data(), begin.size());
    const std::string_view text(begin.data(), begin.size());
    return text == ELFMAG || text.starts_with("#!");
}

bool is_ignored(const std::string& name) {
    return name.starts_with('.') || name == "__pycache__";
}

struct Program {
    fs::path file;
    BotCommand command;
};

std::string names_of(const std::vector<Program>& programs) {
    constexpr std::size_t max_named = 4;
    std::string names;
    for (std::size_t i = 0; i < programs.size() && i < max_named; ++i)
        names += (i == 0 ? "" : ", ") + programs[i].file.filename().string();
    return programs.size() > max_named ? names + ", ..." : names;
}

}  // namespace

Found look_at_file(const fs::path& file, std::string_view search_path) {
    std::error_code error;
    const auto status = fs::status(file, error);
    if (status.type() == fs::file_type::not_found) return {{}, "it is a broken link"};
    if (status.type() == fs::file_type::none) return {{}, "it can't be read: " + error.message()};
    if (is_source_or_data(file)) return {};
    if (!fs::is_regular_file(status)) return {{}, "it is neither a file nor a folder"};
    const bool interpreted = file.extension() == ".py" || file.extension() == ".js";
    if (!interpreted && ::access(file.c_str(), X_OK) != 0) {
        if (begins_like_a_program(file)) return {{}, "it is not executable: chmod +x"};
        if (!needs_interpreter(file)) return {};
        return {{}, "it needs an interpreter: give its whole command, or put it into a plan", file.string()};
    }
    try {
        return {bot_command_of({file.string()}, file.filename().string(), search_path), {}};
    } catch (const BotError& problem) {
        return {{}, std::string(problem.complaint())};
    }
}

std::vector<fs::path> entries_of(const fs::path& folder, std::error_code& error) {
    std::vector<fs::path> entries;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (!is_ignored(entry->path().filename())) entries.push_back(entry->path());
        if (entries.size() > max_entries_in_folder) break;
    }
    std::sort(entries.begin(), entries.end());
    return entries;
}

Found look_at_folder(const fs::path& folder, std::string_view search_path, std::string_view usual_name) {
    std::error_code error;
    const auto entries = entries_of(folder, error);
    if (error) return {{}, "the folder can't be read: " + error.message()};
    if (entries.size() > max_entries_in_folder) {
        return {{}, fmt::format("there are more than {} files in it", max_entries_in_folder)};
    }
    std::vector<Program> programs;
    std::string problem, interpreted;  // of a file that may have been meant as the bot
    for (const fs::path& entry : entries) {
        if (is_folder_at(entry)) continue;
        Found found = look_at_file(entry, search_path);
        if (found.command) programs.push_back({entry, *std::move(found.command)});
        if (problem.empty() && !found.problem.empty()) {
            problem = entry.filename().string() + ": " + found.problem;
            interpreted = found.interpreted;
        }
    }
    std::vector<Program> obvious = programs;
    for (const std::string& name : {std::string(usual_name), std::string("main"), folder.filename().string()}) {
        std::vector<Program> called;
        std::copy_if(programs.begin(), programs.end(), std::back_inserter(called), [&](const Program& program) {
            return program.file.stem() == name || program.file.filename() == name;
        });
        if (called.empty()) continue;
        obvious = called;
        break;
    }
    if (obvious.size() == 1) return {obvious.front().command, {}};
    if (obvious.empty() && problem.empty()) {
        const auto source = std::ranges::find_if(entries, is_source);
        if (source != entries.end())
            return {{}, fmt::format("there is no program in it: compile {}", source->filename().string())};
        const bool deep =
            std::any_of(entries.begin(), entries.end(), [](const auto& entry) { return is_folder_at(entry); });
        return {{},
                deep ? "it contains no program at its top level; subfolders are not searched"
                     : "there is no program in it"};
    }
    if (obvious.empty()) return {{}, problem, interpreted};
    return {
        {},
        fmt::format("it contains several programs ({}): rename the right one to '{}'", names_of(obvious), usual_name)};
}

}  // namespace referee
