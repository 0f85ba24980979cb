#include "referee/core/options/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <span>

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

/// CLI11 would split an argument such as "[a,b]" into two. A mark in front of such an argument prevents this. It is
/// removed when the argument is read.
constexpr char whole = '\x01';

std::string without_mark(const std::string& text) {
    return text.starts_with(whole) ? text.substr(1) : text;
}

/// The help with one newline at its end and one empty line between groups, independent of the version of CLI11.
std::string help_of(const CLI::App& app) {
    std::string text = app.help();
    for (auto gap = text.find("\n\n\n"); gap != std::string::npos; gap = text.find("\n\n\n", gap))
        text.erase(gap, 1);
    text.resize(text.find_last_not_of('\n') + 1);
    return text + '\n';
}

/// The name of an option in messages: "--output" of "-o,--output". If an option has two long names, both are returned.
std::string message_name(std::string_view names) {
    return std::string(names.starts_with("--") ? names : names.substr(names.find(',') + 1));
}

[[noreturn]] void refuse_extra(const CommandHelp& help, const std::string& extra,
                               const std::vector<std::string>& names) {
    const std::string& command = help.name;
    if (!extra.starts_with("-")) {
        throw UserError(fmt::format("unexpected argument '{}'; see {} --help", extra, command));
    }
    const std::string name = extra.substr(0, extra.find('='));
    const std::vector<std::string_view> known(names.begin(), names.end());
    throw UserError(fmt::format("unknown option '{}'{}", name, games::did_you_mean(name, known)));
}

void refuse_values_of_flags(const CLI::App& app, const Arguments& arguments) {
    for (const std::string& argument : arguments) {
        const std::string name = argument.substr(0, argument.find('='));
        const CLI::Option* option = name.starts_with("--") ? app.get_option_no_throw(name) : nullptr;
        if (option == nullptr || option->get_items_expected_max() > 0 || name == argument) continue;
        throw UserError(fmt::format("'{}': {} takes no value", argument, name));
    }
}

/// Adds the usual value to an option that may lack one, and is followed by another option or by nothing.
Arguments with_usual_values(std::span<const Option> options, const Arguments& arguments) {
    Arguments all;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const auto option = std::ranges::find_if(options, [&](const Option& one) {
            return !one.usual.empty() && !one.is_argument() && arguments[i] == one.long_name();
        });
        const bool is_alone = i + 1 == arguments.size() || arguments[i + 1].starts_with('-');
        all.push_back(arguments[i] + (option != options.end() && is_alone ? "=" + option->usual : ""));
    }
    return all;
}

/// Splits "--name=" into "--name" and an empty value, because CLI11 would take the next argument as the value. Marks
/// the arguments that begin with a bracket.
Arguments with_empty_values(const CLI::App& app, const Arguments& arguments) {
    Arguments all;
    for (const std::string& argument : arguments) {
        const bool is_empty = argument.starts_with("--") && argument.find('=') == argument.size() - 1;
        const std::string name = argument.substr(0, argument.size() - (is_empty ? 1 : 0));
        const bool splits = is_empty && app.get_option_no_throw(name) != nullptr;
        const bool is_marked = argument.starts_with('[') || argument.starts_with(whole);
        all.push_back(splits ? name : is_marked ? whole + argument : argument);
        if (splits) all.emplace_back();
    }
    return all;
}

[[noreturn]] void refuse_missing_value(std::string_view name, std::string_view type) {
    throw UserError(fmt::format("{0} needs a value: {0} {1}", name, type));
}

/// Refuses an option that has no value, or that is given more than once. `said`: the message of CLI11, which begins
/// with the option's name.
[[noreturn]] void refuse_count(const CLI::App& app, const std::string& said) {
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_items_expected_max() == 1 && option->count() > 1)
            throw UserError(fmt::format("{} is given more than once", option->get_name()));
    }
    const CLI::Option* option = app.get_option_no_throw(said.substr(0, said.find(':')));
    if (option == nullptr) throw UserError(said);
    refuse_missing_value(option->get_name(), option->get_type_name());
}

CLI::Option* add_to(CLI::App& app, const Option& option, const std::function<void(const std::string&)>& read) {
    if (option.kind == Option::Kind::flag)
        return app.add_flag_callback(
            option.names, [read] { read(""); }, option.help);
    if (!option.is_list)
        return app.add_option_function<std::string>(option.names, read, option.help)->type_name(option.type);
    const auto read_all = [read](const std::vector<std::string>& texts) {
        for (const std::string& text : texts)
            read(text);
    };
    CLI::Option* list = app.add_option_function<std::vector<std::string>>(option.names, read_all, option.help);
    list->type_name(option.type);
    if (!option.is_argument()) list->allow_extra_args(false);
    return list;
}

/// The names of all options, such as "--games".
std::vector<std::string> names_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const auto& name : option->get_lnames())
            names.push_back("--" + name);
    }
    return names;
}

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

void CommandLine::parse(const Arguments& arguments) {
    const bool everything = std::ranges::find(arguments, "--help-all") != arguments.end();
    const bool is_short_help = std::ranges::any_of(
        arguments, [](const std::string& argument) { return argument == "--help" || argument == "-h"; });
    const bool has_more = !std::ranges::all_of(help_.options, &Option::is_everyday);
    const std::string more =
        has_more && !everything ? fmt::format("More options: {} --help-all\n\n", help_.name) : std::string();
    CLI::App app(help_.overview, help_.name);
    app.footer(more + help_.footer);
    app.set_help_all_flag("--help-all", "show all options")->group(has_more ? "Options" : "");
    const std::string version_line = fmt::format("referee {}", version);
    app.set_version_flag("-V,--version", version_line);
    app.get_formatter()->column_width(28);
    app.allow_extras();
    for (const Option& option : help_.options) {
        CLI::Option* added = add_to(app, option, [this, &option, &app](const std::string& text) {
            given_.insert(option.long_name());
            if (!option.is_argument() && text.starts_with('-') && app.get_option_no_throw(text) != nullptr)
                refuse_missing_value(option.long_name(), option.type);
            option.read(without_mark(text));
        });
        if (!option.is_argument() && !option.group.empty()) added->group(option.group);
        if (!option.is_everyday && is_short_help) added->group("");
    }
    refuse_values_of_flags(app, arguments);
    try {
        Arguments all = with_empty_values(app, with_usual_values(help_.options, arguments));
        std::ranges::reverse(all);
        app.parse(std::move(all));
    } catch (const CLI::CallForHelp&) {
        throw Information{help_of(app), help_};
    } catch (const CLI::CallForAllHelp&) {
        throw Information{help_of(app), help_};
    } catch (const CLI::CallForVersion&) {
        throw Information{version_line + "\n", {}};
    } catch (const CLI::ArgumentMismatch& error) {
        refuse_count(app, error.what());
    } catch (const CLI::ParseError& error) {
        throw UserError(error.what());
    }
    if (!app.remaining().empty()) refuse_extra(help_, without_mark(app.remaining().front()), names_of(app));
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

std::string CommandHelp::summary() const {
    std::string text = overview.substr(0, overview.find("\n\n"));
    std::ranges::replace(text, '\n', ' ');
    const auto end = std::min({text.find(". "), text.find(": "), text.size() - (text.ends_with('.') ? 1 : 0)});
    return text.substr(0, end);
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
