// Writes and reads records as JSON objects, as described by their fields. An empty optional is null, and a duration is
// a number of microseconds. With this header, `Json(record)` and `json.get<Record>()` work. `json.get<Record>()` calls
// `record.after_reading()` at its end if that function exists.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "protocol/fields.hpp"
#include "protocol/json_text.hpp"

namespace protocol {

/// Adds each visited field to an object.
struct JsonWriter {
    Json& json;

    void operator()(const char* name, const auto& field) const { json[name] = field; }
    template <class Field>
    void operator()(const char* name, const Omittable<Field>& field) const {
        if (!field.absent) (*this)(name, field.field);
    }
    template <class Fields>
    void operator()(const char* name, const Group<Fields>& group) const {
        group.fields(JsonWriter{json[name] = Json::object()});
    }
    template <class... Types>
    void operator()(const char* name, const AsText<Types...>& field) const {
        json[name] = field.text();
    }
};

/// Reads each visited field from an object. Throws Json::exception if a key is missing or has another type, and
/// JsonError for a text that does not represent a value.
struct JsonReader {
    const Json& json;

    void operator()(const char* name, auto&& field) const { json.at(name).get_to(field); }
    template <class Value>
    void operator()(const char* name, Omittable<Value>&& field) const {
        if (json.contains(name)) (*this)(name, std::forward<Value>(field.field));
    }
    template <class Fields>
    void operator()(const char* name, Group<Fields>&& group) const {
        group.fields(JsonReader{json.at(name)});
    }
    template <class... Types>
    void operator()(const char* name, AsText<Types...>&& field) const {
        const auto text = json.at(name).template get<std::string>();
        const auto value = field.from(text);
        if (!value) throw JsonError(std::string(name) + " can't be '" + text + "'");
        field.value = *value;
    }
};

}  // namespace protocol

namespace nlohmann {

template <protocol::HasFields Record>
struct adl_serializer<Record, void> {
    static void to_json(protocol::Json& json, const Record& record) {
        json = protocol::Json::object();
        Record::fields(record, protocol::JsonWriter{json});
    }
    static void from_json(const protocol::Json& json, Record& record) {
        Record::fields(record, protocol::JsonReader{json});
        if constexpr (requires { record.after_reading(); }) record.after_reading();
    }
};

template <class Value>
struct adl_serializer<std::optional<Value>, void> {
    static void to_json(auto& json, const std::optional<Value>& value) {
        if (value) {
            json = *value;
        } else {
            json = nullptr;
        }
    }
    static void from_json(const auto& json, std::optional<Value>& value) {
        value = json.is_null() ? std::nullopt : std::optional(json.template get<Value>());
    }
};

template <>
struct adl_serializer<std::chrono::microseconds, void> {
    static void to_json(auto& json, std::chrono::microseconds time) { json = time.count(); }
    static void from_json(const auto& json, std::chrono::microseconds& time) {
        time = std::chrono::microseconds(json.template get<std::int64_t>());
    }
};

}  // namespace nlohmann
