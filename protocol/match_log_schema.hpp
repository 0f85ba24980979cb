// The text of match_log.schema.json, which is a part of the program: what it forbids the reader refuses.
#pragma once

#include <string_view>

namespace protocol {

/// The schema of match logs, as JSON.
std::string_view match_log_schema();

}  // namespace protocol
