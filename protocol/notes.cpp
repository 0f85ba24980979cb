#include "protocol/notes.hpp"

#include <nlohmann/json.hpp>

namespace protocol {

namespace {

template <class Value>
void put(Json& json, const char* key, const std::optional<Value>& value) {
    if (value) json[key] = *value;
}

void put(Json& json, const char* key, const std::string& text) {
    if (!text.empty()) json[key] = text;
}

template <class Value>
std::optional<Value> taken(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found == json.end() ? std::nullopt : std::optional(found->get<Value>());
}

/// Most bots count in whole numbers.
Json number_json(double number) {
    const auto whole = static_cast<std::int64_t>(number);  // see max_info_number
    return static_cast<double>(whole) == number ? Json(whole) : Json(number);
}

}  // namespace

Json json_of(const Info& info) {
    Json json = Json::object();
    put(json, "depth", info.depth);
    if (info.score) json["score"] = number_json(*info.score);
    put(json, "mate", info.mate);
    put(json, "expected", info.expected);
    put(json, "nodes", info.nodes);
    put(json, "nps", info.nps);
    put(json, "pv", info.pv);
    put(json, "string", info.text);
    return json;
}

Info info_of(const Json& json) {
    Info info;
    info.depth = taken<std::int64_t>(json, "depth");
    info.score = taken<double>(json, "score");
    info.mate = taken<std::int64_t>(json, "mate");
    info.expected = taken<double>(json, "expected");
    info.nodes = taken<std::int64_t>(json, "nodes");
    info.nps = taken<std::int64_t>(json, "nps");
    info.pv = taken<std::string>(json, "pv").value_or("");
    info.text = taken<std::string>(json, "string").value_or("");
    return info;
}

Json json_of(const Notes& notes) {
    Json json = Json::object();
    if (notes.info) json["info"] = json_of(*notes.info);
    if (notes.left_out > 0) json["left_out"] = notes.left_out;
    put(json, "text", notes.text);
    return json;
}

Notes notes_of(const Json& json) {
    Notes notes;
    if (const auto info = json.find("info"); info != json.end()) notes.info = info_of(*info);
    notes.left_out = taken<std::uint64_t>(json, "left_out").value_or(0);
    notes.text = taken<std::string>(json, "text").value_or("");
    return notes;
}

std::string text_of(const Notes& notes) {
    if (notes.left_out == 0) return notes.text;
    return "[" + std::to_string(notes.left_out) + " bytes left out]\n" + notes.text;
}

}  // namespace protocol
