#include "referee/tournament/entrants/bots_folder.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>

#include "games/user_error.hpp"
#include "referee/bots/sight.hpp"
#include "referee/terminal/output.hpp"

namespace referee::tournament {

namespace {

namespace fs = std::filesystem;
using games::UserError;

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// On some file systems every file is executable, so that the permission says nothing.
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

/// Programs that don't run by themselves, nor by an interpreter that `referee` knows.
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

/// The finding about one file.
struct Candidate {
    std::optional<BotCommand> command;  ///< it can be run
    std::string problem;                ///< it can't, but may have been meant to be
};

Candidate look_at_file(const fs::path& file, std::string_view search_path) {
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
        return {{}, "it needs an interpreter: write the whole command in a file for --entrants"};
    }
    try {
        return {bot_command_of({file.string()}, file.filename().string(), search_path), {}};
    } catch (const BotError& problem) {
        return {{}, std::string(problem.complaint())};
    }
}

bool is_ignored(const std::string& name) {
    return name.starts_with('.') || name == "__pycache__";
}

/// The entries that count, sorted by name; if there are too many, one more than there may be.
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

bool leads_within(const fs::path& link, const fs::path& folder) {
    std::error_code error;
    fs::path target = fs::canonical(link, error);
    if (error) target = fs::weakly_canonical(link.parent_path() / fs::read_symlink(link, error), error);
    return !error && (is_within(target, fs::canonical(folder, error)) || belongs_to_system(target));
}

/// Why a link may not belong to a bot: its target is no part of what was handed in.
std::string complaint_about(const fs::path& link) {
    std::error_code error;
    return fmt::format("is a link to {}, which is not its own: copy the file there",
                       fs::read_symlink(link, error).string());
}

/// A link of a subfolder's that leads out of it, other than to the system's files. Those that can't be read count when
/// the bot's files are listed.
std::optional<fs::path> link_that_leads_out_of(const fs::path& folder) {
    std::error_code error;
    std::size_t seen = 0;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        if (++seen > max_entries_in_folder) break;
        std::error_code of_this;
        if (entry->is_symlink(of_this) && !leads_within(entry->path(), folder)) return entry->path();
    }
    return std::nullopt;
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

/// The one program of a subfolder that is obvious: called bot, main or like the folder, or the only one there is.
Candidate look_at_folder(const fs::path& folder, std::string_view search_path) {
    std::error_code error;
    const auto entries = entries_of(folder, error);
    if (error) return {{}, "the folder can't be read: " + error.message()};
    if (entries.size() > max_entries_in_folder) {
        return {{}, fmt::format("there are more than {} files in it", max_entries_in_folder)};
    }
    std::vector<Program> programs;
    std::string problem;  // of a file that may have been meant
    for (const fs::path& entry : entries) {
        std::error_code ignored;
        if (fs::is_directory(entry, ignored)) continue;
        Candidate candidate = look_at_file(entry, search_path);
        if (candidate.command) programs.push_back({entry, *std::move(candidate.command)});
        if (problem.empty() && !candidate.problem.empty())
            problem = entry.filename().string() + ": " + candidate.problem;
    }
    std::vector<Program> obvious = programs;
    for (const std::string& name : {std::string("bot"), std::string("main"), folder.filename().string()}) {
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
        const bool deep = std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
            std::error_code ignored;
            return fs::is_directory(entry, ignored);
        });
        return {{},
                deep ? "there is no program at its top: programs in deeper folders are not looked for"
                     : "there is no program in it"};
    }
    if (obvious.empty()) return {{}, problem};
    return {{}, fmt::format("it has several programs ({}): name one of them bot", names_of(obvious))};
}

}  // namespace

std::string complaint_about_links(const std::string& file_or_folder) {
    std::error_code error;
    const fs::path entry = file_or_folder;
    if (fs::is_symlink(entry, error)) return "it " + complaint_about(entry);
    const auto link = fs::is_directory(entry, error) ? link_that_leads_out_of(entry) : std::nullopt;
    return link ? fmt::format("{} {}", link->lexically_relative(entry).string(), complaint_about(*link)) : "";
}

FolderContents read_bots_folder(const std::string& folder, std::string_view path) {
    if (folder.empty()) throw UserError("the name of the folder of bots is empty");
    std::error_code error;
    const auto entries = entries_of(folder, error);
    if (error) {
        throw UserError(fmt::format("folder of bots '{}' can't be read: {}", harmless(folder), error.message()));
    }
    if (entries.size() > max_entries_in_folder) {
        throw UserError(fmt::format("there are more than {} files in folder '{}': that is no folder of bots",
                                    max_entries_in_folder, harmless(folder)));
    }
    FolderContents contents;
    for (const fs::path& entry : entries) {
        const std::string name = entry.filename();
        std::error_code ignored;
        const bool is_folder = fs::is_directory(entry, ignored);
        Candidate candidate = is_folder ? look_at_folder(entry, path) : look_at_file(entry, path);
        if (candidate.command) candidate.problem = complaint_about_links(entry);
        if (candidate.command && candidate.problem.empty()) {
            contents.bots.push_back({*std::move(candidate.command), name, is_folder ? entry.string() : ""});
        } else if (!candidate.problem.empty()) {
            contents.left_out.push_back({name, candidate.problem});
        }
    }
    return contents;
}

}  // namespace referee::tournament
