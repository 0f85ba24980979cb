// Makes foreign text of several lines safe to show.
#pragma once

#include <string>
#include <string_view>

namespace referee {

/// Like harmless(), but keeps line breaks between lines.
[[nodiscard]] std::string harmless_lines(std::string_view text);

}  // namespace referee
