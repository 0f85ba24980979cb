// Looks up entrants by the names that users write.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The index of the entrant with this name, or with this name as it is printed, or else of the only entrant whose name
/// has all words of this one ("klein" for "Kim Klein", see name_words()). Throws games::UserError, which names
/// `option` and the closest name, if there is none.
[[nodiscard]] std::size_t entrant_named(std::string_view option, const std::string& name,
                                        const std::vector<std::string>& names);

/// Like entrant_named(), but returns nothing if there is no such entrant.
[[nodiscard]] std::optional<std::size_t> find_entrant(const std::string& name, const std::vector<std::string>& names);

/// The index of the entrant whose name is at the beginning of `text`, followed by an equals sign, as in
/// "NAME=move-time=50ms". Names may contain equals signs, so the longest matching name counts. Nothing if no name
/// matches.
[[nodiscard]] std::optional<std::size_t> entrant_before_equals(std::string_view text,
                                                               const std::vector<std::string>& names);

}  // namespace referee
