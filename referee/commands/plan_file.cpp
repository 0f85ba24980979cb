#include "referee/commands/plan_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/bots/bot_command.hpp"
#include "referee/files/file_kind.hpp"
#include "referee/files/json_file.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

/// More than the head of a log takes.
constexpr std::size_t first_bytes = 4096;

using games::UserError;
using protocol::Json;

bool is_given(const Arguments& given, std::string_view option) {
    return std::ranges::any_of(given, [&](std::string_view argument) {
        return argument.starts_with(option) && (argument.size() == option.size() || argument[option.size()] == '=');
    });
}

bool is_any_given(const Arguments& given, std::span<const std::string_view> options) {
    return std::ranges::any_of(options, [&](std::string_view option) { return is_given(given, option); });
}

/// Whether what the command line says takes the place of this option: the same, or another way to choose the openings
/// or the limits of time.
bool is_replaced(const Arguments& given, std::string_view option) {
    static constexpr std::array<std::string_view, 2> openings = {"--opening", "--openings"};
    static constexpr std::array<std::string_view, 4> limits = {"--move-time", "--first-move-time", "--clock",
                                                               "--margin"};
    constexpr std::string_view traditional = "--traditional-time";
    if (is_given(given, option)) return true;
    if (option.starts_with("--opening")) return is_any_given(given, openings);
    if (option == traditional) return is_any_given(given, limits);
    return std::ranges::find(limits, option) != limits.end() && is_given(given, traditional);
}

bool is_list_of_entrants(const Json& plan) {
    const auto list = plan.find("entrants");
    return list != plan.end() && list->is_array() && (list->empty() || list->front().is_object());
}

/// "output" of "-o,--output"
std::string_view key_of(const OptionHelp& option) {
    std::string_view name = std::string_view(option.names).substr(option.names.find(',') + 1);
    name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
    return name;
}

/// Throws games::UserError, with a suggestion, if there is no such option.
const OptionHelp& option_of(const std::string& key, std::span<const OptionHelp> options, const std::string& where) {
    std::vector<std::string_view> keys = {"bot", "$schema"};
    for (const OptionHelp& option : options) {
        if (option.is_argument()) continue;
        if (key_of(option) == key) return option;
        keys.push_back(key_of(option));
    }
    throw UserError(fmt::format("{}: there is no such key{}", where, games::did_you_mean(key, keys)));
}

/// A value as it stands on a command line.
std::string text_of(const Json& value, const std::string& where, std::string_view needed) {
    if (value.is_number()) return protocol::json_text(value);
    if (!value.is_string()) throw UserError(fmt::format("{}: write {}", where, needed));
    auto text = value.get<std::string>();
    if (text.find('\0') != std::string::npos) throw UserError(where + ": there is a NUL character in the text");
    return text;
}

/// A bot is a text as on the command line, or an entry of the file of entrants.
std::string bot_text(const Json& value, const std::string& where) {
    constexpr std::string_view needed = "a list of bots, each a text or an object with a command";
    if (value.is_object()) return protocol::json_text(value);
    if (value.is_number()) throw UserError(fmt::format("{}: write {}", where, needed));
    std::string text = text_of(value, where, needed);
    if (!text.starts_with('-')) return text;
    throw UserError(fmt::format("{0}: '{1}' would be an option: write ./{1}", where, harmless(text)));
}

void add_bots(const Json& value, const std::string& where, Arguments& arguments) {
    for (const Json& bot : value.is_array() ? value : Json::array({value}))
        arguments.push_back(bot_text(bot, where));
}

void add_option(const OptionHelp& option, const Json& value, const std::string& where, Arguments& arguments) {
    const std::string name = fmt::format("--{}", key_of(option));
    if (option.type.empty()) {
        if (!value.is_boolean()) throw UserError(where + ": write true or false");
        if (value.get<bool>()) arguments.push_back(name);
        return;
    }
    const std::string_view needed = option.is_list ? "a text, or a list of texts" : "a text or a number";
    for (const Json& one : option.is_list&& value.is_array() ? value : Json::array({value}))
        arguments.push_back(name + "=" + text_of(one, where, needed));
}

}  // namespace

Arguments arguments_of_plan(std::string_view text, const std::string& path, const Arguments& given,
                            std::span<const OptionHelp> options) {
    const std::string file = fmt::format("plan '{}'", harmless(path));
    if (kind_of_text(text.substr(0, first_bytes)) == FileKind::match_log)
        throw UserError(fmt::format("{0}: this is the log of a match, and no plan: referee replay {1} plays it again",
                                    file, copyable_path(path)));
    const Json plan = parse_written_json(text, file);
    if (!plan.is_object())
        throw UserError(file + R"(: this is no JSON object, such as {"bots": "handed_in", "games": 4})");
    if (is_list_of_entrants(plan))
        throw UserError(
            fmt::format("{}: this is a file of entrants, and no plan: --entrants {}", file, copyable_path(path)));
    Arguments arguments;
    for (const auto& [key, value] : plan.items()) {
        const std::string where = fmt::format("{}, {}", file, harmless(key));
        if (key == "$schema") continue;
        if (key == "bot") {
            add_bots(value, where, arguments);
            continue;
        }
        if (key.empty() || key.starts_with('-') || key == "plan")
            throw UserError(where + ": the keys are names of options, without dashes");
        const OptionHelp& option = option_of(key, options, where);
        if (!is_replaced(given, "--" + key)) add_option(option, value, where, arguments);
    }
    return arguments;
}

}  // namespace referee
