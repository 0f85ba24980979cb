#include "referee/handins/team_changes.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "games/user_error.hpp"
#include "referee/handins/teams.hpp"

namespace referee::handins {

namespace {

using NamesOfMembers = std::set<std::string>;

/// The members of each team. `known`: only these students count.
std::map<std::string, NamesOfMembers> members_of_teams(const std::vector<Student>& students,
                                                       const std::map<std::string, std::string>& known) {
    std::map<std::string, NamesOfMembers> members;
    for (const Student& student : students)
        if (known.contains(student.name)) members[student.entrant()].insert(student.name);
    return members;
}

/// The teams of the students; empty for those who are alone.
std::map<std::string, std::string> teams_by_student(const std::vector<Student>& students) {
    std::map<std::string, std::string> teams;
    for (const Student& student : students)
        teams.emplace(student.name, student.team);
    return teams;
}

}  // namespace

void require_names_of_teams(const std::vector<Student>& before, const std::vector<Student>& now,
                            const std::string& file) {
    const auto team_before = teams_by_student(before);
    const auto earlier = members_of_teams(before, team_before);
    for (const auto& [entrant, members] : members_of_teams(now, team_before)) {
        const std::string& old = team_before.at(*members.begin());
        if (!old.empty() && old != entrant && earlier.at(old) == members)
            throw games::UserError(
                fmt::format("{}: '{}' is '{}', whose members it has: a team keeps its name", file, entrant, old));
    }
}

std::string moves_between(const std::vector<Student>& before, const std::vector<Student>& now) {
    const auto team_before = teams_by_student(before);
    std::vector<std::string> moved;
    for (const Student& student : now)
        if (const auto known = team_before.find(student.name);
            known != team_before.end() && known->second != student.team)
            moved.push_back(student.name);
    if (moved.empty()) return {};
    return moved.size() == 1 ? fmt::format("1 student has moved to another team: {}", few_of(moved))
                             : fmt::format("{} students have moved to other teams: {}", moved.size(), few_of(moved));
}

}  // namespace referee::handins
