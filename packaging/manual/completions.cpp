#include "packaging/manual/manual.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "games/catalogue.hpp"

namespace referee {

namespace {

/// The kind of values that an option takes.
enum class Values { none, any, words, files, folders, bots };

Values values_of(const Option& option) {
    const std::string_view type = option.is_argument() ? option.names : option.type;
    if (type.empty()) return Values::none;
    if (!option.words.empty() || type == "SPEC" || type == "GAME") return Values::words;
    if (type == "FILE" || type == "LOG" || type == "BATCH" || type == "PATH") return Values::files;
    if (type == "FOLDER" || type == "DIR") return Values::folders;
    return type == "BOT" ? Values::bots : Values::any;
}

/// The words that an option accepts. A game is its name without settings.
std::vector<std::string> words_of(const Option& option) {
    if (!option.words.empty()) return option.words;
    std::vector<std::string> names;
    for (const auto& game : games::catalogue())
        names.push_back(game->name);
    return names;
}

/// Splits "-o,--output" into both names.
std::vector<std::string> names_of(const Option& option) {
    const auto comma = option.names.find(',');
    if (comma == std::string::npos) return {option.names};
    return {option.names.substr(0, comma), option.names.substr(comma + 1)};
}

/// The name of a command, such as "replay"; empty for `referee` itself.
std::string command_of(const CommandHelp& help) {
    const auto space = help.name.find(' ');
    return space == std::string::npos ? "" : help.name.substr(space + 1);
}

std::vector<std::string> commands_of(std::span<const CommandHelp> all) {
    std::vector<std::string> commands = {"help"};
    for (const CommandHelp& help : all) {
        if (const std::string name = command_of(help); !name.empty()) commands.push_back(name);
    }
    return commands;
}

/// Replaces newlines by spaces.
std::string flowing(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

/// Puts a backslash before each of these characters.
std::string escaped(std::string_view text, std::string_view characters) {
    std::string result;
    for (const char c : text) {
        if (characters.find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

/// Quotes the text in single quotes for a shell.
std::string in_quotes(std::string_view text) {
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

/// The shell code that lists the bots that come with referee, from the folder in which the program looks for them.
constexpr const char* list_bots =
    R"sh(echo human; ls "$(dirname "$(readlink -f "$(command -v referee)")")/../libexec/referee/bots" 2>/dev/null)sh";

// ---- bash

std::string bash_values(const Option& option) {
    switch (values_of(option)) {
        case Values::words:
            return fmt::format("_referee_words {}", in_quotes(fmt::format("{}", fmt::join(words_of(option), " "))));
        case Values::files: return "_referee_files";
        case Values::folders: return "_referee_folders";
        case Values::bots: return "_referee_bots";
        case Values::none:
        case Values::any: break;
    }
    return ":";
}

/// The branch of one command: the values of options, the names of options, and the positional arguments.
std::string bash_branch(const CommandHelp& help) {
    std::string values;
    std::string alone;
    std::vector<std::string> names = {"--help", "--version"};
    for (const Option& option : help.options) {
        if (option.is_argument()) {
            if (alone.empty()) alone = bash_values(option);
            continue;
        }
        const auto own = names_of(option);
        names.insert(names.end(), own.begin(), own.end());
        if (values_of(option) != Values::none)
            values += fmt::format("            {}) {}; return ;;\n", fmt::join(own, "|"), bash_values(option));
    }
    const std::string command = command_of(help);
    return fmt::format(
        "    {})\n        case $before in\n{}        esac\n"
        "        if [[ $word == -* ]]; then _referee_words '{}'; else {}; fi ;;\n",
        command.empty() ? "*" : command, values, fmt::join(names, " "), alone.empty() ? ":" : alone);
}

// ---- zsh

std::string zsh_values(const Option& option) {
    switch (values_of(option)) {
        case Values::words: return fmt::format("({})", fmt::join(words_of(option), " "));
        case Values::files: return "_files";
        case Values::folders: return "_files -/";
        case Values::bots: return "_referee_bots";
        case Values::none:
        case Values::any: break;
    }
    return " ";
}

std::string zsh_argument(const Option& option) {
    const std::string place = option.is_list ? "*" : "";
    if (option.is_argument()) return in_quotes(fmt::format("{}:{}:{}", place, option.names, zsh_values(option)));
    const auto names = names_of(option);
    const std::string help = escaped(flowing(option.help), "[]:\\");
    const std::string value =
        option.type.empty() ? "" : fmt::format(":{}:{}", escaped(option.type, ":"), zsh_values(option));
    std::string text;
    for (const std::string& name : names)
        text += fmt::format("{}{}", text.empty() ? "" : " ",
                            in_quotes(fmt::format("{}{}[{}]{}", place, name, help, value)));
    return text;
}

std::string zsh_branch(const CommandHelp& help) {
    const std::string command = command_of(help);
    std::string text = fmt::format("    {})\n      _arguments '--help[show the options]' '--version[show the version]'",
                                   command.empty() ? "*" : command);
    for (const Option& option : help.options)
        text += " \\\n        " + zsh_argument(option);
    return text + " ;;\n";
}

// ---- fish

std::string fish_values(const Option& option) {
    switch (values_of(option)) {
        case Values::none: return "";
        case Values::any: return " -x";
        case Values::words:
            return fmt::format(" -x -a {}", in_quotes(fmt::format("{}", fmt::join(words_of(option), " "))));
        case Values::files: return " -r -F";
        case Values::folders: return " -x -a '(__fish_complete_directories)'";
        case Values::bots: return " -r -F -a '(__referee_bots)'";
    }
    return "";
}

std::string fish_line(const CommandHelp& help, const Option& option) {
    const std::string command = command_of(help);
    const std::string where = command.empty() ? "not __fish_seen_subcommand_from $__referee_commands"
                                              : "__fish_seen_subcommand_from " + command;
    std::string text = fmt::format("complete -c referee -n {}", in_quotes(where));
    if (!option.is_argument()) {
        for (const std::string& name : names_of(option))
            text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    // The words are on a separate line, because otherwise the help would appear beside each word.
    const std::string values = fish_values(option);
    const auto words = std::min(values.find(" -a "), values.size());
    const std::string offered = text + values.substr(option.is_argument() ? words : 0) + "\n";
    if (option.is_argument()) return words < values.size() ? offered : "";
    return text + values.substr(0, words) + fmt::format(" -d {}\n", in_quotes(flowing(option.help))) +
           (words < values.size() ? offered : "");
}

}  // namespace

std::string bash_completion(std::span<const CommandHelp> all) {
    std::string text = fmt::format(R"sh(# Completion of referee for bash; write_manual has written it.
_referee_words() {{ COMPREPLY+=($(compgen -W "$1" -- "$word")); }}
_referee_files() {{ compopt -o filenames; COMPREPLY+=($(compgen -f -- "$word")); }}
_referee_folders() {{ compopt -o filenames; COMPREPLY+=($(compgen -d -- "$word")); }}
_referee_bots() {{ _referee_words "$({})"; _referee_files; }}
_referee() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    local IFS=$' \t\n'
    COMPREPLY=()
    if [[ $COMP_CWORD == 1 && $word != -* ]]; then
        compopt -o nosort 2>/dev/null  # commands, bots, files
        _referee_words '{}'
        _referee_bots
        return
    fi
    case ${{COMP_WORDS[1]}} in
    help) _referee_words '{}' ;;
)sh",
                                   list_bots, fmt::join(commands_of(all), " "), fmt::join(commands_of(all), " "));
    for (const CommandHelp& help : all) {
        if (!command_of(help).empty()) text += bash_branch(help);
    }
    for (const CommandHelp& help : all) {
        if (command_of(help).empty()) text += bash_branch(help);
    }
    return text + "    esac\n}\ncomplete -F _referee referee\n";
}

std::string zsh_completion(std::span<const CommandHelp> all) {
    std::string commands;
    for (const CommandHelp& help : all) {
        if (const std::string name = command_of(help); !name.empty())
            commands += fmt::format("    {}\n", in_quotes(name + ":" + escaped(help.summary(), ":\\")));
    }
    std::string text = fmt::format(R"sh(#compdef referee
# Completion of referee for zsh; write_manual has written it.
_referee_bots() {{
  local -a bots
  bots=(${{(f)"$({})"}})
  compadd -a bots
  _files
}}
_referee() {{
  local -a commands
  commands=(
    'help:Lists the options of a command'
{}  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe command commands
    _referee_bots
    return
  fi
  case $words[2] in
    help) _describe command commands ;;
)sh",
                                   list_bots, commands);
    // Removes the command itself from the words.
    std::string own;
    std::string names;
    for (const CommandHelp& help : all) {
        const std::string name = command_of(help);
        if (name.empty()) continue;
        own += zsh_branch(help);
        names += (names.empty() ? "" : "|") + name;
    }
    text += fmt::format("    {}) shift words; (( CURRENT-- )) ;;\n  esac\n  case $words[1] in\n", names);
    text += own;
    for (const CommandHelp& help : all) {
        if (command_of(help).empty()) text += zsh_branch(help);
    }
    return text + "  esac\n}\n_referee \"$@\"\n";
}

std::string fish_completion(std::span<const CommandHelp> all) {
    std::string text = fmt::format(R"sh(# Completion of referee for fish; write_manual has written it.
set -g __referee_commands {}
function __referee_bots
    echo human
    ls (dirname (readlink -f (command -v referee)))/../libexec/referee/bots 2>/dev/null
end
complete -c referee -n __fish_use_subcommand -a help -d 'Lists the options of a command'
complete -c referee -n '__fish_seen_subcommand_from help' -x -a "$__referee_commands"
)sh",
                                   fmt::join(commands_of(all), " "));
    for (const CommandHelp& help : all) {
        if (const std::string name = command_of(help); !name.empty()) {
            text += fmt::format("complete -c referee -n __fish_use_subcommand -a {} -d {}\n", name,
                                in_quotes(help.summary()));
        }
        for (const Option& option : help.options)
            text += fish_line(help, option);
    }
    return text +
           "complete -c referee -l help -s h -d 'Shows the options'\n"
           "complete -c referee -l version -d 'Shows the version'\n";
}

}  // namespace referee
