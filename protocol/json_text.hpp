// The one way to read JSON: with a bound on how deep it nests, since the library's functions recurse over what they
// hold.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace protocol {

/// The maximum depth of nested arrays and objects in any JSON that is read.
inline constexpr int max_json_depth = 32;

/// The byte, counted from 1, at which a text nests deeper than max_json_depth, if it does.
std::optional<std::size_t> too_deep_at(std::string_view json);

/// The same JSON with every character that must not reach a terminal (see is_unsafe) written as \uXXXX; bytes that are
/// no UTF-8 become U+FFFD. White space between values stays.
std::string escaped_json(std::string json);

/// Text that can't be read as JSON. The message says what is wrong and at which byte, as the end of a sentence.
class JsonError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The value that a text holds. Throws JsonError.
template <class Json = nlohmann::json>
Json parse_json(std::string_view text) {
    if (const auto byte = too_deep_at(text)) {
        throw JsonError("JSON that nests deeper than " + std::to_string(max_json_depth) + " levels at byte " +
                        std::to_string(*byte));
    }
    try {
        return Json::parse(text);
    } catch (const typename Json::parse_error& error) {
        throw JsonError("not valid JSON at byte " + std::to_string(error.byte));
    } catch (const typename Json::exception&) {
        throw JsonError("JSON with a number that is larger than any that can be held");
    }
}

/// The same, or a value that is_discarded() where the text can't be read.
template <class Json = nlohmann::json>
Json parse_json_or_discard(std::string_view text) {
    if (too_deep_at(text)) return Json(Json::value_t::discarded);
    return Json::parse(text, nullptr, false);
}

}  // namespace protocol
