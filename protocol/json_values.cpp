#include "protocol/json_values.hpp"

namespace protocol {

namespace {

/// A limit that is missing beside a clock is written as all that the clock has at the start.
std::int64_t micros_of(const Limits& limits, std::optional<Micros> limit) {
    return limit.value_or(limits.clock ? limits.clock->total : Micros{}).count();
}

}  // namespace

Json json_of(const Limits& limits) {
    Json json = {{"first_move_us", micros_of(limits, limits.first_move)},
                 {"move_us", micros_of(limits, limits.move)},
                 {"margin_us", limits.margin.count()},
                 {"memory_bytes", or_null(limits.memory_bytes)},
                 {"processes", or_null(limits.processes)},
                 {"kept_by", limits.kept_by},
                 {"ponder", limits.ponder},
                 {"cpus", or_null(limits.cpus)}};
    if (limits.clock) {
        json["clock"] = {{"total_us", limits.clock->total.count()}, {"increment_us", limits.clock->increment.count()}};
    }
    return json;
}

Limits limits_of(const Json& json) {
    Limits limits;
    limits.first_move = Micros(json.at("first_move_us").get<std::int64_t>());
    limits.move = Micros(json.at("move_us").get<std::int64_t>());
    limits.margin = Micros(json.at("margin_us").get<std::int64_t>());
    limits.memory_bytes = value_or_nothing<std::uint64_t>(json.at("memory_bytes"));
    limits.processes = value_or_nothing<std::uint64_t>(json.at("processes"));
    if (json.contains("kept_by")) limits.kept_by = json.at("kept_by").get<std::string>();
    limits.ponder = json.at("ponder").get<bool>();
    if (json.contains("cpus")) limits.cpus = value_or_nothing<std::uint64_t>(json.at("cpus"));
    if (json.contains("clock")) {
        const Json& clock = json.at("clock");
        limits.clock = {Micros(clock.at("total_us").get<std::int64_t>()),
                        Micros(clock.at("increment_us").get<std::int64_t>())};
    }
    limits.drop_idle();
    return limits;
}

Json json_of(const ConfigValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
    if (const auto* blocks = std::get_if<std::vector<std::vector<std::string>>>(&value)) return *blocks;
    if (const auto* line = std::get_if<std::string>(&value)) return *line;
    return nullptr;
}

ConfigValue config_value_of(const Json& json) {
    if (json.is_null()) return std::monostate{};
    if (json.is_number()) return json.get<std::int64_t>();
    if (json.is_string()) return json.get<std::string>();
    return json.get<std::vector<std::vector<std::string>>>();
}

}  // namespace protocol
