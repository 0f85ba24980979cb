// The content of a tournament's report as JSON for its page: the event, and all tables except the list of games.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/standings.hpp"
#include "referee/tournament/figures/tables/turn_times.hpp"
#include "referee/web/pages/game_rows.hpp"

namespace referee::tournament {

/// The heading of a report, as readable texts. Each text may be empty.
struct Event {
    std::string title;
    std::string date;
    std::string place;
};

/// The id of the data that event_in_page() reads in a report's page.
inline constexpr std::string_view event_id = "event-data";
/// The event as a JSON object.
std::string json_of(const Event& event);
/// Reads the event of an existing report. Empty if the page can't be read or is not a report.
Event event_in_page(const std::filesystem::path& page);

/// The history of the ratings: their values after increasing numbers of games, in the order of the games' numbers.
struct Course {
    std::vector<std::size_t> games;                       ///< the number of games counted so far
    std::vector<std::vector<std::optional<double>>> elo;  ///< for each of `games`, by entrant; nothing if not rated
};

/// Computes the ratings at up to `points` moments, with the same number of games between them. The last moment is after
/// all games. Games that do not count in the account's ratings are omitted. An entrant has no rating before it is
/// comparable with the anchor.
Course course_of(const Account& account, const std::vector<GameRow>& rows, std::size_t points,
                 const std::optional<Anchor>& anchor = {});

struct ReportData {
    const Account* account;
    const Standings* standings;           ///< computed with intervals
    const std::vector<TurnTimes>* times;  ///< by entrant; null if not known
    const Course* course;                 ///< null if not known
    Event event{};
    bool with_entrants = false;  ///< each entrant has its own page in entrants/
};

/// Returns a JSON object; viewer/report/model.js describes it. Its texts, including formatted numbers, are those that
/// `referee standings` prints. Entrants are identified by their index in the standings, from 0.
std::string report_json(const ReportData& data);

}  // namespace referee::tournament
