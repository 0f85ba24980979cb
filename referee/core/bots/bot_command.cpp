#include "referee/core/bots/bot_command.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "protocol/answer.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/bots/file_access.hpp"
#include "referee/core/bots/sample_bots.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;

#if defined(__x86_64__)
constexpr unsigned own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr unsigned own_machine = EM_AARCH64;
#else
#error "name this machine's ELF number here"
#endif

std::string named(std::string_view bot) {
    return fmt::format("bot '{}'", bot);
}

bool is_file(const std::string& path) {
    return is_file_at(path);
}

std::string_view interpreter_of(const fs::path& file) {
    if (file.extension() == ".py") return "python3";
    if (file.extension() == ".js") return "node";
    return {};
}

/// Puts the interpreter in front of a source file. Puts "./" in front of a bare file name, which would otherwise be
/// looked up on the PATH.
std::vector<std::string> with_interpreter(std::vector<std::string> words) {
    const auto interpreter = interpreter_of(words.front());
    if (!is_file(words.front())) return words;
    if (words.front().starts_with('-')) words.front().insert(0, "./");  // else it would be parsed as an option
    if (!interpreter.empty()) {
        words.insert(words.begin(), std::string(interpreter));
    } else if (words.front().find('/') == std::string::npos) {
        words.front().insert(0, "./");
    }
    return words;
}

/// The module of `python3 -m MODULE`, or the class of `java -cp DIR CLASS`. Empty if there is neither.
std::string module_or_class_in(const std::vector<std::string>& words, bool is_java) {
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        if (!is_java && words[i] == "-m") return words[i + 1];
        const bool names_folders = words[i] == "-cp" || words[i] == "-classpath" || words[i] == "--class-path";
        if (is_java && names_folders && i + 2 < words.size() && !words[i + 2].starts_with('-')) return words[i + 2];
    }
    return {};
}

/// The name that a person would give to the bot. For a program, this is the name of its file. For an interpreter, it is
/// the name of the first argument that is a file, or else of the module or class.
std::string name_of(const std::vector<std::string>& words) {
    static constexpr std::string_view interpreters[] = {"python", "python3", "node", "java", "bash",
                                                        "sh",     "ruby",    "perl", "env",  "pypy3"};
    fs::path file = words.front();
    for (const auto interpreter : interpreters) {
        if (file.filename() != interpreter) continue;
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (is_file(words[i])) return fs::path(words[i]).filename();
        }
        const std::string found = module_or_class_in(words, interpreter == "java");
        if (!found.empty()) return found;
    }
    return file.filename();
}

/// Refuses a file that this user may not reach or use.
void refuse_closed(const std::string& path, std::string_view bot, FileUse use) {
    if (const auto complaint = complaint_about_access(path, use))
        throw BotError(BotFault::no_permission, named(bot), ": " + *complaint);
}

std::string_view next_word(std::string_view& rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    const auto word = rest.substr(0, rest.find_first_of(" \t"));
    rest.remove_prefix(word.size());
    return word;
}

void check_script(std::string_view first_line, std::string_view bot, std::string_view path) {
    const bool windows_line = first_line.ends_with('\r');
    auto rest = first_line.substr(2);
    std::string_view interpreter = next_word(rest);
    bool found = ::access(std::string(interpreter).c_str(), X_OK) == 0;
    if (found && interpreter.ends_with("/env")) {
        // Check the program that env runs. Options and variable assignments of env precede it.
        std::string_view word = next_word(rest);
        while (word.starts_with("-") || word.find('=') != std::string_view::npos)
            word = next_word(rest);
        found = word.empty() || word.find('/') != std::string_view::npos || find_on_path(std::string(word), path);
        interpreter = word;
    }
    if (found) return;
    throw BotError(BotFault::no_interpreter, named(bot),
                   fmt::format(": its first line names the interpreter '{}', which does not exist{}",
                               protocol::escaped(interpreter),
                               windows_line ? "; the file has Windows line ends: convert it with dos2unix" : ""));
}

std::string_view machine_name(unsigned machine) {
    switch (machine) {
        case EM_386: return "32-bit x86";
        case EM_X86_64: return "x86-64";
        case EM_ARM: return "32-bit ARM";
        case EM_AARCH64: return "64-bit ARM";
        case EM_RISCV: return "RISC-V";
        case EM_PPC64: return "64-bit PowerPC";
        case EM_S390: return "S/390";
        default: return "another";
    }
}

void check_elf(std::string_view header, std::string_view bot) {
    Elf64_Ehdr elf{};
    std::memcpy(&elf, header.data(), std::min(sizeof elf, header.size()));
    const bool readable = elf.e_ident[EI_DATA] == ELFDATA2LSB;
    if (readable && elf.e_type == ET_REL)
        throw BotError(BotFault::no_program, named(bot), " is an object file: link it, and name the resulting program");
    if (readable && elf.e_type == ET_CORE)
        throw BotError(BotFault::no_program, named(bot), " is the core dump of a crashed program, not a bot");
    const bool wide = elf.e_ident[EI_CLASS] == ELFCLASS64;
    if (readable && wide && elf.e_type == ET_DYN && elf.e_entry == 0)
        throw BotError(BotFault::no_program, named(bot), " is a library: name a program that is linked with it");
    // A 32-bit x86 program may run here; the kernel decides.
    if (readable && (elf.e_machine == own_machine || (own_machine == EM_X86_64 && elf.e_machine == EM_386))) return;
    throw BotError(BotFault::no_program, named(bot),
                   fmt::format(" is a program for another architecture ({}): compile it for this machine ({})",
                               machine_name(readable ? elf.e_machine : EM_NONE), machine_name(own_machine)));
}

/// Refuses a file that is not a program, but was named as a bot by mistake. `path` is the file, and `head` its first
/// bytes.
void refuse_what_is_no_program(std::string_view bot, const std::string& path, std::string_view head) {
    const std::string quoted = fmt::format("'{}'", bot);
    switch (kind_of_file(path)) {
        case FileKind::match_log:
            throw BotError(BotFault::no_program, quoted,
                           " is a match log, not a bot: view it with referee view, or referee replay");
        case FileKind::database:
            throw BotError(BotFault::no_program, quoted,
                           " is a tournament's file, not a bot: view it with referee standings, or referee serve");
        case FileKind::source:
            throw BotError(BotFault::no_program, named(bot),
                           " is source code: compile it, and name the resulting program");
        case FileKind::page:
            throw BotError(BotFault::no_program, quoted, " is a page, not a bot: open it in a browser");
        case FileKind::other: break;
    }
    if (const std::string_view kind = kind_of_no_program(path, head); !kind.empty()) {
        const auto colon = std::min(kind.find(':'), kind.size());
        throw BotError(BotFault::no_program, quoted,
                       fmt::format(" is {}, not a bot{}", kind.substr(0, colon), kind.substr(colon)));
    }
    throw BotError(BotFault::no_program, named(bot), " is neither a program nor a script that begins with '#!'");
}

/// Refuses a file whose content can't run on this machine.
void check_content(const std::string& file, std::string_view bot, std::string_view search_path) {
    constexpr std::size_t first_bytes = 512;
    std::string head(first_bytes, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    if (!stream.is_open() || stream.bad()) return;  // it may be executable but not readable; the kernel decides
    head.resize(static_cast<std::size_t>(stream.gcount()));
    if (head.empty()) throw BotError(BotFault::no_program, named(bot), " is an empty file");
    if (head.starts_with(ELFMAG)) return check_elf(head, bot);
    if (head.starts_with("#!"))
        return check_script(std::string_view(head).substr(0, head.find('\n')), bot, search_path);
    refuse_what_is_no_program(bot, file, head);
}

}  // namespace

std::string_view BotError::complaint() const {
    std::string_view text = std::string_view(what()).substr(subject_length_);
    text.remove_prefix(std::min(text.find_first_not_of(": "), text.size()));
    return text;
}

std::vector<std::string> split_words(std::string_view text) {
    std::vector<std::string> words;
    bool in_word = false;
    char quote = 0;
    const auto add = [&](char c) {
        if (!in_word) words.emplace_back();
        in_word = true;
        words.back() += c;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
            in_word = false;
        } else if (quote == 0 && (c == '\'' || c == '"')) {
            quote = c;
            if (!in_word) words.emplace_back();
            in_word = true;
        } else if (c == quote && quote != 0) {
            quote = 0;
        } else if (c == '\\' && quote != '\'') {
            if (++i == text.size())
                throw BotError(BotFault::unreadable, named(text), ": nothing follows the last backslash");
            if (text[i] == '\n') continue;  // a line continuation
            // Between double quotes, a backslash escapes only special characters.
            if (quote == '"' && std::strchr("\"\\$`", text[i]) == nullptr) add('\\');
            add(text[i]);
        } else {
            add(c);
        }
    }
    if (quote != 0)
        throw BotError(BotFault::unreadable, named(text), fmt::format(": a quote ({}) is not closed", quote));
    return words;
}

void check_runnable(const std::string& program, std::string_view bot, std::string_view search_path) {
    const std::string& path = program;
    std::error_code error;
    const auto status = fs::status(path, error);
    if (!fs::exists(status)) {
        if (error == std::errc::permission_denied) {
            refuse_closed(path, bot, FileUse::enter);
            throw BotError(BotFault::no_permission, named(bot), ": permission denied");
        }
        const bool other = error && error != std::errc::no_such_file_or_directory;
        throw BotError(BotFault::missing, named(bot),
                       ": no such file" + (other ? " (" + error.message() + ")" : hint_on_missing(bot, program)));
    }
    if (fs::is_directory(status))
        throw BotError(BotFault::no_program, named(bot),
                       " is a folder and can't take arguments: name the program in it");
    if (!fs::is_regular_file(status)) throw BotError(BotFault::no_program, named(bot), " is not a regular file");
    const int reason = ::access(path.c_str(), X_OK) == 0 ? 0 : errno;
    check_content(path, bot, search_path);
    if (reason == 0) return;
    if (reason != EACCES)
        throw BotError(BotFault::no_permission, named(bot), fmt::format(" can't be run: {}", std::strerror(reason)));
    throw BotError(BotFault::no_permission, named(bot), " is not executable: chmod +x " + copyable_path(path));
}

void refuse_missing_script(const std::vector<std::string>& words, std::string_view bot) {
    if (words.empty()) return;
    const auto is_option = [](const std::string& word) { return word.starts_with('-'); };
    const auto script = std::find_if_not(std::next(words.begin()), words.end(), is_option);
    if (script == words.end()) return;
    const auto interpreter = interpreter_of(*script);
    if (interpreter.empty() || fs::path(words[0]).filename() != interpreter) return;
    if (::access(script->c_str(), R_OK) == 0) return;
    refuse_closed(*script, bot, FileUse::read);
    if (exists_at(*script)) return;
    throw BotError(BotFault::missing, named(bot), ": no such file: " + *script + hint_on_missing(bot, *script));
}

BotCommand bot_command_of(std::vector<std::string> words, std::string_view text, std::string_view path) {
    if (words.empty() || words.front().empty()) {
        throw BotError(BotFault::unreadable, "a bot's command",
                       " is empty: give the path of a program, or a command line in quotes");
    }
    if (!exists_at(words.front())) words.front() = sample_bot(words.front()).value_or(words.front());
    const std::string wanted = words.front();
    words = with_interpreter(std::move(words));
    BotCommand command{words.front(), words, name_of(words)};
    if (command.program.find('/') == std::string::npos && !is_file(command.program)) {
        const auto found = find_on_path(command.program, path);
        if (!found && command.program != wanted) {
            throw BotError(BotFault::no_interpreter, named(text),
                           fmt::format(" needs '{}', which is not on the PATH: install it", command.program));
        }
        if (!found && !exists_at(command.program)) {
            throw BotError(BotFault::missing, named(text), about_unknown_word(text, command.program, path));
        }
        command.program = found.value_or(command.program);
    }
    check_runnable(command.program, text, path);
    return command;
}

}  // namespace referee
