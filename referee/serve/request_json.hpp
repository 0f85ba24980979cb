// Reads the JSON that a request brings.
#pragma once

#include <span>
#include <string_view>

#include "protocol/json_text.hpp"

namespace referee::serve {

/// The object that a body holds. Throws games::UserError with `usage` where it holds none, and where a key of it is
/// none of `known`: a key that is left out silently is a mistake that nobody sees.
protocol::Json object_of(std::string_view body, std::span<const std::string_view> known, std::string_view usage);

}  // namespace referee::serve
