// The new spelling of options and commands that earlier versions had.
#pragma once

#include <string>
#include <string_view>

namespace referee {

/// The new spelling of an option, such as "--clock", or of a command: "--limits clock=60s+1s". Empty: it has no
/// other spelling.
[[nodiscard]] std::string_view new_spelling(std::string_view old);

}  // namespace referee
