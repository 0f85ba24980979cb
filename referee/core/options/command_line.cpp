#include "referee/core/options/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "games/words.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/version.hpp"
#include "referee/core/bots/bot_command.hpp"

namespace referee {

using games::UserError;

namespace {

constexpr const char* version_name = "--version";

/// The name of an option in messages: "--output" of "-o,--output". If an option has two long names, both are returned.
std::string message_name(std::string_view names) {
    return std::string(names.starts_with("--") ? names : names.substr(names.find(',') + 1));
}

[[noreturn]] void refuse_missing_value(std::string_view name, std::string_view type) {
    throw UserError(fmt::format("{0} needs a value: {0} {1}", name, type));
}

/// "-o" and "--output" of "-o,--output".
std::vector<std::string_view> names_of(const Option& option) {
    const std::string_view names = option.names;
    const std::size_t comma = names.find(',');
    if (comma == std::string_view::npos) return {names};
    return {names.substr(0, comma), names.substr(comma + 1)};
}

/// Finds the value of each option and argument in a command line.
class Matcher {
public:
    Matcher(const CommandHelp& command, const Arguments& arguments)
        : command_(command), arguments_(arguments), texts_(command.options.size()) {}

    /// The texts of each option, in the order of the options. Throws games::UserError if the arguments don't fit them.
    std::vector<Arguments> matched() && {
        for (; next_ < arguments_.size(); ++next_) {
            const std::string& argument = arguments_[next_];
            if (argument == "--" && !only_arguments_)
                only_arguments_ = true;
            else if (!only_arguments_ && is_option(argument))
                take_option(argument);
            else
                take_argument(argument);
        }
        return std::move(texts_);
    }

private:
    /// A dash alone is stdin, and a number is a value.
    static bool is_option(const std::string& argument) {
        return argument.size() > 1 && argument[0] == '-' && (argument[1] < '0' || argument[1] > '9');
    }

    /// The option with this name, or null.
    [[nodiscard]] const Option* named(std::string_view name) const {
        for (const Option& option : command_.options)
            for (const std::string_view one : names_of(option))
                if (!option.is_argument() && one == name) return &option;
        return nullptr;
    }

    /// "--output=x", "--output" before its value, "-ox", or "-o" before its value.
    void take_option(const std::string& argument) {
        const bool is_long = argument.starts_with("--");
        const std::size_t end = is_long ? std::min(argument.find('='), argument.size()) : 2;
        std::string name = argument.substr(0, end);
        const Option* const option = named(name);
        if (option == nullptr) refuse_unknown(is_long ? name : argument);
        if (!is_long) name = option->long_name();
        const bool has_value = end < argument.size();
        if (option->kind == Option::Kind::flag) {
            if (has_value) throw UserError(fmt::format("'{}': {} takes no value", argument, name));
            return texts_of(*option).assign(1, "");
        }
        if (!option->is_list && !texts_of(*option).empty())
            throw UserError(fmt::format("{} is given more than once", name));
        texts_of(*option).push_back(has_value ? argument.substr(end + (is_long ? 1 : 0)) : value_of(*option, name));
    }

    /// The argument after an option, or the usual value where that is another option.
    std::string value_of(const Option& option, const std::string& name) {
        const bool is_last = next_ + 1 == arguments_.size();
        if (!option.usual.empty() && (is_last || arguments_[next_ + 1].starts_with('-'))) return option.usual;
        if (is_last) refuse_missing_value(name, option.type);
        const std::string& value = arguments_[++next_];
        if (named(value.substr(0, value.find('='))) != nullptr) refuse_missing_value(name, option.type);
        return value;
    }

    void take_argument(const std::string& argument) {
        for (const Option& option : command_.options) {
            if (!option.is_argument() || (!option.is_list && !texts_of(option).empty())) continue;
            texts_of(option).push_back(argument);
            return;
        }
        throw UserError(fmt::format("unexpected argument '{}'; see {} --help", argument, command_.name));
    }

    [[noreturn]] void refuse_unknown(const std::string& name) const {
        std::vector<std::string_view> known = {"--help", "--help-all", version_name};
        for (const Option& option : command_.options) {
            for (const std::string_view one : names_of(option))
                if (one.starts_with("--")) known.push_back(one);
        }
        throw UserError(fmt::format("unknown option '{}'{}", name, games::did_you_mean(name, known)));
    }

    Arguments& texts_of(const Option& option) {
        return texts_[static_cast<std::size_t>(&option - command_.options.data())];
    }

    const CommandHelp& command_;
    const Arguments& arguments_;
    std::vector<Arguments> texts_;
    std::size_t next_ = 0;
    bool only_arguments_ = false;  ///< "--" came before
};

}  // namespace

std::string Option::key() const {
    if (names == "BOT") return "bot";
    const std::string name = long_name();
    return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

Arguments written(const std::string& value, const std::string& usual) {
    return value == usual ? Arguments() : Arguments{value};
}

CommandLine::CommandLine(std::string name, std::string overview, std::string footer)
    : help_{std::move(name), std::move(overview), {}, std::move(footer)} {}

void CommandLine::group(std::string heading, bool everyday) {
    heading_ = std::move(heading);
    everyday_ = everyday;
}

Option& CommandLine::option(const char* names, const char* type, const char* help, Read read, Write write) {
    Option& added = help_.options.emplace_back();
    added.names = names;
    added.type = type;
    added.help = help;
    added.group = heading_;
    added.is_everyday = everyday_;
    added.read = std::move(read);
    added.write = std::move(write);
    return added;
}

Option& CommandLine::list(const char* names, const char* type, const char* help, std::vector<std::string>& target) {
    Option& added = option(
        names, type, help, [&target](const std::string& text) { target.push_back(text); },
        [&target] { return target; });
    added.is_list = true;
    return added;
}

Option& CommandLine::flag(const char* names, const char* help, bool& target) {
    Option& added = option(
        names, "", help, [&target](const std::string& /*none*/) { target = true; },
        [&target] { return target ? Arguments{""} : Arguments(); });
    added.kind = Option::Kind::flag;
    return added;
}

Option& CommandLine::file(const char* names, const char* type, const char* help, std::string& target) {
    return option(
        names, type, help, [&target, names, type](const std::string& text) { target = file_name(names, type, text); },
        [&target, usual = target] { return written(target, usual); });
}

Option& CommandLine::duration(const char* names, const char* help, std::optional<std::chrono::microseconds>& target,
                              bool may_be_zero) {
    return option(
        names, "TIME", help,
        [&target, may_be_zero, name = message_name(names)](const std::string& text) {
            target = may_be_zero ? parse_duration(text, name) : parse_positive_duration(text, name);
        },
        [&target, usual = target] { return target && target != usual ? Arguments{exact(*target)} : Arguments(); });
}

std::uint64_t CommandLine::number_of(std::string_view names, const std::string& text, std::uint64_t min,
                                     std::uint64_t max) {
    const auto number = games::whole_number(text);
    const bool fits = number && *number >= 0 && static_cast<std::uint64_t>(*number) >= min &&
                      static_cast<std::uint64_t>(*number) <= max;
    if (!fits)
        throw UserError(
            fmt::format("{} '{}': write a whole number from {} to {}", message_name(names), text, min, max));
    return static_cast<std::uint64_t>(*number);
}

void CommandLine::refuse_empty(std::string_view names, std::string_view type, const std::string& text) {
    if (text.empty() && names.starts_with('-')) refuse_missing_value(message_name(names), type);
}

/// Throws Information if the arguments ask for it.
void CommandLine::inform(const Arguments& arguments) const {
    const auto is_asked = [&](std::initializer_list<std::string_view> names) {
        const auto end = std::ranges::find(arguments, "--");
        return std::find_first_of(arguments.begin(), end, names.begin(), names.end()) != end;
    };
    const bool everything = is_asked({"--help-all"});
    if (everything || is_asked({"-h", "--help"})) throw Information{help_.text(everything), help_};
    if (is_asked({"-V", version_name})) throw Information{fmt::format("referee {}\n", version), {}};
}

void CommandLine::check(const Arguments& arguments) const {
    inform(arguments);
    Matcher(help_, arguments).matched();
}

void CommandLine::parse(const Arguments& arguments) {
    inform(arguments);
    const std::vector<Arguments> texts = Matcher(help_, arguments).matched();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const Option& option = help_.options[i];
        if (!texts[i].empty()) given_.insert(option.long_name());
        for (const std::string& text : texts[i])
            option.read(text);
    }
}

std::string CommandLine::arguments_text(const std::function<bool(const Option&)>& only) const {
    std::string line;
    for (const Option& option : help_.options) {
        if (!only(option)) continue;
        for (const std::string& text : option.write()) {
            if (!option.is_argument()) line += " " + option.long_name();
            if (option.kind != Option::Kind::flag) line += " " + copyable_word(text);
        }
    }
    return line;
}

void refuse_choice(std::string_view what, std::string_view text, const std::vector<std::string_view>& words) {
    throw UserError(fmt::format("{} '{}': write {} or {}", message_name(what), text,
                                fmt::join(words.begin(), words.end() - 1, ", "), words.back()));
}

std::string file_name(std::string_view name, std::string_view type, const std::string& text) {
    if (text.empty())
        throw UserError(fmt::format("{} needs a {} name", message_name(name), type == "FILE" ? "file" : "folder"));
    // A dash alone means stdin or stdout. A longer name gets a prefix, so that a command that is printed later does not
    // take it for an option.
    return text.size() > 1 && text.starts_with('-') ? "./" + text : text;
}

}  // namespace referee
