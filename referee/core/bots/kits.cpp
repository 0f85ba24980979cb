#include "referee/core/bots/kits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/bots/sample_bots.hpp"

namespace referee {

namespace {

constexpr std::array table = {
    Kit{"c", "C", ".c", "bot.c", "gcc -O2 -o bot bot.c", "./bot", "", ""},
    Kit{"cpp", "C++", ".cpp", "bot.cpp", "g++ -O2 -std=c++17 -o bot bot.cpp", "./bot", "", ""},
    Kit{"python", "Python", ".py", "bot.py", "", "./bot.py", "", "pathlib.Path(__file__).parent"},
    Kit{"javascript", "JavaScript", ".js", "bot.js", "", "./bot.js", "", "__dirname"},
    Kit{"java", "Java", ".java", "Bot.java", "javac Bot.java", "./bot", "bot", ""},
    Kit{"rust", "Rust", ".rs", "bot.rs", "rustc -O -o bot bot.rs", "./bot", "", "std::env::current_exe()"},
    Kit{"go", "Go", ".go", "bot.go", "go build -o bot bot.go", "./bot", "", "os.Executable()"},
    Kit{"shell", "shell", ".sh", "bot.sh", "", "./bot.sh", "", "${0%/*}"},
};

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> other_names = {{{"c++", "cpp"},
                                                                                       {"py", "python"},
                                                                                       {"python3", "python"},
                                                                                       {"js", "javascript"},
                                                                                       {"node", "javascript"},
                                                                                       {"rs", "rust"},
                                                                                       {"sh", "shell"},
                                                                                       {"bash", "shell"}}};

std::optional<std::string_view> built_in(const std::string& path) {
    const auto files = kit_files();
    const auto found = std::ranges::find(files, path, &BuiltInFile::path);
    return found == files.end() ? std::nullopt : std::optional(found->text);
}

/// The source for one game: the game's own file if it has one, otherwise the file for the common blocks.
std::string_view source_of(const Kit& kit, std::string_view game) {
    const auto own = built_in(fmt::format("{}/{}{}", kit.name, game, kit.suffix));
    return own ? *own : built_in(fmt::format("{}/board{}", kit.name, kit.suffix)).value();
}

/// The name of the source of a game's rules in the new folder.
std::string source_of_game(const Kit& kit) {
    return fmt::format("game{}", kit.suffix);
}

/// The path of that source in the kits.
std::string built_in_source_of(const Kit& kit, KitFor what) {
    return fmt::format("game/{}{}", what == KitFor::secret_game ? "secret" : "game", kit.suffix);
}

bool makes(const Kit& kit, KitFor what) {
    return what == KitFor::bot || built_in(built_in_source_of(kit, what)).has_value();
}

std::string with_values(std::string text, const std::vector<std::pair<std::string_view, std::string>>& values) {
    for (const auto& [name, value] : values) {
        const std::string mark = fmt::format("@{}@", name);
        for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
            text.replace(at, mark.size(), value);
    }
    return text;
}

/// The position of the blanks before the comment of a command line, or npos if there is no comment.
std::size_t end_of_command(const std::string& line) {
    const auto comment = line.starts_with("    ") ? line.find("  # ") : std::string::npos;
    return comment == std::string::npos ? comment : line.find_last_not_of(' ', comment) + 1;
}

/// Aligns the comments after commands in one column within each block of lines.
std::string with_aligned_comments(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream all(text);
    for (std::string line; std::getline(all, line);)
        lines.push_back(line);
    for (auto first = lines.begin(); first != lines.end();) {
        const auto last = std::find(first, lines.end(), "");
        std::size_t column = 0;
        for (auto line = first; line != last; ++line) {
            if (const auto end = end_of_command(*line); end != std::string::npos) column = std::max(column, end + 2);
        }
        for (auto line = first; line != last; ++line) {
            const auto end = end_of_command(*line);
            if (end == std::string::npos) continue;
            const auto comment = line->find('#', end);
            line->replace(end, comment - end, column - end, ' ');
        }
        first = last == lines.end() ? last : last + 1;
    }
    std::string out;
    for (const std::string& line : lines)
        out += line + '\n';
    return out;
}

}  // namespace

std::span<const Kit> kits() {
    return table;
}

std::string languages_of(KitFor what) {
    std::string all;
    for (const Kit& kit : table) {
        if (makes(kit, what)) all.append(all.empty() ? "" : ", ").append(kit.name);
    }
    return all;
}

const Kit& kit_called(std::string_view name, KitFor what) {
    const auto meant = std::ranges::find(other_names, name, [](const auto& pair) { return pair.first; });
    if (meant != other_names.end()) name = meant->second;
    const auto found = std::ranges::find(table, name, &Kit::name);
    if (found != table.end() && makes(*found, what)) return *found;
    throw games::UserError(fmt::format("--lang '{}': there is no {} in this language; there are {}", name,
                                       what == KitFor::bot    ? "kit"
                                       : what == KitFor::game ? "example of a game"
                                                              : "example of a game with secrets",
                                       languages_of(what)));
}

std::string built_in_text(const std::string& path,
                          const std::vector<std::pair<std::string_view, std::string>>& values) {
    return with_aligned_comments(with_values(std::string(built_in(path).value()), values));
}

std::vector<KitFile> files_of(const Kit& kit, const std::string& name, std::string_view game, const std::string& spec) {
    const std::string source(source_of(kit, game));
    const std::string build = kit.build.empty() ? "" : fmt::format("    {}\n", kit.build);
    const std::string own_path = kit.own_path.empty() ? "" : fmt::format(" (`{}`)", kit.own_path);
    const bool is_built_in = spec.starts_with(game);  // rules that are a program are named by their path
    const std::string rules =
        is_built_in ? fmt::format("`referee games {}` prints a summary of the rules. ", game) : "";
    const std::string choose = source.find("choose(") != std::string::npos ? "choose" : "answer";
    std::vector<KitFile> files;
    files.push_back({std::string(kit.source), source, source.starts_with("#!")});
    if (!kit.launcher.empty()) {
        const auto launcher = built_in(fmt::format("{}/{}", kit.name, kit.launcher));
        files.push_back({std::string(kit.launcher), std::string(launcher.value()), true});
    }
    files.push_back({"README.md", built_in_text("README.md.in", {{"NAME", name},
                                                                 {"RULES", rules},
                                                                 {"OTHER", is_built_in ? "greedy" : bot_for_own_games},
                                                                 {"GAME", std::string(game)},
                                                                 {"SPEC", copyable_word(spec)},
                                                                 {"LANGUAGE", std::string(kit.title)},
                                                                 {"CHOOSE", choose},
                                                                 {"SOURCE", std::string(kit.source)},
                                                                 {"BUILD", build},
                                                                 {"RUN", std::string(kit.run)},
                                                                 {"OWN_PATH", own_path}})});
    return files;
}

std::string build_of_game(const Kit& kit, const std::string& folder) {
    std::string build(kit.build);
    constexpr std::string_view bot = "bot";
    const std::string game = folder + "/game";
    for (auto at = build.find(bot); at != std::string::npos; at = build.find(bot, at + game.size()))
        build.replace(at, bot.size(), game);
    return build;
}

std::vector<KitFile> files_of_game(const Kit& kit, KitFor what, const std::string& name, const std::string& game,
                                   const std::string& folder) {
    const std::string source =
        with_values(std::string(built_in(built_in_source_of(kit, what)).value()), {{"GAME", game}});
    const std::string build = build_of_game(kit, folder);
    const std::string readme = built_in_text(what == KitFor::secret_game ? "game/secret.md.in" : "game/README.md.in",
                                             {{"NAME", name},
                                              {"SPEC", folder},
                                              {"LANGUAGE", std::string(kit.title)},
                                              {"SOURCE", source_of_game(kit)},
                                              {"BUILD", build.empty() ? "" : fmt::format("    {}\n", build)}});
    return {{source_of_game(kit), source, source.starts_with("#!")}, {"README.md", readme, false}};
}

std::string game_name_of(std::string_view folder) {
    constexpr std::size_t max_name = 32;
    std::string name;
    for (const char c : folder) {
        const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        const bool fits = (small >= 'a' && small <= 'z') || (small >= '0' && small <= '9');
        if (fits) name += small;
        if (!fits && !name.empty() && name.back() != '_') name += '_';
    }
    if (name.empty() || name[0] < 'a') name.insert(0, "game_");
    name.resize(std::min(name.size(), max_name));
    while (name.back() == '_')
        name.pop_back();
    return name;
}

}  // namespace referee
