// The text of match_log.schema.json. It is part of the program, which refuses logs that violate it.
#pragma once

#include <string_view>

namespace protocol {

/// The schema of match logs, as JSON.
std::string_view match_log_schema();

}  // namespace protocol
