// The heading of a report: the title, the date and the place of the event.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace referee::tournament {

/// Texts for people; any may be empty.
struct Event {
    std::string title;
    std::string date;
    std::string place;
};

/// The name of the data in a report's page that event_in_page() reads.
inline constexpr std::string_view event_id = "event-data";
/// An object.
std::string json_of(const Event& event);
/// The event of an existing report; empty if the page can't be read or is no report.
Event event_in_page(const std::filesystem::path& page);

}  // namespace referee::tournament
