// The content of a tournament's report as JSON for its page: the event, and all tables except the games.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/page/game_rows.hpp"
#include "referee/tournament/page/turn_times.hpp"
#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/tables/account.hpp"
#include "referee/tournament/tables/standings.hpp"

namespace referee::tournament {

/// The heading of a report: texts for people; any may be empty.
struct Event {
    std::string title;
    std::string date;
    std::string place;
};

/// The name of the data in a report's page that event_in_page() reads.
inline constexpr std::string_view event_id = "event-data";
/// The event as a JSON object.
std::string json_of(const Event& event);
/// The event of an existing report; empty if the page can't be read or is no report.
Event event_in_page(const std::filesystem::path& page);

/// The course of the ratings: their values after a part of the games, in the order of the games' numbers.
struct Course {
    std::vector<std::size_t> games;                       ///< the number of games counted
    std::vector<std::vector<std::optional<double>>> elo;  ///< for each of `games`, by entrant; none: not rated
};

/// At most `points` moments at equal distances, the last one after all games. Games that do not count in the account's
/// ratings are omitted. An entrant has no rating before it is comparable with the anchor.
Course course_of(const Account& account, const std::vector<GameRow>& rows, std::size_t points,
                 const std::optional<Anchor>& anchor = {});

struct ReportData {
    const Account* account;
    const Standings* standings;           ///< with intervals
    const std::vector<TurnTimes>* times;  ///< by entrant; null: not known
    const Course* course;                 ///< null: not known
    Event event{};
    bool with_entrants = false;  ///< each entrant has a page of its own, in entrants/
};

/// An object; viewer/report/model.js says what it holds. Words and numbers that people read are those of
/// `referee standings`; entrants are named by their places in the standings, from 0 on.
std::string report_json(const ReportData& data);

}  // namespace referee::tournament
