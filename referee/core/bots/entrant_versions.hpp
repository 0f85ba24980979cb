// Names of the later versions of an entrant: "Zoë #2".
#pragma once

#include <string>
#include <vector>

namespace referee {

/// The name of the next version of an entrant: "Zoë #3" if "Zoë #2" is taken. `first`: the name of its first version.
[[nodiscard]] std::string next_version(const std::string& first, const std::vector<std::string>& taken);

/// The name of the version after an entrant that may be a later version itself: "Zoë #3" after "Zoë" and "Zoë #2".
[[nodiscard]] std::string version_after(const std::string& name, const std::vector<std::string>& taken);

/// Whether `name` is `first`, or the name of one of its later versions.
[[nodiscard]] bool is_version_of(const std::string& name, const std::string& first);

}  // namespace referee
