#include "referee/commands/plan_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::Json;

bool is_given(const Arguments& given, const std::string& option) {
    return std::ranges::any_of(
        given, [&](const std::string& argument) { return argument == option || argument.starts_with(option + "="); });
}

std::string text_of(const Json& value, const std::string& where) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return protocol::json_text(value);
    throw UserError(fmt::format("{}: write a text, a number, true or a list of texts", where));
}

/// A bot is a text as on the command line, or an entry of the file of entrants.
std::string bot_text(const Json& value, const std::string& where) {
    return value.is_object() ? protocol::json_text(value) : text_of(value, where);
}

}  // namespace

Arguments arguments_of_plan(std::string_view text, const std::string& path, const Arguments& given) {
    const std::string file = fmt::format("plan '{}'", harmless(path));
    const Json plan = protocol::parse_json_or_discard(text);
    if (!plan.is_object())
        throw UserError(file + R"(: this is no JSON object, such as {"bots": "handed_in", "games": 4})");
    Arguments arguments;
    for (const auto& [key, value] : plan.items()) {
        const std::string where = fmt::format("{}, {}", file, harmless(key));
        if (key == "$schema") continue;
        const bool is_bot = key == "bot";
        const std::string option = "--" + key;
        if (key.empty() || key.starts_with('-') || key == "plan" || key.find('=') != std::string::npos)
            throw UserError(where + ": the keys are names of options, without dashes");
        if (!is_bot && is_given(given, option)) continue;
        if (value.is_boolean()) {
            if (is_bot) throw UserError(where + ": a list of bots is needed");
            if (value.get<bool>()) arguments.push_back(option);
            continue;
        }
        for (const Json& one : value.is_array() ? value : Json::array({value}))
            arguments.push_back(is_bot ? bot_text(one, where) : option + "=" + text_of(one, where));
    }
    return arguments;
}

}  // namespace referee
