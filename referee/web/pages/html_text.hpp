// Text of strangers as HTML.
#pragma once

#include <string>
#include <string_view>

namespace referee {

/// The same text, made harmless(), on one line of a page or in an attribute.
[[nodiscard]] std::string html_text(std::string_view text);

}  // namespace referee
