// Pages of the documentation for students: the rules of the games, the protocol and tutorials. tools/write_guides.cpp
// makes them of docs/ and games/ when the program is built.
#pragma once

#include <span>
#include <string_view>

namespace referee {

/// A page of the documentation.
struct Guide {
    std::string_view name;  ///< "protocol", or the name of a game
    std::string_view text;  ///< the title on the first line, and the markup below the title behind it

    [[nodiscard]] std::string_view title() const { return text.substr(0, text.find('\n')); }
    [[nodiscard]] std::string_view content() const { return text.substr(text.find('\n') + 1); }
};

/// All guides, in no order.
[[nodiscard]] std::span<const Guide> guides();

}  // namespace referee
