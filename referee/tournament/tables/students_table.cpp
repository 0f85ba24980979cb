// The table of a class: one row for each student of the list, in its order.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "games/user_error.hpp"
#include "referee/terminal/output.hpp"
#include "referee/tournament/tables/tables.hpp"

namespace referee::tournament {

namespace {

/// The columns that come from the standings.
constexpr std::array<std::string_view, 5> from_standings = {"rank", "points", "games", "elo", "forfeits"};

std::optional<std::size_t> entrant_called(const TournamentHead& head, const Field& field, const std::string& name) {
    for (std::size_t i = 0; i < head.entrants.size(); ++i)
        if (head.entrants[i].name == name) return static_cast<std::size_t>(field.holder_of(static_cast<int>(i)));
    return std::nullopt;
}

/// Why the hand-in of this student was refused, if it was.
std::optional<std::string> refusal_of(const TournamentHead& head, const std::string& name) {
    std::optional<std::string> reason;
    for (const Change& change : head.changes)
        if (change.kind == Change::Kind::left_out && change.name == name) reason = change.reason;
    return reason;
}

/// "3 timeout, 1 exited"
std::string forfeits_text(const EntrantAccount& entrant) {
    std::string text;
    for (const auto& [ending, games] : entrant.forfeits)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", games, protocol::name_of(ending));
    return text;
}

}  // namespace

ResultTable students_table(const Account& account, const Standings& standings) {
    const TournamentHead& head = account.head();
    if (head.students.empty())
        throw games::UserError("this tournament has no list of students: --students gives it one at its start");
    std::vector<std::optional<std::size_t>> entrants;
    for (const Student& student : head.students)
        entrants.push_back(entrant_called(head, account.field(), student.name));
    std::vector<std::size_t> staff;
    for (std::size_t i = 0; i < head.entrants.size(); ++i)
        if (std::ranges::find(entrants, std::optional(i)) == entrants.end() &&
            account.field().is_in(static_cast<int>(i)))
            staff.push_back(i);

    ResultTable table{{{"name", "", ColumnKind::name}, {"number"}, {"email"}, {"group"}, {"status"}, {"why"}}, {}};
    const ResultTable of_entrants = standings_table(account, standings);
    for (const std::string_view key : from_standings)
        table.columns.push_back(of_entrants.columns[of_entrants.place_of(key)]);
    table.columns.push_back({"forfeits_by_kind"});
    for (const std::size_t i : staff)
        table.columns.push_back({fmt::format("points_against_{}", name_of_entrant(head, i))});

    for (std::size_t s = 0; s < head.students.size(); ++s) {
        const Student& student = head.students[s];
        TableRow row = {harmless(student.name), harmless(student.number), harmless(student.email),
                        harmless(student.group)};
        if (!entrants[s]) {
            const auto reason = refusal_of(head, student.name);
            row.emplace_back(std::string(reason ? "refused" : "nothing handed in"));
            row.emplace_back(harmless(reason.value_or("")));
            for (const std::string_view key : from_standings)  // a rating has several columns, also if it is missing
                row.push_back(key == "elo" ? TableValue(RatingOfEntrant{}) : TableValue());
            row.resize(table.columns.size());
            table.rows.push_back(std::move(row));
            continue;
        }
        const std::size_t entrant = *entrants[s];
        row.emplace_back(std::string("played"));
        row.emplace_back(std::string());
        const auto line = std::ranges::find(standings.lines, entrant, &StandingsLine::entrant);
        const auto place = static_cast<std::size_t>(line - standings.lines.begin());
        for (const std::string_view key : from_standings)
            row.push_back(of_entrants.value(place, key));
        row.emplace_back(forfeits_text(account.entrants()[entrant]));
        for (const std::size_t other : staff)
            row.emplace_back(Points{account.results().between(entrant, other).half_points()});
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace referee::tournament
