// The page that shows matches, as it is built into the program from viewer/ and the games' drawings.
#pragma once

#include <string_view>

namespace referee {

/// One HTML file that needs nothing else, with the words @MATCHES@ once, in place of which the matches go.
std::string_view viewer_page();

}  // namespace referee
