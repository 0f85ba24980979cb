#include "referee/tournament/options/plan_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/bot_command.hpp"
#include "referee/core/bots/own_limits.hpp"

namespace referee {

namespace {

/// The number of bytes that are searched for the head of a log. Every head is shorter.
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

/// The name of a part: "move". A part without a value is a mode, and has no name.
std::string key_of(const ValuePart& part) {
    return part.value ? std::string(limit_name(part.name)) : "";
}

/// The keys of the parts that the command line gives for an option. Limits of one bot are none of them.
std::set<std::string> parts_given(const Arguments& given, const std::string& option) {
    std::set<std::string> keys;
    for (const std::string& text : values_given(given, option)) {
        if (is_of_one_bot(option, text)) continue;
        for (const ValuePart& part : parts_of(text, option)) {
            const std::string name = key_of(part);
            keys.insert(name);
            // They replace all of them, see GivenLimits::replace_time().
            if (option == "--limits" && (name == "clock" || name == "move")) keys.insert({"clock", "move", "first"});
        }
    }
    if (option != "--limits") return keys;
    if (is_given(given, "--move-time")) keys.insert({"clock", "move", "first"});
    if (is_given(given, "--traditional-time")) keys.insert({"move", "first", "clock", "margin"});
    return keys;
}

/// Whether the command line chooses to have no sandbox. All parts of a plan's --sandbox belong to its sandbox.
bool is_without_sandbox(const Arguments& given) {
    const auto is_off = [](const ValuePart& part) { return part.text == "off"; };
    return std::ranges::any_of(values_given(given, "--sandbox"), [&](const std::string& text) {
        return std::ranges::any_of(parts_of(text, "--sandbox"), is_off);
    });
}

/// The value of an option in a plan, except the parts that the command line gives.
std::string parts_left(const std::string& option, std::string_view text, const Arguments& given) {
    if (option == "--sandbox" && is_without_sandbox(given)) return {};
    if (is_of_one_bot(option, text)) return std::string(text);  // only the line-up knows which bot is meant
    const std::set<std::string> keys = parts_given(given, option);
    std::string left;
    for (const ValuePart& part : parts_of(text, option)) {
        if (!keys.contains(key_of(part))) left += part_text(part.text);
    }
    return left.empty() ? left : left.substr(1);
}

/// Whether the command line may replace single parts of this option's value in a plan.
bool has_parts(std::string_view option) {
    return option == "--limits" || option == "--sandbox";
}

/// Whether --openings, if it is given, gives only the order in which a plan's openings are played.
bool is_order_of_openings(const Arguments& given) {
    const Arguments values = values_given(given, "--openings");
    return values.empty() || values.front().starts_with("order=") || values.front().starts_with("start=");
}

/// Whether the command line replaces this option of a plan: with the same option, or with another option that chooses
/// the openings or the time limits.
bool is_replaced(const Arguments& given, std::string_view option) {
    static constexpr std::array<std::string_view, 2> openings = {"--opening", "--openings"};
    if (has_parts(option)) return false;
    if (option == "--opening" && !is_given(given, option) && is_order_of_openings(given)) return false;
    if (is_given(given, option)) return true;
    if (option.starts_with("--opening")) return is_any_given(given, openings);
    // A clock or a limit of a move replaces both. With another limit, --traditional-time is refused as on the command
    // line.
    return (option == "--move-time" || option == "--traditional-time") &&
           parts_given(given, "--limits").contains("move");
}

/// Throws games::UserError, with a suggestion, if there is no such option.
const Option& option_of(const std::string& key, std::span<const Option> options, const std::string& where) {
    std::vector<std::string> keys = {"bot", "$schema"};
    for (const Option& option : options) {
        if (option.is_argument() || option.key() == "plan") continue;
        if (option.key() == key) return option;
        keys.push_back(option.key());
    }
    const std::vector<std::string_view> known(keys.begin(), keys.end());
    throw UserError(fmt::format("{}: there is no such key{}", where, games::did_you_mean(key, known)));
}

/// A value as it would be on the command line.
std::string text_of(const Json& value, const std::string& where, std::string_view needed) {
    if (value.is_number()) return protocol::json_text(value);
    if (!value.is_string()) throw UserError(fmt::format("{}: write {}", where, needed));
    auto text = value.get<std::string>();
    if (text.find('\0') != std::string::npos) throw UserError(where + ": the string contains a NUL character");
    return text;
}

/// Returns the text of a bot in a plan. The bot is a text as on the command line, or an object.
std::string bot_text(const Json& value, const std::string& where) {
    constexpr std::string_view needed = "an array of bots, each a string or an object with a command";
    if (value.is_object()) return protocol::json_text(value);
    if (value.is_number()) throw UserError(fmt::format("{}: write {}", where, needed));
    std::string text = text_of(value, where, needed);
    if (!text.starts_with('-')) return text;
    throw UserError(fmt::format("{0}: '{1}' would be an option: write ./{1}", where, text));
}

void add_bots(const Json& value, const std::string& where, Arguments& arguments) {
    for (const Json& bot : value.is_array() ? value : Json::array({value}))
        arguments.push_back(bot_text(bot, where));
}

void add_value(const std::string& name, const std::string& text, const Arguments& given, Arguments& arguments) {
    const std::string left = has_parts(name) && !text.empty() ? parts_left(name, text, given) : text;
    if (!left.empty() || text.empty()) arguments.push_back(name + "=" + left);
}

void add_option(const Option& option, const Json& value, const std::string& where, const Arguments& given,
                Arguments& arguments) {
    const std::string name = fmt::format("--{}", option.key());
    if (option.kind == Option::Kind::flag) {
        if (!value.is_boolean()) throw UserError(where + ": write true or false");
        if (value.get<bool>()) arguments.push_back(name);
        return;
    }
    const std::string_view needed = option.is_list ? "a string, or an array of strings" : "a string or a number";
    for (const Json& one : option.is_list&& value.is_array() ? value : Json::array({value}))
        add_value(name, text_of(one, where, needed), given, arguments);
}

}  // namespace

bool is_of_one_bot(std::string_view option, std::string_view value) {
    return option == "--limits" && value.find(':') != std::string_view::npos;
}

Arguments values_given(const Arguments& given, const std::string& option) {
    Arguments values;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (given[i].starts_with(option + "=")) values.push_back(given[i].substr(option.size() + 1));
        if (given[i] == option && i + 1 < given.size()) values.push_back(given[i + 1]);
    }
    return values;
}

Arguments arguments_of_plan(std::string_view text, const std::string& path, const Arguments& given,
                            std::span<const Option> options) {
    const std::string file = fmt::format("plan '{}'", path);
    if (kind_of_text(text.substr(0, first_bytes)) == FileKind::match_log)
        throw UserError(fmt::format("{0}: this is a match log, not a plan: referee replay {1} replays it", file,
                                    copyable_path(path)));
    const Json plan = parse_written_json(text, file);
    if (!plan.is_object())
        throw UserError(file + R"(: this is not a JSON object, such as {"bots": "handed_in", "games": 4})");
    if (plan.contains("entrants"))
        throw UserError(
            file + ": the list of bots has the key 'bot' in a plan: write {\"bot\": [...]} in place of 'entrants'");
    Arguments arguments;
    for (const auto& [key, value] : plan.items()) {
        // A key may contain a NUL character, which would end the text of an exception.
        const std::string where = fmt::format("{}, {}", file, harmless(key));
        if (key == "$schema") continue;
        if (key == "bot") {
            add_bots(value, where, arguments);
            continue;
        }
        if (key == "plan") throw UserError(where + ": a plan can't name another plan");
        if (key.empty() || key.starts_with('-'))
            throw UserError(where + ": the keys are names of options, without dashes");
        const Option& option = option_of(key, options, where);
        if (!is_replaced(given, "--" + key)) add_option(option, value, where, given, arguments);
    }
    return arguments;
}

}  // namespace referee
