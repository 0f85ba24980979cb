// The table of a class: one row for each student of the list, in its order.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "games/user_error.hpp"
#include "referee/tournament/figures/tables/entrant_name.hpp"
#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/figures/tables/student_state.hpp"
#include "referee/tournament/figures/tables/tables.hpp"
#include "referee/tournament/paper/store/student_entrants.hpp"

namespace referee::tournament {

namespace {

/// The columns that come from the standings.
std::vector<std::string_view> columns_from(const ResultTable& standings) {
    std::vector<std::string_view> keys = {"rank", "points", "games"};
    if (standings.has("margin")) keys.emplace_back("margin");
    keys.insert(keys.end(), {"elo", "forfeits"});
    return keys;
}

/// The rating in whole numbers, as in the tables for people.
RatingOfEntrant rounded(RatingOfEntrant entrant) {
    for (std::optional<double>* number :
         {&entrant.rating.elo, &entrant.rating.interval.lower, &entrant.rating.interval.upper})
        if (*number) *number = std::round(**number);
    return entrant;
}

/// "it did not answer in time (3 games), it exited instead of answering (1 game)"
std::string forfeits_text(const EntrantAccount& entrant) {
    std::string text;
    for (const auto& [ending, games] : entrant.forfeits)
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", protocol::sentence_of(ending, ""),
                            counted(games, "game"));
    return text;
}

}  // namespace

ResultTable students_table(const Account& account, const Standings& standings) {
    const TournamentHead& head = account.head();
    if (head.students.empty())
        throw games::UserError("this tournament has no list of students: --students gives it one at its start");
    std::vector<StudentState> states;
    for (const Student& student : head.students)
        states.push_back(state_of(student, head, account.field()));
    std::vector<std::size_t> staff;
    for (std::size_t i = 0; i < head.entrants.size(); ++i)
        if (account.field().is_in(static_cast<int>(i)) && !is_of_class(i, head, account.field())) staff.push_back(i);

    ResultTable table{{{"name", "", ColumnKind::name}, {"number"}, {"email"}, {"group"}}, {}};
    const bool has_teams = handins::has_teams(head.students);
    if (has_teams) table.columns.push_back({"team"});
    for (const char* column : {"status", "why"})
        table.columns.push_back({column});
    const ResultTable of_entrants = standings_table(account, standings);
    const std::vector<std::string_view> from_standings = columns_from(of_entrants);
    for (const std::string_view key : from_standings)
        table.columns.push_back(of_entrants.columns[of_entrants.place_of(key)]);
    table.columns.push_back({"forfeits_by_kind"});
    for (const std::size_t i : staff)
        table.columns.push_back({fmt::format("points_against_{}", name_of_entrant(head, i))});

    for (std::size_t s = 0; s < head.students.size(); ++s) {
        const Student& student = head.students[s];
        TableRow row = {student.name, student.number, student.email, student.group};
        if (has_teams) row.emplace_back(student.team);
        const auto& [status, plays, refusal, doubt] = states[s];
        row.emplace_back(std::string(status));
        row.emplace_back(refusal != nullptr ? refusal->reason : doubt);
        if (!plays) {
            for (const std::string_view key : from_standings)  // a rating has several columns, also if it is missing
                row.push_back(key == "elo" ? TableValue(RatingOfEntrant{}) : TableValue());
            row.resize(table.columns.size());
            table.rows.push_back(std::move(row));
            continue;
        }
        const std::size_t entrant = *plays;
        const auto line = std::ranges::find(standings.lines, entrant, &StandingsLine::entrant);
        const auto place = static_cast<std::size_t>(line - standings.lines.begin());
        for (const std::string_view key : from_standings)
            row.push_back(key == "elo" ? rounded(std::get<RatingOfEntrant>(of_entrants.value(place, key)))
                                       : of_entrants.value(place, key));
        row.emplace_back(forfeits_text(account.entrants()[entrant]));
        for (const std::size_t other : staff)
            row.emplace_back(Points{account.results().between(entrant, other).half_points()});
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace referee::tournament
