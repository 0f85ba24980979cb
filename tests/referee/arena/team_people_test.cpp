// Tests the teams among the people of an arena.
#include "referee/arena/team_people.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "referee/handins/student_list.hpp"
#include "tests/messages.hpp"

namespace referee::arena {

namespace {

std::vector<handins::Student> list_of(const std::string& rows) {
    return handins::read_students("Name,Team\n" + rows, "s.csv", handins::parse_teams("Team", std::nullopt)).students;
}

std::vector<Person> people_of(const std::vector<handins::Student>& students) {
    std::vector<Person> people;
    for (const handins::Student& student : students)
        people.push_back({static_cast<int>(people.size()), student});
    set_holders(people);
    return people;
}

/// "Ann>4, Ben>4, T:2": who holds what somebody hands in, and the members of each team.
std::string text_of(const std::vector<Person>& people) {
    std::string text;
    for (const Person& person : people)
        text += fmt::format("{}{}{}", text.empty() ? "" : ", ", person.student.name,
                            person.is_team() ? fmt::format(":{}", person.members) : fmt::format(">{}", person.holder));
    return text;
}

/// The people after a later list.
std::vector<Person> after(std::vector<Person> people, const std::string& rows) {
    const ListNews news = news_of_list(people, list_of(rows), {"greedy"}, "the list");
    for (const Person& person : news.moved)
        people[static_cast<std::size_t>(person.number)].student = person.student;
    for (const handins::Student& student : news.fresh)
        people.push_back({static_cast<int>(people.size()), student});
    set_holders(people);
    return people;
}

}  // namespace

TEST_CASE("A team is a person who holds what its members hand in") {
    const auto people = people_of(with_teams(list_of("Ann,T\nBen,T\nCai,U\nDan,\n")));
    CHECK(text_of(people) == "Ann>4, Ben>4, Cai>5, Dan>3, T:2, U:1");
    CHECK(students_among(people).size() == 4);
    CHECK(people[3].takes_part());
    CHECK_FALSE(people[0].takes_part());  // its bots are those of the team
    CHECK(people[4].takes_part());
    const auto alone = people_of(handins::read_students("Name\nAnn\nBen\n", "s.csv").students);
    CHECK(text_of(alone) == "Ann>0, Ben>1");
    CHECK(alone[0].takes_part());
}

TEST_CASE("A later list moves students, adds them, and makes teams") {
    const auto before = people_of(with_teams(list_of("Ann,T\nBen,T\nCai,U\nDan,\n")));
    CHECK(news_of_list(before, list_of("Ben,T\nAnn,T\n"), {}, "the list").moved.empty());
    const auto moved = after(before, "Ann,U\nDan,U\n");
    CHECK(text_of(moved) == "Ann>5, Ben>4, Cai>5, Dan>5, T:1, U:3");
    CHECK_FALSE(moved[3].takes_part());
    CHECK(text_of(after(moved, "Dan,\nBen,W\nCai,W\nEve,W\n")) == "Ann>5, Ben>7, Cai>7, Dan>3, T:0, U:1, Eve>7, W:3");
    const auto refused = [&](const std::string& rows) { return error_of([&] { return after(before, rows); }); };
    CHECK(contains(refused("Ann,X\nBen,X\n"), "'X' is 'T', whose members it has"));
    CHECK(contains(refused("Cai,\nEve,T\n"), "'Cai' is 'U', whose members it has"));
    CHECK(contains(refused("Ann,greedy\n"), "the list: 'greedy' is the name of a bot of yours"));
    CHECK(contains(refused("Eve,Dan\n"), "the team 'Dan' has the name of a student"));
    CHECK(contains(refused("U,T\n"), "the team 'U' has the name of a student"));
}

}  // namespace referee::arena
