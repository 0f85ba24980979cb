// The PATH: where programs without a path are found.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// The user's PATH.
[[nodiscard]] std::string_view user_path();

/// Looks a program up in `folders`, which are separated by colons, as a shell does. Returns its path, or nothing.
[[nodiscard]] std::optional<std::string> find_on_path(const std::string& name, std::string_view folders);

}  // namespace referee
