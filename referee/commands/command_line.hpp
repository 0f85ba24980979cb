// The options of one command as a table: each has names, a help text and a value that is read and written. The parser,
// the help, the manual, plans and printed commands are loops over it.
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
    Kind kind = Kind::text;          ///< in a plan, which is JSON
    bool is_list = false;            ///< it may be given several times
    std::vector<std::string> words;  ///< the accepted values; empty: any
    bool words_are_all = true;       ///< false: it accepts other values, too
    std::string group;               ///< the heading above it in the help
    bool is_everyday = true;         ///< false: only --help-all shows it
    bool is_of_run = false;          ///< a later run of the same tournament needs it again
    /// Sets the value from its text; that of a flag is empty. Throws games::UserError.
    std::function<void(const std::string& text)> read;
    /// The way back: the texts that read() takes, one for each time the option is to be given; none if the value is the
    /// default. Empty for options that nobody writes: only those of a tournament are.
    std::function<Arguments()> write;

    /// Whether it is a positional argument.
    [[nodiscard]] bool is_argument() const { return !names.starts_with('-'); }
    /// Its long name: "--output" of "-o,--output".
    [[nodiscard]] std::string long_name() const { return names.substr(names.find(',') + 1); }
    /// The key in a plan: "output" of "-o,--output", "bot" of "BOT".
    [[nodiscard]] std::string key() const;
};

/// The help of a command as values, from which man pages and completions for shells are made.
struct CommandHelp {
    std::string name;      ///< "referee replay"
    std::string overview;  ///< above the options; examples are indented
    std::vector<Option> options;
    std::string footer;  ///< below the options: the exit codes

    /// The overview's first sentence in one line, up to a colon and without the full stop.
    std::string summary() const;
};

/// Thrown if the user asks for help or the version: the caller prints the text and does nothing else.
struct Information {
    std::string text;
    CommandHelp help;
};

/// The texts of a value; none if it is `usual` or absent.
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

/// Throws the games::UserError that lists the words that `what` may be: "--ponder 'x': write on or off".
[[noreturn]] void refuse_choice(std::string_view what, std::string_view text,
                                const std::vector<std::string_view>& words);

/// The meaning of the word `text`. Throws games::UserError, which begins with `what`, for any other word.
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

/// The new spelling of an option or a command that earlier versions had: "--limits clock=60s+1s" for "--clock". Empty
/// if there is none, or if the `options` of this `command` ("referee solve") do not accept it. Tries the spelling out,
/// which may set values.
[[nodiscard]] std::string_view new_spelling(std::string_view old, std::string_view command = {},
                                            std::span<const Option> options = {});

/// `names` are "--seed" or "-o,--output", or a word such as "FILE" for a positional argument. `type` is the value's
/// placeholder in the help; a positional argument has none. Every target outlives the table, and keeps its default
/// value if the option is not given. An option may be given once, unless it is a list.
class CommandLine {
public:
    using Read = std::function<void(const std::string& text)>;
    using Write = std::function<Arguments()>;

    /// `name`: "referee replay". `overview` and `footer` stand above and below the options in the help.
    CommandLine(std::string name, std::string overview, std::string footer = "");

    /// The heading of the following options. If they are not `everyday`, only --help-all shows them.
    void group(std::string heading, bool everyday = true);

    /// The general case. The returned option may be changed until the next one is added.
    Option& option(const char* names, const char* type, const char* help, Read read, Write write = nullptr);
    /// Any number of texts; an option has one each time it is given.
    Option& list(const char* names, const char* type, const char* help, std::vector<std::string>& target);
    /// An option without a value.
    Option& flag(const char* names, const char* help, bool& target);
    /// The name of a file or a folder (a `type` of FOLDER or DIR), which is not empty.
    Option& file(const char* names, const char* type, const char* help, std::string& target);
    /// A number with a unit, up to 24h, and above 0 unless it `may_be_zero`.
    Option& duration(const char* names, const char* help, std::optional<std::chrono::microseconds>& target,
                     bool may_be_zero = false);

    /// Any text; an option's text is not empty. The target is a std::string, or an optional one.
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
    /// A whole number from `min` to `max`. The target is a number, or an optional one.
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
    /// One of these words, each with its meaning. The target is such a meaning, or an optional one.
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

    /// Reads the arguments after the command's name. Throws games::UserError, with a suggestion for an unknown option,
    /// and Information.
    void parse(const Arguments& arguments);
    /// The options and arguments added so far, without those for help and the version.
    const std::vector<Option>& options() const { return help_.options; }
    /// Whether the arguments that were parsed have the option of this long name.
    bool given(const std::string& name) const { return given_.contains(name); }
    /// The chosen options whose values differ from the defaults, as part of a shell's line, each after a space:
    /// " --games 4 --log m.json".
    std::string arguments_text(const std::function<bool(const Option&)>& only) const;

private:
    static void refuse_empty(std::string_view names, std::string_view type, const std::string& text);
    static std::uint64_t number_of(std::string_view names, const std::string& text, std::uint64_t min,
                                   std::uint64_t max);

    CommandHelp help_;
    std::string heading_;
    bool everyday_ = true;
    std::set<std::string> given_;
};

/// The name of a file or, if `type` is not FILE, of a folder that option `name` is given. Throws games::UserError if it
/// is empty.
std::string file_name(std::string_view name, std::string_view type, const std::string& text);

}  // namespace referee
