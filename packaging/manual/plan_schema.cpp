#include "packaging/manual/manual.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace referee {

namespace {

using Json = nlohmann::ordered_json;

/// A bot is a string as on the command line, or an object with the properties below.
Json bot_schema() {
    return Json::parse(R"({"anyOf": [{"type": "string", "minLength": 1}, {
        "type": "object", "required": ["command"], "additionalProperties": false,
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 64},
            "command": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]},
            "reuse": {"type": "boolean"},
            "limits": {"type": "object", "additionalProperties": false, "properties": {
                "move": {"type": "string"}, "first": {"type": "string"}, "clock": {"type": "string"}, "memory": {"type": "string"},
                "move-time": {"type": "string"}, "first-move-time": {"type": "string"}}}}}]})");
}

/// The schema of one value of an option.
Json value_schema(const Option& option) {
    if (option.is_argument()) return bot_schema();
    if (option.kind == Option::Kind::flag) return {{"type", "boolean"}};
    if (option.kind == Option::Kind::number) return {{"type", "integer"}};
    if (!option.words.empty() && option.words_are_all) return {{"enum", option.words}};
    return {{"type", {"string", "integer"}}};
}

Json option_schema(const Option& option) {
    Json schema = value_schema(option);
    if (option.is_list) schema = {{"anyOf", {schema, {{"type", "array"}, {"items", schema}}}}};
    std::string help = option.help;
    std::ranges::replace(help, '\n', ' ');
    schema["description"] = help;
    return schema;
}

}  // namespace

std::string plan_schema(std::span<const Option> options) {
    Json properties = {{"$schema", {{"type", "string"}}}};
    for (const Option& option : options) {
        if (option.key() != "plan") properties[option.key()] = option_schema(option);
    }
    const Json schema = {
        {"$schema", "https://json-schema.org/draft/2020-12/schema"},
        {"title", "The plan of a tournament for referee tournament --plan"},
        {"description",
         "Each key is an option of the command line without its dashes; docs/tournaments.md describes it."},
        {"type", "object"},
        {"additionalProperties", false},
        {"properties", properties}};
    return schema.dump(2) + "\n";
}

}  // namespace referee
