// Reads and writes JSON within bounds: the library recurses over what it holds, and looks through the keys of an object
// one by one.
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

/// The maximum number of keys of any object that is read. No document of ours has a tenth of it.
inline constexpr int max_json_keys = 1000;

/// The part of a text that is beyond the bounds.
struct JsonExcess {
    std::size_t byte;  ///< counted from 1
    std::string what;  ///< behind "JSON that ": "nests deeper than 32 levels"
};

/// The first place of a text that is beyond max_json_depth or max_json_keys, if there is one.
[[nodiscard]] std::optional<JsonExcess> excess_of(std::string_view json);

/// The same JSON with every character that must not reach a terminal (see is_unsafe) written as \uXXXX; bytes that are
/// no UTF-8 become U+FFFD. White space between values stays.
std::string escaped_json(std::string json);

/// Text that can't be read as JSON. The message says what is wrong and at which byte, as the end of a sentence.
class JsonError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The value that a text holds. Throws JsonError.
[[nodiscard]] Json parse_json(std::string_view text);

/// The same, or a value that is_discarded() where the text can't be read.
[[nodiscard]] Json parse_json_or_discard(std::string_view text);

/// Whether two texts hold the same JSON: the order of keys makes no difference. Text that can't be read equals
/// only itself.
[[nodiscard]] bool same_json(std::string_view a, std::string_view b);

/// The value in one line, or indented by `indent` spaces a level. Bytes that are no UTF-8 become U+FFFD.
std::string json_text(const Json& value, int indent = -1);

}  // namespace protocol
