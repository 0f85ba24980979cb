#include "referee/handins/recipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/bots/bot_command.hpp"
#include "referee/core/bots/kits.hpp"
#include "referee/handins/bot_json.hpp"
#include "referee/handins/main_file.hpp"

namespace referee::handins {

namespace {

using games::UserError;

/// A language beyond what its kit says. A kit builds one file; a hand-in may have several.
struct Language {
    std::string_view kit;
    std::string_view other_suffixes;  ///< besides the kit's, separated by blanks
    bool one_file;                    ///< only its main file is named in a command
    std::string_view flags;           ///< added to the kit's command, before the files
    std::string_view libraries;       ///< added after the files
};
constexpr std::array languages = {
    Language{"python", "", true, "", ""},
    Language{"javascript", " .mjs .cjs ", true, "", ""},
    // A hand-in is small: the compiler's second stage would cost more time than it saves.
    Language{"java", "", false,
             "-proc:none -J-Xmx512m -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -encoding UTF-8 -d .", ""},
    Language{"go", "", false, "-buildvcs=false", ""},
    Language{"rust", "", true, "--edition 2021", ""},
    Language{"c", "", false, "", "-lm -pthread"},
    Language{"cpp", " .cc .cxx .c++ ", false, "-std=gnu++20", "-lm -pthread"},
    Language{"shell", " .bash ", true, "", ""},
};

bool has_suffix(const Language& language, std::string_view path) {
    const std::string suffix = suffix_of(path);
    if (suffix.empty()) return false;
    return suffix == kit_called(language.kit).suffix ||
           language.other_suffixes.find(" " + suffix + " ") != std::string_view::npos;
}

Files files_of(const Project& project, const Language& language) {
    Files files;
    for (const ProjectFile& file : project)
        if (has_suffix(language, file.path)) files.push_back(&file);
    return files;
}

/// The kit's command for these files in place of its one source.
Words build_command(const Language& language, const Files& files) {
    const Kit& kit = kit_called(language.kit);
    Words words;
    for (const std::string& word : split_words(kit.build)) {
        if (word != kit.source) {
            words.push_back(word);
            continue;
        }
        for (const std::string& flag : split_words(language.flags))
            words.push_back(flag);
        for (const ProjectFile* file : files) {
            const bool is_c = language.kit == "cpp" && suffix_of(file->path) == ".c";
            if (is_c) words.insert(words.end(), {"-x", "c"});
            words.push_back("./" + file->path);  // a name may begin with a dash
            if (is_c) words.insert(words.end(), {"-x", "none"});
        }
        for (const std::string& library : split_words(language.libraries))
            words.push_back(library);
    }
    return words;
}

Recipe recipe_for(const Language& language, const Project& project) {
    const Kit& kit = kit_called(language.kit);
    Files files = files_of(project, language);
    Recipe recipe;
    if (language.kit == "java") {
        recipe.run = java_command(files);
    } else if (language.kit == "cpp") {
        for (const ProjectFile& file : project)
            if (suffix_of(file.path) == ".c") files.push_back(&file);
    } else if (language.kit == "go") {
        const std::size_t top = depth_of(*std::ranges::min_element(files, {}, depth_of));
        std::erase_if(
            files, [&](const ProjectFile* file) { return depth_of(file) > top || file->path.ends_with("_test.go"); });
    } else if (language.one_file) {
        files = {&main_of(files, kit.title)};
    }
    if (!kit.build.empty()) {
        recipe.build = build_command(language, files);
        if (recipe.run.empty()) recipe.run = {std::string(kit.run)};
        return recipe;
    }
    const ProjectFile& file = *files.front();
    recipe.is_usual = language.kit != "shell";
    const Words interpreter = language.kit == "python"       ? Words{"python3"}
                              : language.kit == "javascript" ? Words{"node"}
                              : is_script(file)              ? interpreter_of(file)
                                                             : Words{"sh"};
    recipe.run = run_script(file, interpreter);
    return recipe;
}

// --- what is no program ---

/// Names a file that is no program: "an HTML page".
std::string kind_of(const ProjectFile& file) {
    static const std::map<std::string_view, std::string_view> kinds = {
        {".ipynb", "a notebook: export it as .py"},
        {".doc", "a Word document"},
        {".docx", "a Word document"},
        {".odt", "a text document"},
        {".rar", "a RAR archive: hand in a zip"},
        {".7z", "a 7z archive: hand in a zip"},
        {".class", "a compiled Java class: hand in the source"},
        {".pyc", "compiled Python: hand in the source"},
        {".exe", "a program for Windows: hand in the source"}};
    const auto found = kinds.find(suffix_of(file.path));
    if (found != kinds.end()) return std::string(found->second);
    if (file.bytes.empty()) return "an empty file";
    const std::string_view kind = kind_of_no_program(file.path, std::string_view(file.bytes).substr(0, 4096));
    if (kind.empty()) return fmt::format("'{}', which is no program that referee knows", file.path);
    const std::string_view name = kind.substr(0, kind.find(':'));
    if (name == "an archive") return "an archive: hand in a zip";
    return name.ends_with("Windows") || name.ends_with("macOS") ? fmt::format("{}: hand in the source", name)
                                                                : std::string(name);
}

[[noreturn]] void refuse_what_was_found(const Project& project) {
    if (project.empty()) throw UserError("it is empty");
    if (project.size() == 1) throw UserError("it is " + kind_of(project.front()));
    Files files;
    for (const ProjectFile& file : project)
        files.push_back(&file);
    const auto notebook = std::ranges::find_if(project, [](const auto& file) { return file.path.ends_with(".ipynb"); });
    throw UserError(fmt::format("there are {} files, and none is a program: {}{}", files.size(), list_of(files),
                                notebook == project.end() ? "" : "; export the notebook as .py"));
}

// --- copies ---

/// The number of a copy: 1 for "bot (1).py". 0 if the file is no copy. Sets `plain` to the name without the number.
int copy_number(const std::string& path, std::string& plain) {
    plain = path;
    const std::string_view name = std::string_view(path).substr(0, path.size() - suffix_of(path).size());
    const std::size_t open = name.rfind('(');
    if (open == std::string_view::npos || open == 0 || !name.ends_with(')')) return 0;
    const auto number = games::whole_number(name.substr(open + 1, name.size() - open - 2));
    constexpr int max_copies = 1000;
    if (!number || *number < 1 || *number > max_copies) return 0;
    plain = name.substr(0, open);
    plain.erase(plain.find_last_not_of(' ') + 1);
    plain += path.substr(name.size());
    return static_cast<int>(*number);
}

}  // namespace

std::string keep_newest_copies(Project& project) {
    std::string note;
    std::map<std::string, std::map<int, std::string>> copies;  // by the plain name
    for (const ProjectFile& file : project) {
        std::string plain;
        const int number = copy_number(file.path, plain);
        copies[plain].emplace(number, file.path);
    }
    std::map<std::string, std::string> newest;  // the plain name of each file that stays
    for (const auto& [plain, paths] : copies) {
        const std::string& path = paths.rbegin()->second;
        newest[path] = plain;
        if (paths.size() > 1) note = fmt::format("'{}' is taken for the newest '{}'", path, plain);
    }
    std::erase_if(project, [&](const ProjectFile& file) { return !newest.contains(file.path); });
    ProjectMaker names;
    for (const ProjectFile& file : project)
        if (newest[file.path] == file.path) names.add(file.path, false, 0);
    for (ProjectFile& file : project) {
        const std::string& plain = newest[file.path];
        if (plain == file.path) continue;
        try {
            names.add(plain, false, 0);
            file.path = plain;
        } catch (const UserError&) {  // it is invalid, or the name of another file or folder
            names.add(file.path, false, 0);
        }
    }
    return note;
}

namespace {

/// The languages of the project. A shell script beside other sources is a tool.
std::vector<const Language*> languages_of(const Project& project) {
    std::vector<const Language*> found;
    for (const Language& language : languages)
        if (!files_of(project, language).empty()) found.push_back(&language);
    const auto drop = [&](std::string_view kit) {
        if (found.size() > 1) std::erase_if(found, [&](const Language* language) { return language->kit == kit; });
    };
    const auto has = [&](std::string_view kit) { return std::ranges::count(found, kit, &Language::kit) > 0; };
    drop("shell");
    if (has("cpp")) drop("c");
    for (const std::string_view name : main_names) {
        std::vector<const Language*> named;
        for (const Language* language : found)
            for (const ProjectFile* file : files_of(project, *language))
                if (depth_of(file) == 0 && stem_of(file->path) == name) named.push_back(language);
        if (named.size() == 1) return named;
    }
    return found;
}

}  // namespace

bool may_be_program(const ProjectFile& file) {
    const auto is_source = [&](const Language& language) { return has_suffix(language, file.path); };
    return std::ranges::any_of(languages, is_source) || is_script(file) || is_program(file) ||
           suffix_of(file.path) == ".jar" || file_name(file.path) == bot_json;
}

Words Recipe::needs() const {
    Words needed = more_programs;
    for (const Words& command : {build, run})
        if (!command.empty() && command.front().find('/') == std::string::npos) needed.push_back(command.front());
    return needed;
}

Recipe recognise(Project& project) {
    Recipe recipe;
    for (ProjectFile& file : project) {
        file.executable = file.executable || is_script(file) || is_program(file);  // an archive may not say so
        if (suffix_of(file.path) == ".sh") std::erase(file.bytes, '\r');
    }
    const auto found = languages_of(project);
    const auto is_built = [](const Language* language) { return !kit_called(language->kit).build.empty(); };
    const ProjectFile* bot = file_called(project, "bot");
    if (const ProjectFile* json = file_called(project, bot_json)) {
        CommandsInJson commands = commands_in_json(*json, project);
        recipe = {std::move(commands.build), std::move(commands.run), false};
        if (recipe.run.empty()) throw UserError(std::string(how_to_write_bot_json));
    } else if (std::ranges::any_of(found, is_built) &&
               (file_called(project, "Makefile") != nullptr || file_called(project, "makefile") != nullptr)) {
        recipe.build = {"make"};
    } else if (bot != nullptr && is_script(*bot) && std::ranges::none_of(found, is_built)) {
        recipe.run = find_program({*bot});
        recipe.is_usual = false;
    } else if (found.size() == 1) {
        recipe = recipe_for(*found.front(), project);
    } else if (found.size() > 1) {
        std::string told;
        for (const Language* language : found)
            told += (told.empty() ? "" : " and ") + std::string(kit_called(language->kit).title);
        throw UserError(
            fmt::format("it has sources in {}: call the program 'bot', or say in bot.json how it is run", told));
    } else {
        recipe.run = find_program(project);
        recipe.is_usual = false;
    }
    return recipe;
}

Words find_program(const Project& project) {
    Files programs, sources;
    for (const ProjectFile& file : project) {
        if (suffix_of(file.path) == ".java") sources.push_back(&file);
        if (is_program(file) || (is_script(file) && suffix_of(file.path).empty()) || suffix_of(file.path) == ".jar")
            programs.push_back(&file);
    }
    if (programs.empty() && !sources.empty()) return java_command(sources);
    if (programs.empty()) refuse_what_was_found(project);
    const ProjectFile& file = main_of(programs, "program");
    if (is_script(file)) return run_script(file, interpreter_of(file));
    if (suffix_of(file.path) == ".jar") return {"java", "-Xmx512m", "-XX:+UseSerialGC", "-jar", file.path};
    return {"./" + file.path};
}

}  // namespace referee::handins
