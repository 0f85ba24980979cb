// The options of one command: each has names, a help text and a target, and one parser reads them all.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/user_error.hpp"

namespace CLI {
class App;
}

namespace referee {

using Arguments = std::vector<std::string>;

/// The help of an option, or of an argument that stands by itself.
struct OptionHelp {
    std::string names;  ///< "--seed", "-o,--output", or "FILE" for an argument that stands by itself
    std::string type;   ///< stands for the value; empty: it takes none, or is an argument that stands by itself
    std::string help;
    bool is_list = false;
    std::vector<std::string> words;  ///< the values that it takes; empty: any

    /// Whether it stands by itself.
    bool is_argument() const { return !names.starts_with('-'); }
};

/// The help of a command as values: the man pages and the completions for shells are made of it.
struct CommandHelp {
    std::string name;      ///< "referee replay"
    std::string overview;  ///< above the options; examples are indented
    std::vector<OptionHelp> options;
    std::string footer;  ///< below the options: the exit codes

    /// The overview's first sentence in one line, up to a colon and without the full stop.
    std::string summary() const;
};

/// Thrown if help or the version is asked for: the caller prints the text and does nothing else.
struct Information {
    std::string text;
    CommandHelp help;
};

/// `names` are "--seed" or "-o,--output", or a word such as "FILE" for an argument that stands by itself. `type` stands
/// for the value in the help; an argument that stands by itself has none. Every target outlives the command line, and
/// keeps its value where the option is not given. An option may be given once, unless it is a list.
class CommandLine {
public:
    using Read = std::function<void(const std::string& text)>;

    /// `name`: "referee replay". `overview` and `footer` stand above and below the options in the help.
    CommandLine(const std::string& name, const std::string& overview, const std::string& footer = "");
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    /// The general case: `read` is called with the text of the value, and throws games::UserError.
    void option(const char* names, const char* type, const char* help, Read read);
    /// Any number of texts: of an option, one each time it is given.
    void list(const char* names, const char* type, const char* help, std::vector<std::string>& target);
    /// It takes no value.
    void flag(const char* names, const char* help, bool& target);
    /// The name of a file or a folder (a `type` of FOLDER or DIR), which is not empty.
    void file(const char* names, const char* type, const char* help, std::string& target);
    /// A number with a unit, up to 24h, and above 0 unless it `may_be_zero`.
    void duration(const char* names, const char* help, std::optional<std::chrono::microseconds>& target,
                  bool may_be_zero = false);

    /// Any text; that of an option is not empty. The target is a std::string, or an optional one.
    template <class Target>
    void text(const char* names, const char* type, const char* help, Target& target) {
        option(names, type, help, [&target, names, type](const std::string& text) {
            refuse_empty(names, type, text);
            target = text;
        });
    }
    /// A whole number from `min` to `max`.
    template <std::integral Number>
    void number(const char* names, std::uint64_t min, std::uint64_t max, const char* help, Number& target) {
        number_for(names, min, max, help, [&target](std::uint64_t number) { target = static_cast<Number>(number); });
    }
    template <std::integral Number>
    void number(const char* names, std::uint64_t min, std::uint64_t max, const char* help,
                std::optional<Number>& target) {
        number_for(names, min, max, help, [&target](std::uint64_t number) { target = static_cast<Number>(number); });
    }

    /// Reads the arguments behind the command's name. Throws games::UserError, with a suggestion for an unknown option,
    /// and Information.
    void parse(const Arguments& arguments);
    /// The options and arguments so far, without those for help and the version.
    const std::vector<OptionHelp>& options() const { return help_.options; }
    /// Whether the arguments that were parsed have this option.
    bool given(const char* name) const;

private:
    /// The names of all options, "--games".
    std::vector<std::string> names() const;
    static void refuse_empty(std::string_view names, std::string_view type, const std::string& text);
    void number_for(const char* names, std::uint64_t min, std::uint64_t max, const char* help,
                    const std::function<void(std::uint64_t)>& set);

    /// Keeps the help of an option, and how its value is read (null: it is no one word).
    void describe(const char* names, const char* type, const char* help, bool is_list, const Read& read);
    /// The help with the words that the options take. It reads values: nothing else may be done with the targets.
    CommandHelp described() const;

    CommandHelp help_;
    std::vector<Read> reads_;  ///< of the options of help_
    std::unique_ptr<CLI::App> app_;
};

/// A word that is none of those that are allowed here.
class WrongChoice : public games::UserError {
public:
    WrongChoice(const std::string& message, std::vector<std::string> words)
        : games::UserError(message), words_(std::move(words)) {}

    const std::vector<std::string>& words() const { return words_; }

private:
    std::vector<std::string> words_;
};

/// Throws the WrongChoice that lists the words that `what` may be: "--ponder 'x': write on or off".
[[noreturn]] void refuse_choice(std::string_view what, std::string_view text,
                                const std::vector<std::string_view>& words);

/// The meaning of the word `text`. Throws WrongChoice, which begins with `what`, for any other word.
template <class Value>
Value chosen(std::string_view what, std::string_view text,
             const std::vector<std::pair<std::string_view, Value>>& choices) {
    std::vector<std::string_view> words;
    for (const auto& [word, value] : choices) {
        if (word == text) return value;
        words.push_back(word);
    }
    refuse_choice(what, text, words);
}

/// A part of "name=value,name=value".
struct NamedValue {
    std::string_view part;  ///< both together
    std::string_view name;
    std::optional<std::string_view> value;  ///< none: without an equals sign
};
/// Requires: `text` outlives the result.
std::vector<NamedValue> named_values(std::string_view text);

}  // namespace referee
