#include "referee/arena/team_people.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "games/user_error.hpp"
#include "referee/handins/student_list.hpp"
#include "referee/handins/team_changes.hpp"
#include "referee/handins/team_names.hpp"
#include "referee/handins/teams.hpp"

namespace referee::arena {

namespace {

using handins::Student;

void require_other_names(const std::vector<Student>& students, const std::vector<std::string>& staff,
                         const std::string& source) {
    const std::set<std::string> names_of_staff(staff.begin(), staff.end());
    std::set<std::string> teams;
    handins::TeamNames names;
    for (const Student& student : students) {
        if (!student.team.empty() && teams.insert(student.team).second)
            if (const auto other = names.add(student.team))
                throw games::UserError(fmt::format("{}: the team '{}' can't be told from '{}': give it another name",
                                                   source, student.team, *other));
        for (const std::string* name : {&student.name, &student.team})
            if (names_of_staff.contains(*name))
                throw games::UserError(
                    fmt::format("{}: '{}' is the name of a bot of yours: give the student or the team another name",
                                source, *name));
    }
    for (const Student& student : students)
        if (const auto team = names.like_student(handins::name_in_list(student)))
            throw games::UserError(
                fmt::format("{}: the team '{}' has the name of a student: give it another one", source, *team));
}

}  // namespace

std::vector<Student> with_teams(std::vector<Student> students, const std::vector<Person>& people) {
    for (const std::string& entrant : handins::entrants_of(students)) {
        const bool is_team = !handins::members_of(entrant, students).front()->team.empty();
        const auto is_this = [&](const Person& person) { return person.is_team() && person.student.name == entrant; };
        if (!is_team || std::ranges::any_of(people, is_this)) continue;
        Student team;
        team.name = team.team = entrant;
        students.push_back(std::move(team));
    }
    return students;
}

void set_holders(std::vector<Person>& people) {
    std::map<std::string, int> teams;
    for (Person& person : people) {
        person.members = 0;
        if (person.is_team()) teams.emplace(person.student.name, person.number);
    }
    for (Person& person : people) {
        const auto team = teams.find(person.student.team);
        person.holder = team == teams.end() ? person.number : team->second;
        if (!person.is_team()) ++people[static_cast<std::size_t>(person.holder)].members;
    }
}

std::vector<Person> students_among(const std::vector<Person>& people) {
    std::vector<Person> students = people;
    std::erase_if(students, [](const Person& person) { return person.is_team(); });
    return students;
}

ListNews news_of_list(const std::vector<Person>& people, const std::vector<Student>& students,
                      const std::vector<std::string>& staff, const std::string& source) {
    ListNews news;
    std::vector<Student> before;
    std::vector<Person> now = students_among(people);
    for (const Person& person : now)
        before.push_back(person.student);
    for (const Student& student : students) {
        const auto known = std::ranges::find_if(
            now, [&](const Person& person) { return handins::is_same_student(person.student, student); });
        if (known == now.end()) {
            news.fresh.push_back(student);
        } else if (known->student.team != student.team) {
            known->student.team = student.team;
            news.moved.push_back(*known);
        }
    }
    std::vector<Student> all;
    for (const Person& person : now)
        all.push_back(person.student);
    all.insert(all.end(), news.fresh.begin(), news.fresh.end());
    require_other_names(all, staff, source);
    handins::require_names_of_teams(before, all, source);
    const std::vector<Student> with_all = with_teams(all, people);
    news.fresh.insert(news.fresh.end(), with_all.begin() + std::ssize(all), with_all.end());
    return news;
}

}  // namespace referee::arena
