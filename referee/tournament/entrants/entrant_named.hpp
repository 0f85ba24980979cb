// An entrant's number from the name that a user gives it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::tournament {

/// The number of the entrant with this name, or with this name as it is printed. Throws games::UserError, which names
/// `option` and the closest name, if there is none.
std::size_t entrant_named(std::string_view option, const std::string& name, const std::vector<std::string>& names);

/// The number of the entrant whose name stands before an equals sign at the beginning of `text`, as in
/// "NAME=move-time=50ms": of several the one with the longest name, since names may hold equals signs. None if there is
/// none.
std::optional<std::size_t> entrant_before_equals(std::string_view text, const std::vector<std::string>& names);

}  // namespace referee::tournament
