// The pages that show matches and tournaments, as they are built into the program from viewer/ and the games' drawings.
#pragma once

#include <string_view>

namespace referee {

/// Each is one HTML file that needs nothing else, with the words @MATCHES@ once, in place of which the data go.
/// The page of matches.
std::string_view viewer_page();
/// The page of a tournament, whose matches are in pages of their own.
std::string_view report_page();
/// The page of one entrant of such a tournament, without what it says of the entrant: that is markup, and no data.
std::string_view entrant_page_frame();
/// The page of a tournament with its matches.
std::string_view single_report_page();
/// The page of a tournament that is being played, and the one on which a person plays. What these show they ask their
/// server for: nothing goes into them.
std::string_view live_page();
std::string_view play_page();

}  // namespace referee
