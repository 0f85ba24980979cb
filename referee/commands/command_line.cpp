#include "referee/commands/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "games/words.hpp"
#include "referee/system/version.hpp"
#include "referee/terminal/duration.hpp"

namespace referee {

using games::UserError;

namespace {

/// With one line feed at its end, whatever the version of CLI11.
std::string help_of(const CLI::App& app) {
    std::string text = app.help();
    text.resize(text.find_last_not_of('\n') + 1);
    return text + '\n';
}

/// The name of an option in messages: "--output" of "-o,--output".
std::string message_name(std::string_view names) {
    return std::string(names.substr(names.find(',') + 1));
}

[[noreturn]] void refuse_extra(const std::string& command, const std::string& extra,
                               const std::vector<std::string>& names) {
    if (!extra.starts_with("-")) {
        throw UserError(fmt::format("'{}' is one argument too many; {} --help shows what there is", extra, command));
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

/// With "--name=" as "--name" and an empty value: CLI11 would take the argument behind it for the value.
Arguments with_empty_values(const CLI::App& app, const Arguments& arguments) {
    Arguments all;
    for (const std::string& argument : arguments) {
        const bool is_empty = argument.starts_with("--") && argument.find('=') == argument.size() - 1;
        const std::string name = argument.substr(0, argument.size() - (is_empty ? 1 : 0));
        const bool splits = is_empty && app.get_option_no_throw(name) != nullptr;
        all.push_back(splits ? name : argument);
        if (splits) all.emplace_back();
    }
    return all;
}

[[noreturn]] void refuse_missing_value(std::string_view name, std::string_view type) {
    throw UserError(fmt::format("{0} needs a value: {0} {1}", name, type));
}

/// An option without its value, or with several. `said` is what CLI11 says, which begins with the option's name.
[[noreturn]] void refuse_count(const CLI::App& app, const std::string& said) {
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_items_expected_max() == 1 && option->count() > 1)
            throw UserError(fmt::format("{} is given more than once", option->get_name()));
    }
    const CLI::Option* option = app.get_option_no_throw(said.substr(0, said.find(':')));
    if (option == nullptr) throw UserError(said);
    refuse_missing_value(option->get_name(), option->get_type_name());
}

/// An option that takes certain words only names them when it refuses another one.
std::vector<std::string> words_of(const CommandLine::Read& read) {
    try {
        if (read) read("?");
    } catch (const WrongChoice& error) {
        return error.words();
    } catch (const UserError&) {  // it takes more than words
    }
    return {};
}

}  // namespace

CommandLine::CommandLine(const std::string& name, const std::string& overview, const std::string& footer)
    : help_{name, overview, {}, footer}, app_(std::make_unique<CLI::App>(overview, name)) {
    app_->footer(footer);
}

CommandLine::~CommandLine() = default;

void CommandLine::describe(const char* names, const char* type, const char* help, bool is_list, const Read& read) {
    help_.options.push_back({names, type, help, is_list, {}});
    reads_.push_back(read);
}

void CommandLine::option(const char* names, const char* type, const char* help, Read read) {
    describe(names, type, help, false, read);
    app_->add_option_function<std::string>(names, std::move(read), help)->type_name(type);
}

void CommandLine::list(const char* names, const char* type, const char* help, std::vector<std::string>& target) {
    describe(names, type, help, true, nullptr);
    CLI::Option* list = app_->add_option(names, target, help)->type_name(type);
    if (!list->get_positional()) list->allow_extra_args(false);
}

void CommandLine::flag(const char* names, const char* help, bool& target) {
    describe(names, "", help, false, nullptr);
    app_->add_flag(names, target, help);
}

void CommandLine::file(const char* names, const char* type, const char* help, std::string& target) {
    const bool is_file = std::string_view(type) == "FILE";
    option(names, type, help, [&target, is_file, name = message_name(names)](const std::string& text) {
        if (text.empty()) throw UserError(fmt::format("{} needs a {} name", name, is_file ? "file" : "folder"));
        // A dash alone is stdin or stdout. A command that is printed later must not take the name for an option.
        target = text.size() > 1 && text.starts_with('-') ? "./" + text : text;
    });
}

void CommandLine::duration(const char* names, const char* help, std::optional<std::chrono::microseconds>& target,
                           bool may_be_zero) {
    option(names, "TIME", help, [&target, may_be_zero, name = message_name(names)](const std::string& text) {
        target = may_be_zero ? parse_duration(text, name) : parse_positive_duration(text, name);
    });
}

void CommandLine::number_for(const char* names, std::uint64_t min, std::uint64_t max, const char* help,
                             const std::function<void(std::uint64_t)>& set) {
    option(names, "N", help, [=, name = message_name(names)](const std::string& text) {
        const auto number = games::whole_number(text);
        const bool fits = number && *number >= 0 && static_cast<std::uint64_t>(*number) >= min &&
                          static_cast<std::uint64_t>(*number) <= max;
        if (!fits) throw UserError(fmt::format("{} '{}': write a whole number from {} to {}", name, text, min, max));
        set(static_cast<std::uint64_t>(*number));
    });
}

void CommandLine::refuse_empty(std::string_view names, std::string_view type, const std::string& text) {
    if (text.empty() && names.starts_with('-')) refuse_missing_value(message_name(names), type);
}

void CommandLine::parse(const Arguments& arguments) {
    const std::string version_line = fmt::format("referee {}", version);
    app_->set_version_flag("-V,--version", version_line);
    app_->get_formatter()->column_width(28);
    app_->allow_extras();
    refuse_values_of_flags(*app_, arguments);
    try {
        Arguments all = with_empty_values(*app_, arguments);
        std::ranges::reverse(all);
        app_->parse(std::move(all));
    } catch (const CLI::CallForHelp&) {
        throw Information{help_of(*app_), described()};
    } catch (const CLI::CallForVersion&) {
        throw Information{version_line + "\n", {}};
    } catch (const CLI::ArgumentMismatch& error) {
        refuse_count(*app_, error.what());
    } catch (const CLI::ParseError& error) {
        throw UserError(error.what());
    }
    if (!app_->remaining().empty()) refuse_extra(help_.name, app_->remaining().front(), names());
}

std::string CommandHelp::summary() const {
    std::string text = overview.substr(0, overview.find("\n\n"));
    std::ranges::replace(text, '\n', ' ');
    const auto end = std::min({text.find(". "), text.find(": "), text.size() - (text.ends_with('.') ? 1 : 0)});
    return text.substr(0, end);
}

CommandHelp CommandLine::described() const {
    CommandHelp help = help_;
    for (std::size_t i = 0; i < reads_.size(); ++i)
        help.options[i].words = words_of(reads_[i]);
    return help;
}

std::vector<std::string> CommandLine::names() const {
    std::vector<std::string> names;
    for (const CLI::Option* option : app_->get_options()) {
        for (const auto& name : option->get_lnames())
            names.push_back("--" + name);
    }
    return names;
}

bool CommandLine::given(const char* name) const {
    return app_->count(name) > 0;
}

void refuse_choice(std::string_view what, std::string_view text, const std::vector<std::string_view>& words) {
    throw WrongChoice(fmt::format("{} '{}': write {} or {}", what, text,
                                  fmt::join(words.begin(), words.end() - 1, ", "), words.back()),
                      {words.begin(), words.end()});
}

std::vector<NamedValue> named_values(std::string_view text) {
    std::vector<NamedValue> values;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        const auto equals = part.find('=');
        NamedValue& value = values.emplace_back(NamedValue{part, part.substr(0, equals), std::nullopt});
        if (equals != std::string_view::npos) value.value = part.substr(equals + 1);
    }
    return values;
}

}  // namespace referee
