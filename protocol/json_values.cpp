#include "protocol/json_values.hpp"

namespace nlohmann {

using protocol::ConfigValue;
using protocol::Json;

void adl_serializer<ConfigValue>::to_json(Json& json, const ConfigValue& value) {
    if (std::holds_alternative<std::monostate>(value)) json = nullptr;
    if (const auto* number = std::get_if<std::int64_t>(&value)) json = *number;
    if (const auto* blocks = std::get_if<std::vector<std::vector<std::string>>>(&value)) json = *blocks;
    if (const auto* line = std::get_if<std::string>(&value)) json = *line;
}

void adl_serializer<ConfigValue>::from_json(const Json& json, ConfigValue& value) {
    if (json.is_null()) {
        value = std::monostate();
    } else if (json.is_number()) {
        value = json.get<std::int64_t>();
    } else if (json.is_string()) {
        value = json.get<std::string>();
    } else {
        value = json.get<std::vector<std::vector<std::string>>>();
    }
}

void adl_serializer<protocol::Config>::to_json(Json& json, const protocol::Config& config) {
    json = Json::object();
    for (const auto& [name, value] : config)
        json[name] = value;
}

void adl_serializer<protocol::Config>::from_json(const Json& json, protocol::Config& config) {
    for (const auto& item : json.items())
        config.emplace_back(item.key(), item.value().get<ConfigValue>());
}

}  // namespace nlohmann
