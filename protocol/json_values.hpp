// The settings of a game as JSON, as in the match log and in the settings of a tournament.
#pragma once

#include "protocol/json_fields.hpp"
#include "protocol/match_log.hpp"

namespace nlohmann {

template <>
struct adl_serializer<protocol::ConfigValue, void> {
    static void to_json(protocol::Json& json, const protocol::ConfigValue& value);
    /// Throws Json::exception if the JSON has another type.
    static void from_json(const protocol::Json& json, protocol::ConfigValue& value);
};

/// Represents settings as an object whose keys are the names of the settings.
template <>
struct adl_serializer<protocol::Config, void> {
    static void to_json(protocol::Json& json, const protocol::Config& config);
    static void from_json(const protocol::Json& json, protocol::Config& config);
};

}  // namespace nlohmann
