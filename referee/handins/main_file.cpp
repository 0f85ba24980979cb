#include "referee/handins/main_file.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "games/user_error.hpp"
#include "referee/core/bots/bot_command.hpp"
#include "referee/handins/csv_table.hpp"

namespace referee::handins {

namespace {

using games::UserError;

/// Reads source code in the style of C word by word, without comments and blanks.
class Tokens {
public:
    explicit Tokens(std::string_view code) : code_(code) {}

    /// The next word or single character. Empty at the end.
    std::string_view next() {
        while (at_ < code_.size()) {
            const std::size_t begin = at_++;
            if (code_.substr(begin).starts_with("//")) {
                at_ = std::min(code_.find('\n', begin), code_.size());
            } else if (code_.substr(begin).starts_with("/*")) {
                at_ = std::min(code_.find("*/", begin + 2), code_.size() - 2) + 2;
            } else if (std::strchr(" \t\r\n\f", code_[begin]) == nullptr) {
                while (is_letter(code_[begin]) && at_ < code_.size() && is_letter(code_[at_]))
                    ++at_;
                return code_.substr(begin, at_ - begin);
            }
        }
        return {};
    }

private:
    static bool is_letter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
    }

    std::string_view code_;
    std::size_t at_ = 0;
};

/// Whether a Java file has "static void main(", perhaps with a few other words in between.
bool has_main_method(const ProjectFile& file) {
    std::array<std::string_view, 7> last{};  // the latest is the last one
    Tokens tokens(file.bytes);
    for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
        std::rotate(last.begin(), last.begin() + 1, last.end());
        last.back() = token;
        if (last[6] == "(" && last[5] == "main" && last[4] == "void" && std::ranges::find(last, "static") != last.end())
            return true;
    }
    return false;
}

/// The class with a main method, with its package: "game.Bot".
std::string main_class_of(Files files) {
    std::erase_if(files, [](const ProjectFile* file) { return !has_main_method(*file); });
    if (files.empty()) throw UserError("none of its Java files has a main method");
    return class_name_of(main_of(files, "Java"));
}

}  // namespace

std::string class_name_of(const ProjectFile& file) {
    const std::string_view base = file_name(file.path);
    std::string name(base.substr(0, base.size() - suffix_of(base).size()));
    Tokens tokens(file.bytes);
    if (suffix_of(base) == ".java" && tokens.next() == "package") {
        std::string package;
        for (std::string_view token = tokens.next(); !token.empty() && token != ";"; token = tokens.next())
            package += token;
        name.insert(0, package + ".");
    }
    const auto is_strange = [](char c) { return (c >= 0 && c < ' ') || c == 0x7f || c == '/'; };
    if (name.starts_with('-') || !is_in_utf8(name) || std::ranges::any_of(name, is_strange))
        throw UserError(
            fmt::format("'{}' has a name, or a package, that can't be used in a command: rename it", file.path));
    return name;
}

std::string list_of(const Files& files) {
    constexpr std::size_t max_named = 4;
    std::string list;
    for (std::size_t i = 0; i < std::min(files.size(), max_named); ++i)
        list += (i == 0 ? "" : ", ") + files[i]->path;
    return files.size() > max_named ? list + ", ..." : list;
}

std::size_t depth_of(const ProjectFile* file) {
    return static_cast<std::size_t>(std::ranges::count(file->path, '/'));
}

namespace {

/// The names of main files, the best first. A driver is not the language's own command, so it has only the plain ones.
std::span<const std::string_view> names_for(UseOfMain use) {
    return std::span(main_names).first(use == UseOfMain::means_nothing ? plain_main_names : main_names.size());
}

/// The file with the best name of a main file, in the topmost folder that has one. Null if there is none. Throws
/// games::UserError if other folders have one of this name, too.
const ProjectFile* file_called_main(Files files, UseOfMain use) {
    const auto names = names_for(use);
    const auto rank_of = [names](const ProjectFile* file) {
        return std::ranges::find(names, stem_of(file->path)) - names.begin();
    };
    std::erase_if(files, [&](const ProjectFile* file) { return rank_of(file) == std::ssize(names); });
    if (files.empty()) return nullptr;
    const ProjectFile* best = *std::ranges::min_element(
        files, {}, [&](const ProjectFile* file) { return std::pair(depth_of(file), rank_of(file)); });
    std::erase_if(files, [&](const ProjectFile* file) { return stem_of(file->path) != stem_of(best->path); });
    if (files.size() == 1) return best;
    throw UserError(fmt::format("several of its files are called '{}': {}: leave only one{}", stem_of(best->path),
                                list_of(files), use == UseOfMain::means_nothing ? "" : ", or name it in a bot.json"));
}

}  // namespace

const ProjectFile& main_of(Files files, std::string_view title, UseOfMain use) {
    if (const ProjectFile* called_main = file_called_main(files, use)) return *called_main;
    const std::size_t top = depth_of(*std::ranges::min_element(files, {}, depth_of));
    std::erase_if(files, [&](const ProjectFile* file) { return depth_of(file) > top; });
    if (files.size() == 1) return *files.front();
    Files active = files;
    std::erase_if(active, [](const ProjectFile* file) { return file->bytes.find("__main__") == std::string::npos; });
    if (active.size() == 1 && use == UseOfMain::tells_the_main_file) return *active.front();
    throw UserError(
        fmt::format("it has {} {} files, and none is called 'bot' or 'main': {}", files.size(), title, list_of(files)));
}

bool is_script(const ProjectFile& file) {
    return file.bytes.starts_with("#!");
}

Words interpreter_of(const ProjectFile& file) {
    std::string line = file.bytes.substr(2, file.bytes.find('\n') - 2);
    std::erase(line, '\r');
    Words words = split_words(line);
    if (!words.empty() && words.front().ends_with("/env")) words.erase(words.begin());
    if (!words.empty() && words.front() == "-S") words.erase(words.begin());
    if (words.empty()) throw UserError(fmt::format("the first line of '{}' names no interpreter", file.path));
    // The student's machine may have it elsewhere.
    if (::access(words.front().c_str(), X_OK) != 0) words.front() = file_name(words.front());
    return words;
}

Words run_script(const ProjectFile& file, Words interpreter) {
    interpreter.push_back((file.path.starts_with('-') ? "./" : "") + file.path);
    return interpreter;
}

bool is_program(const ProjectFile& file) {
    Elf64_Ehdr header{};
    if (!file.bytes.starts_with(ELFMAG)) return false;
    std::memcpy(&header, file.bytes.data(), std::min(sizeof header, file.bytes.size()));
    return header.e_type == ET_EXEC || (header.e_type == ET_DYN && header.e_entry != 0);
}

Words java_command(const Files& files) {
    return {"java", "-Xmx512m", "-XX:+UseSerialGC", "-cp", ".", main_class_of(files)};
}

}  // namespace referee::handins
