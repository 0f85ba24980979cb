// Values that several JSON documents hold in the same form: limits, settings of a game, and what may be missing.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "protocol/json_text.hpp"
#include "protocol/match_log.hpp"

namespace protocol {

/// The value, or null if there is none.
template <class Value>
Json or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}
/// The same for a time, in whole microseconds.
inline Json or_null(const std::optional<Micros>& time) {
    return time ? Json(time->count()) : Json(nullptr);
}

/// The value, or nothing if it is null. Throws Json::exception if it is of another type.
template <class Value>
std::optional<Value> value_or_nothing(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional(json.get<Value>());
}

/// The limits as a match log has them, keys in its order.
Json json_of(const Limits& limits);
/// The way back; `kept_by` may be missing. Throws Json::exception if another key is missing or of another type.
Limits limits_of(const Json& json);

/// A setting of a game as a match log has it.
Json json_of(const ConfigValue& value);
/// The way back. Throws Json::exception if it is of another type.
ConfigValue config_value_of(const Json& json);

}  // namespace protocol
