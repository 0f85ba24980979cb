#include "referee/commands/plan_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

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

/// Whether what the command line says takes the place of this option: the same, or another way to choose the openings.
bool is_replaced(const Arguments& given, const std::string& option) {
    if (is_given(given, option)) return true;
    return option.starts_with("--opening") && (is_given(given, "--opening") || is_given(given, "--openings"));
}

std::string text_of(const Json& value, const std::string& where) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return protocol::json_text(value);
    throw UserError(fmt::format("{}: write a text, a number, true or a list of texts", where));
}

bool is_list_of_entrants(const Json& plan) {
    const auto list = plan.find("entrants");
    return list != plan.end() && list->is_array() && (list->empty() || list->front().is_object());
}

/// "; did you mean 'games'?"
std::string suggestion(const std::string& key, const std::vector<std::string>& options) {
    std::vector<std::string_view> keys = {"bot", "$schema"};
    for (const std::string_view option : options)
        keys.push_back(option.substr(option.find_first_not_of('-')));
    return games::did_you_mean(key, keys);
}

/// A bot is a text as on the command line, or an entry of the file of entrants.
std::string bot_text(const Json& value, const std::string& where) {
    return value.is_object() ? protocol::json_text(value) : text_of(value, where);
}

}  // namespace

Arguments arguments_of_plan(std::string_view text, const std::string& path, const Arguments& given,
                            const std::vector<std::string>& options) {
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
        const bool is_bot = key == "bot";
        const std::string option = "--" + key;
        if (key.empty() || key.starts_with('-') || key == "plan" || key.find('=') != std::string::npos)
            throw UserError(where + ": the keys are names of options, without dashes");
        if (!is_bot && std::ranges::find(options, option) == options.end())
            throw UserError(fmt::format("{}: there is no such key{}", where, suggestion(key, options)));
        if (!is_bot && is_replaced(given, option)) continue;
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
