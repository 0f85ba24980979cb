// The heading of a report: what the director calls the tournament, and when and where it was.
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
/// The event of a report that was made before; nothing where the page can't be read or is not one.
Event event_in_page(const std::filesystem::path& page);

}  // namespace referee::tournament
