// The options of one command as a table. Each option has names, a help text, and a value that is read and written. The
// parser, the help, the manual, plans and printed commands iterate over the table.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/user_error.hpp"

namespace referee {

using Arguments = std::vector<std::string>;

/// An option or a positional argument, and its value.
struct Option {
    enum class Kind : std::uint8_t { flag, text, number };

    std::string names;  ///< "--seed", "-o,--output", or "FILE" for a positional argument
    std::string type;   ///< the value's placeholder in the help; empty for flags and positional arguments
    std::string help;
    Kind kind = Kind::text;          ///< the type of the value in a plan, which is JSON
    bool is_list = false;            ///< it may be given several times
    std::vector<std::string> words;  ///< the accepted values; empty: any
    bool words_are_all = true;       ///< false: it accepts other values, too
    std::string group;               ///< the heading above it in the help
    bool is_everyday = true;         ///< false: only --help-all shows it
    std::string usual{};             ///< the value if none follows the option; empty: it needs one
    bool is_of_run = false;          ///< a later run of the same tournament needs the option again
    /// Sets the value from its text, which is empty for a flag. Throws games::UserError if the text is invalid.
    std::function<void(const std::string& text)> read;
    /// The inverse of read(). Returns the texts that set the value, one for each time that the option has to be given.
    /// Returns none if the value is the default. Empty for options that are never written. Only the options of a
    /// tournament are written.
    std::function<Arguments()> write;

    /// Whether it is a positional argument.
    [[nodiscard]] bool is_argument() const { return !names.starts_with('-'); }
    /// The long name: "--output" of "-o,--output".
    [[nodiscard]] std::string long_name() const { return names.substr(names.find(',') + 1); }
    /// The key in a plan: "output" of "-o,--output", "bot" of "BOT".
    [[nodiscard]] std::string key() const;
};

/// The help of a command as values, from which man pages and shell completions are generated.
struct CommandHelp {
    std::string name;      ///< "referee replay"
    std::string overview;  ///< above the options; examples are indented
    std::vector<Option> options;
    std::string footer;  ///< below the options: the exit codes

    /// The help as --help shows it. `everything`: with the options that are not for every day.
    std::string text(bool everything) const;
    /// The overview's first sentence in one line. It ends before a colon, and has no full stop.
    std::string summary() const;
};

/// Thrown if the user asks for help or the version. The caller prints the text and does nothing else.
struct Information {
    std::string text;
    CommandHelp help;
};

/// The value as the texts of an option. There are none if the value is `usual` or absent.
Arguments written(const std::string& value, const std::string& usual);
template <std::integral Number>
Arguments written(Number value, Number usual) {
    return value == usual ? Arguments() : Arguments{std::to_string(value)};
}
template <class Value>
Arguments written(const std::optional<Value>& value, const std::optional<Value>& /*none*/) {
    if constexpr (std::integral<Value>)
        return value ? Arguments{std::to_string(*value)} : Arguments();
    else
        return value ? Arguments{*value} : Arguments();
}

/// Throws a games::UserError that lists the words that `what` may be: "--ponder 'x': write on or off".
[[noreturn]] void refuse_choice(std::string_view what, std::string_view text,
                                const std::vector<std::string_view>& words);

/// The meaning of the word `text`. Throws a games::UserError that begins with `what` for any other word.
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

/// The table of a command's options. `names`: "--seed" or "-o,--output", or a word such as "FILE" for a positional
/// argument. `type`: the value's placeholder in the help; empty for a positional argument. A target keeps its default
/// value if the option is not given. An option may be given once, unless it is a list. Requires: every target outlives
/// this object.
class CommandLine {
public:
    using Read = std::function<void(const std::string& text)>;
    using Write = std::function<Arguments()>;

    /// `name`: "referee replay". `overview` and `footer` are shown above and below the options in the help.
    CommandLine(std::string name, std::string overview, std::string footer = "");

    /// Sets the heading of the following options. If they are not `everyday`, only --help-all shows them.
    void group(std::string heading, bool everyday = true);

    /// Adds an option of any kind. The returned option may be changed until the next option is added.
    Option& option(const char* names, const char* type, const char* help, Read read, Write write = nullptr);
    /// Adds an option that may be given several times. Each time, its text is appended to the list.
    Option& list(const char* names, const char* type, const char* help, std::vector<std::string>& target);
    /// Adds an option without a value.
    Option& flag(const char* names, const char* help, bool& target);
    /// Adds an option whose value is the path of a file or, if `type` is not FILE, of a folder. The path must not be
    /// empty.
    Option& file(const char* names, const char* type, const char* help, std::string& target);
    /// Adds an option whose value is a duration with a unit, up to 24h, and above 0 unless it `may_be_zero`.
    Option& duration(const char* names, const char* help, std::optional<std::chrono::microseconds>& target,
                     bool may_be_zero = false);

    /// Adds an option or a positional argument whose value is any text. An option's text must not be empty. The target
    /// is a std::string or a std::optional<std::string>.
    template <class Target>
    Option& text(const char* names, const char* type, const char* help, Target& target) {
        return option(
            names, type, help,
            [&target, names, type](const std::string& text) {
                refuse_empty(names, type, text);
                target = text;
            },
            [&target, usual = target] { return written(target, usual); });
    }
    /// Adds an option whose value is a whole number from `min` to `max`. The target is a number or a std::optional of a
    /// number.
    template <class Target>
    Option& number(const char* names, std::uint64_t min, std::uint64_t max, const char* help, Target& target) {
        Option& added = option(
            names, "N", help,
            [&target, names, min, max](const std::string& text) {
                const std::uint64_t number = number_of(names, text, min, max);
                if constexpr (std::integral<Target>)
                    target = static_cast<Target>(number);
                else
                    target = static_cast<typename Target::value_type>(number);
            },
            [&target, usual = target] { return written(target, usual); });
        added.kind = Option::Kind::number;
        return added;
    }
    /// Adds a choice of words, each with its meaning. The target has the type of the meanings, or is a std::optional of
    /// that type.
    template <class Value, class Target>
    Option& choice(const char* names, const char* type, const char* help,
                   std::vector<std::pair<std::string_view, Value>> choices, Target& target) {
        Option& added = option(
            names, type, help,
            [&target, names, choices](const std::string& text) { target = chosen<Value>(names, text, choices); },
            [&target, choices, usual = target]() -> Arguments {
                for (const auto& [word, value] : choices) {
                    if (target == value && target != usual) return {std::string(word)};
                }
                return {};
            });
        for (const auto& [word, value] : choices)
            added.words.emplace_back(word);
        return added;
    }

    /// Refuses arguments that do not fit the options, without reading their values. Throws like parse().
    void check(const Arguments& arguments) const;
    /// Reads the arguments after the command's name. Throws games::UserError, with a suggestion for an unknown option.
    /// Throws Information if the user asks for help or the version.
    void parse(const Arguments& arguments);
    /// The options and arguments added so far, except those for help and the version.
    const std::vector<Option>& options() const { return help_.options; }
    /// Whether the parsed arguments contain the option with this long name.
    bool given(const std::string& name) const { return given_.contains(name); }
    /// The chosen options whose values differ from the defaults, as part of a shell command, each after a space: "
    /// --games 4 --log m.json".
    std::string arguments_text(const std::function<bool(const Option&)>& only) const;

private:
    void inform(const Arguments& arguments) const;
    static void refuse_empty(std::string_view names, std::string_view type, const std::string& text);
    static std::uint64_t number_of(std::string_view names, const std::string& text, std::uint64_t min,
                                   std::uint64_t max);

    CommandHelp help_;
    std::string heading_;
    bool everyday_ = true;
    std::set<std::string> given_;
};

/// Checks the value of the option `name`: the path of a file or, if `type` is not FILE, of a folder. Returns the path
/// in a form that can't be mistaken for an option. Throws games::UserError if the path is empty.
std::string file_name(std::string_view name, std::string_view type, const std::string& text);

}  // namespace referee
