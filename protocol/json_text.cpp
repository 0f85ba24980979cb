#include "protocol/json_text.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "protocol/unsafe_characters.hpp"
#include "protocol/utf8.hpp"

namespace protocol {

namespace {

/// The index after the end of the string whose content begins at `i`.
std::size_t end_of_string(std::string_view json, std::size_t i) {
    while (i < json.size() && json[i] != '"')
        i += json[i] == '\\' ? 2 : 1;
    return i + 1;
}

/// Parses a JSON text. Throws JsonError.
template <class Value>
Value parsed(std::string_view text) {
    if (const auto excess = excess_of(text)) {
        throw JsonError("JSON that " + excess->what + " at byte " + std::to_string(excess->byte));
    }
    try {
        return Value::parse(text);
    } catch (const typename Value::parse_error& error) {
        throw JsonError("not valid JSON at byte " + std::to_string(error.byte));
    } catch (const typename Value::exception&) {
        throw JsonError("JSON with a number that is larger than any that can be held");
    }
}

}  // namespace

std::optional<JsonExcess> excess_of(std::string_view json) {
    std::array<int, max_json_depth + 1> keys{};  // the number of keys of the open object at each depth
    int depth = 0;
    for (std::size_t i = 0; i < json.size();) {
        const char c = json[i++];
        if (c == '"') i = end_of_string(json, i);
        if ((c == ']' || c == '}') && depth > 0) --depth;
        if (c == '[' || c == '{') {
            if (++depth > max_json_depth) {
                return JsonExcess{i, "nests deeper than " + std::to_string(max_json_depth) + " levels"};
            }
            keys[static_cast<std::size_t>(depth)] = 0;
        }
        if (c == ':' && ++keys[static_cast<std::size_t>(depth)] > max_json_keys) {
            return JsonExcess{i, "has more than " + std::to_string(max_json_keys) + " keys in an object"};
        }
    }
    return std::nullopt;
}

std::string escaped_json(std::string json) {
    const auto may_be_unsafe = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x7f || (byte < 0x20 && c != '\n' && c != '\r' && c != '\t');
    };
    std::string out;
    std::size_t copied = 0;
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (!may_be_unsafe(json[i])) continue;
        const auto [point, length] = decoded(std::string_view(json).substr(i));
        if (is_unsafe(point)) {
            constexpr char hex[] = "0123456789abcdef";
            out.append(json, copied, i - copied).append("\\u");
            for (int shift = 12; shift >= 0; shift -= 4)
                out += hex[(point == no_character ? 0xfffd : point) >> shift & 15];
            copied = i + length;
        }
        i += length - 1;
    }
    if (copied == 0) return json;
    return out.append(json, copied);
}

Json parse_json(std::string_view text) {
    return parsed<Json>(text);
}

Json parse_json_or_discard(std::string_view text) {
    if (excess_of(text)) return Json(Json::value_t::discarded);
    return Json::parse(text, nullptr, false);
}

bool same_json(std::string_view a, std::string_view b) {
    if (a == b) return true;
    try {
        return parsed<nlohmann::json>(a) == parsed<nlohmann::json>(b);  // nlohmann::json sorts its keys
    } catch (const JsonError&) {
        return false;
    }
}

std::string json_text(const Json& value, int indent) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace protocol
