// Reads and writes JSON, with a bound on how deep it nests: the library's functions recurse over what they hold.
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

/// The byte, counted from 1, at which a text nests deeper than max_json_depth, if it does.
[[nodiscard]] std::optional<std::size_t> too_deep_at(std::string_view json);

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
