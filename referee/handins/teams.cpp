#include "referee/handins/teams.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "games/user_error.hpp"
#include "referee/handins/folder_name.hpp"
#include "referee/handins/person_names.hpp"
#include "referee/handins/project.hpp"
#include "referee/handins/team_names.hpp"

namespace referee::handins {

namespace {

using games::UserError;

constexpr std::string_view whole_cell = "*";

std::string trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

/// Whether a text has the form of a pattern, in which `*` stands for any text. Upper and lower case don't matter.
bool has_form(const std::string& text, const std::string& pattern) {
    const std::string words = in_lower_case(text), form = in_lower_case(pattern);
    std::size_t at = 0, place = 0, star = std::string::npos, from = 0;
    while (at < words.size()) {
        if (place < form.size() && form[place] == '*') {
            star = place++;
            from = at;
        } else if (place < form.size() && form[place] == words[at]) {
            ++place;
            ++at;
        } else if (star != std::string::npos) {
            place = star + 1;
            at = ++from;
        } else {
            return false;
        }
    }
    return form.find_first_not_of('*', place) == std::string::npos;
}

/// The groups in a cell, which commas or semicolons separate.
std::vector<std::string> groups_in(const std::string& cell) {
    std::vector<std::string> groups;
    for (std::size_t begin = 0; begin <= cell.size();) {
        const std::size_t end = std::min(cell.find_first_of(",;\n", begin), cell.size());
        if (std::string group = trimmed(std::string_view(cell).substr(begin, end - begin)); !group.empty())
            groups.push_back(std::move(group));
        begin = end + 1;
    }
    return groups;
}

/// The team in a cell; empty if there is none.
std::string team_in(const std::string& cell, const Teams& teams, const std::string& where) {
    if (teams.pattern == whole_cell) return trimmed(cell);
    std::vector<std::string> groups = groups_in(cell);
    if (!teams.pattern.empty())
        std::erase_if(groups, [&](const std::string& group) { return !has_form(group, teams.pattern); });
    if (groups.size() < 2) return groups.empty() ? std::string() : groups.front();
    if (teams.pattern.empty())
        throw UserError(
            fmt::format("{}: this cell has several groups, '{}': say which is the team, as in --teams '{}=Team *', or "
                        "that they are one name with --teams '{}=*'",
                        where, fmt::join(groups, "', '"), teams.column, teams.column));
    throw UserError(
        fmt::format("{}: this student has {} teams, '{}': leave one", where, groups.size(), fmt::join(groups, "', '")));
}

/// The name of a team as an entrant. A number sign before a number at its end would be that of a version.
std::string name_of_team(std::string text) {
    const auto sign = text.rfind(" #");
    if (sign != std::string::npos && text.find_first_not_of("0123456789", sign + 2) == std::string::npos)
        text.erase(sign + 1, 1);
    return text.empty() ? text : name_for_folder(text);
}

std::size_t place_of_column(const TableLine& header, const Teams& teams, const std::string& file) {
    const auto is_this = [&](const std::string& cell) {
        return in_lower_case(trimmed(cell)) == in_lower_case(teams.column);
    };
    const auto found = std::ranges::find_if(header.cells, is_this);
    if (found == header.cells.end())
        throw UserError(fmt::format("{}: --teams: there is no column '{}'; it has: {}", file, teams.column,
                                    fmt::join(header.cells, " | ")));
    if (std::ranges::count_if(header.cells, is_this) > 1)
        throw UserError(fmt::format("{}: --teams: two columns are called '{}'", file, teams.column));
    return static_cast<std::size_t>(found - header.cells.begin());
}

/// The members of each team: their places in the list.
using Members = std::map<std::string, std::vector<std::size_t>>;

/// Refuses two texts that would become one name: as texts they are two teams.
class TextsOfTeams {
public:
    void add(const std::string& text, const std::string& name, const std::string& file, std::size_t line) {
        const auto [other, is_new] = known_.emplace(name, Text{text, line});
        if (is_new || other->second.text == text) return;
        throw UserError(
            fmt::format("{}:{}: the teams '{}' here and '{}' in line {} would both be called '{}': give them other "
                        "names, or the same one if they are one team",
                        file, line, text, other->second.text, other->second.line, name));
    }

private:
    struct Text {
        std::string text;
        std::size_t line;
    };
    std::map<std::string, Text> known_;  // by the name
};

/// Refuses names that can't be told apart where platforms write them.
void require_different_names(const std::vector<StudentInLine>& students, const Members& members,
                             const std::string& file) {
    const auto line_of = [&](const std::string& team) { return students[members.at(team).front()].line->line; };
    TeamNames names;
    for (const auto& [team, places] : members) {
        if (plain_letters(team).empty())
            throw UserError(
                fmt::format("{}:{}: the name of the team '{}' has no letters and no digits: give it another "
                            "one",
                            file, line_of(team), team));
        if (const auto other = names.add(team))
            throw UserError(
                fmt::format("{}:{}: the team '{}' can't be told from '{}' in line {}: give it a name with "
                            "other letters or digits, or the same name if they are one team",
                            file, line_of(team), team, *other, line_of(*other)));
    }
    for (const StudentInLine& one : students)
        if (const auto team = names.like_student(one.student.name))
            throw UserError(
                fmt::format("{}:{}: the team '{}' has the name of the student in line {}: give it another "
                            "one",
                            file, line_of(*team), *team, one.line->line));
}

/// A student whom nothing but the name identifies can't be two students in two teams.
void require_one_team(const std::vector<StudentInLine>& students, const std::string& file) {
    std::map<std::string, const StudentInLine*> known;
    for (const StudentInLine& one : students) {
        const Student& student = one.student;
        if (!(student.number + student.email + student.login + student.platform_id + student.handle).empty()) continue;
        const auto [other, is_new] = known.emplace(student.name, &one);
        if (is_new || other->second->student.team == student.team) continue;
        throw UserError(fmt::format(
            "{}:{}: '{}' is in '{}' here, and in '{}' in line {}: a student has one team; give "
            "two students of one name a column with their numbers",
            file, one.line->line, student.name, student.team, other->second->student.team, other->second->line->line));
    }
}

void require_sizes(const std::vector<StudentInLine>& students, const Members& members, const Teams& teams,
                   const std::string& file) {
    for (const auto& [team, places] : members)
        if (std::ssize(places) > teams.size)
            throw UserError(fmt::format("{}:{}: '{}' has {} members: is it a team? --team-size {} allows as many", file,
                                        students[places.front()].line->line, team, places.size(), places.size()));
}

}  // namespace

Teams parse_teams(const std::string& text, const std::optional<int>& size) {
    Teams teams;
    if (size) teams.size = *size;
    if (text.empty()) return teams;
    const auto equals = text.find('=');
    teams.column = trimmed(text.substr(0, equals));
    if (equals != std::string::npos) teams.pattern = trimmed(text.substr(equals + 1));
    if (teams.column.empty() || (equals != std::string::npos && teams.pattern.empty()))
        throw UserError(
            fmt::format("--teams '{}': write a column of the list, or a column and a pattern for the team: "
                        "--teams 'Groups=Team *'",
                        text));
    return teams;
}

std::vector<std::string> set_teams(std::vector<StudentInLine>& students, const TableLine& header, const Teams& teams,
                                   const std::string& file) {
    const std::size_t column = place_of_column(header, teams, file);
    Members members;
    TextsOfTeams texts;
    std::vector<std::string> alone;
    for (std::size_t i = 0; i < students.size(); ++i) {
        const TableLine& line = *students[i].line;
        const std::string cell = column < line.cells.size() ? line.cells[column] : std::string();
        Student& student = students[i].student;
        const std::string text = team_in(cell, teams, fmt::format("{}:{}", file, line.line));
        student.team = name_of_team(text);
        if (student.team.empty()) {
            alone.push_back(student.name);
        } else {
            texts.add(text, student.team, file, line.line);
            members[student.team].push_back(i);
        }
    }
    if (members.empty())
        throw UserError(fmt::format("{}: --teams: no student has a team in the column '{}'{}", file, teams.column,
                                    teams.pattern.empty() ? "" : fmt::format(" that is like '{}'", teams.pattern)));
    require_one_team(students, file);
    require_different_names(students, members, file);
    require_sizes(students, members, teams, file);
    if (alone.empty()) return {};
    const std::string names = few_of(alone);
    return {fmt::format("{} {} no team, and {} alone", names, alone.size() == 1 ? "has" : "have",
                        alone.size() == 1 ? "plays" : "play")};
}

std::string few_of(const std::vector<std::string>& names) {
    constexpr std::size_t max_named = 8;
    std::string text = fmt::format("'{}'", names.front());
    for (std::size_t i = 1; i < std::min(names.size(), max_named); ++i)
        text += fmt::format(", '{}'", names[i]);
    if (names.size() > max_named) text += fmt::format(" and {} others", names.size() - max_named);
    return text;
}

std::vector<std::string> entrants_of(const std::vector<Student>& students) {
    std::vector<std::string> names;
    std::set<std::string> known;
    for (const Student& student : students)
        if (known.insert(student.entrant()).second) names.push_back(student.entrant());
    return names;
}

std::vector<const Student*> members_of(const std::string& entrant, const std::vector<Student>& students) {
    std::vector<const Student*> members;
    for (const Student& student : students)
        if (student.entrant() == entrant) members.push_back(&student);
    return members;
}

bool has_teams(std::span<const Student> students) {
    return std::ranges::any_of(students, [](const Student& student) { return !student.team.empty(); });
}

}  // namespace referee::handins
