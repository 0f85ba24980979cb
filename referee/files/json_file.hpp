// JSON that a user has written: what is wrong with it is told with its place.
#pragma once

#include <string>
#include <string_view>

#include "protocol/json_text.hpp"

namespace referee {

/// The value of a text. `file`: what is read, for messages. Throws games::UserError, with line and column, if it is no
/// JSON, beyond the bounds of protocol/json_text.hpp, or has a key twice in one object.
[[nodiscard]] protocol::Json parse_written_json(std::string_view text, const std::string& file);

}  // namespace referee
