// Reads and writes JSON within bounds, because the library recurses over nested values and searches the keys of an
// object linearly.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace protocol {

/// Any JSON that the program reads or writes. Keys keep their order.
using Json = nlohmann::ordered_json;

/// The maximum depth of nested arrays and objects in any JSON that is read.
inline constexpr int max_json_depth = 32;

/// The maximum number of keys of any object that is read. The program's own documents have less than a tenth of this
/// number.
inline constexpr int max_json_keys = 1000;

/// The position at which a text exceeds the bounds.
struct JsonExcess {
    std::size_t byte;  ///< counted from 1
    std::string what;  ///< the end of a sentence that begins with "JSON that ": "nests deeper than 32 levels"
};

/// The first position at which a text exceeds max_json_depth or max_json_keys, if there is one.
[[nodiscard]] std::optional<JsonExcess> excess_of(std::string_view json);

/// Returns the same JSON, but with every character that must not reach a terminal (see is_unsafe) written as \uXXXX.
/// Bytes that are not UTF-8 become U+FFFD. White space between values is kept.
std::string escaped_json(std::string json);

/// Reports that a text can't be read as JSON. The message says what is wrong and at which byte, as the end of a
/// sentence.
class JsonError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads the value in a text. Throws JsonError.
[[nodiscard]] Json parse_json(std::string_view text);

/// Reads the value in a text, or returns a value that is_discarded() if the text can't be read.
[[nodiscard]] Json parse_json_or_discard(std::string_view text);

/// Whether two texts contain the same JSON. The order of keys does not matter. A text that can't be read is equal only
/// to itself.
[[nodiscard]] bool same_json(std::string_view a, std::string_view b);

/// The value on one line, or indented by `indent` spaces per level. Bytes that are not UTF-8 become U+FFFD.
std::string json_text(const Json& value, int indent = -1);

}  // namespace protocol
