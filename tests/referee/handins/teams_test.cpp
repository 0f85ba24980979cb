// Tests the teams of a class: the column of the list, and whose the hand-ins of teams are.
#include "referee/handins/teams.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "referee/handins/student_list.hpp"
#include "referee/handins/team_changes.hpp"
#include "referee/handins/team_matching.hpp"
#include "tests/messages.hpp"

namespace {

using namespace referee::handins;

constexpr const char* list_of_teams =
    "Name,Team,Number,Email,Login,Identifier\n"
    "Ann Alder,Team Á-1,31415,ann@x.org,aalder,Participant 501\n"
    "Ben Birch,Team Á-1,31416,ben@x.org,bbirch,Participant 502\n"
    "Élodie Wolf,Die Löwen,31417,wolf@x.org,ewolf,Participant 503\n"
    "Kim Klein-Wolf,Die Löwen,31418,kim@x.org,kwolf,Participant 504\n"
    "Lou Linden,A-Team,31419,lou@x.org,llinden,Participant 505\n"
    "Max Maple,,31420,max@x.org,mmaple,Participant 506\n";

/// The teams of the list, as "Ann: Team 1, Ben: -".
std::string teams_of(const std::string& text, const std::string& option = "Team",
                     const std::optional<int>& size = std::nullopt) {
    std::string all;
    for (const Student& student : read_students(text, "s.csv", parse_teams(option, size)).students)
        all +=
            fmt::format("{}{}: {}", all.empty() ? "" : ", ", student.name, student.team.empty() ? "-" : student.team);
    return all;
}

TEST_CASE("a column of the list has the teams") {
    CHECK(teams_of("Name,Team\nAnn,T 1\nBen, T 1 \nCai,\n") == "Ann: T 1, Ben: T 1, Cai: -");
    CHECK(teams_of("Name,Groups\nAnn,\"Lab 3, Team A\"\nBen,team b; Lab 3\nCai,Lab 4\n", "groups=Team *") ==
          "Ann: Team A, Ben: team b, Cai: -");
    CHECK(teams_of("Name,Groups\nAnn,\"Alder, Birch\"\n", "Groups=*") == "Ann: Alder, Birch");
    CHECK(teams_of("Name,Team\nAnn,Team #1\nBen,a/b\n") == "Ann: Team 1, Ben: a_b");
    CHECK(teams_of("Name,G\nAnn,xayb-c\nBen,ab\nCai,a-c\n", "G=*a*b*") == "Ann: xayb-c, Ben: ab, Cai: -");
    const auto list = read_students("Name,Team\nAnn,T\nBen,\nCai,\n", "s.csv", parse_teams("Team", {}));
    CHECK(list.notes == std::vector<std::string>{"'Ben', 'Cai' have no team, and play alone"});
    const std::string seven = "Name,Team\nA,T\nB,T\nC,T\nD,T\nE,T\nF,T\nG,T\n";
    CHECK(error_of([&] { teams_of(seven); }) ==
          "s.csv:2: 'T' has 7 members: is it a team? --team-size 7 allows as many");
    CHECK_NOTHROW(teams_of(seven, "Team", 7));
    CHECK(error_of([] { teams_of("Name,Team\nAnn,T\nAnn,U\n"); }) ==
          "s.csv:3: 'Ann' is in 'U' here, and in 'T' in line 2: a student has one team; give two students of one name "
          "a column with their numbers");
    CHECK(error_of([] { teams_of("Name,Team\nAnn,T\nBen,Ann\n"); }) ==
          "s.csv:3: the team 'Ann' has the name of the student in line 2: give it another one");
    CHECK(error_of([] { teams_of("Name,Team\nAnn Bo,\nBen,boann\n"); }).starts_with("s.csv:3: the team 'boann' has"));
    CHECK(error_of([] { teams_of("Name,Team\nAnn,T 1\nBen,t-1\n"); }).starts_with("s.csv:3: the team 't-1' can't"));
    CHECK(contains(error_of([] { teams_of("Name,Team\nAnn,Löwen\nBen,Lowen\n"); }), "can't be told from"));
    CHECK(contains(error_of([] { teams_of("Name,Team\nAnn,Löwen\nBen,Loewen\n"); }), "can't be told from"));
    CHECK_NOTHROW(teams_of("Name,Team\nAnn,Lowen\nBen,Lawen\n"));
}

TEST_CASE("two texts of the column are two teams, also if their names would be one") {
    CHECK(error_of([] { teams_of("Name,Team\nAnn,C #2\nBen,C 2\n"); }) ==
          "s.csv:3: the teams 'C 2' here and 'C #2' in line 2 would both be called 'C 2': give them other names, or "
          "the same one if they are one team");
    CHECK(contains(error_of([] { teams_of("Name,Team\nAnn,A/B\nBen,A_B\n"); }), "'A_B' here and 'A/B' in line 2"));
    const std::string begin(64, 'x');
    CHECK(contains(error_of([&] { teams_of("Name,Team\nAnn," + begin + "1\nBen," + begin + "2\n"); }),
                   "would both be called"));
    CHECK_NOTHROW(teams_of("Name,Team\nAnn," + begin + "1\nBen," + begin + "1\n"));
}

TEST_CASE("a team that is called by a number has only the files that are called so") {
    const auto students =
        read_students("Name,Team\nAnn,1\nBen,2\nCai,10\n", "s.csv", parse_teams("Team", std::nullopt)).students;
    const OwnerFinder finder(students);
    const auto owner = [&](const std::string& name) {
        const Owner found = finder.owner_of(read_entry_names({{name, false}}, students, "").front());
        return found.student == nullptr ? "nobody" : found.student->entrant();
    };
    CHECK(owner("1.py") == "1");
    CHECK(owner("10.zip") == "10");
    for (const char* name : {"bot (1).py", "main 2.py", "(1).py", "bot_1.py", "1 (2).py", "bot.py"})
        CHECK(owner(name) == "nobody");
    CHECK(owner("1_17_assignsubmission_file_bot.py") == "1");
    CHECK(owner("2-Ben_17_assignsubmission_file_bot (1).py") == "2");
}

TEST_CASE("the number of an entry with another name suggests nobody in a class with teams") {
    const auto students = read_students(list_of_teams, "s.csv", parse_teams("Team", std::nullopt)).students;
    const OwnerFinder finder(students);
    const auto owner = [&](const std::string& name) {
        const Owner found = finder.owner_of(read_entry_names({{name, true}}, students, "").front());
        if (found.suggestion != nullptr) return "perhaps " + found.suggestion->name;
        return found.student == nullptr ? "nobody" : found.student->entrant();
    };
    CHECK(owner("Team Z_501_assignsubmission_file") == "nobody");
    CHECK(owner("Die Lowan_501_assignsubmission_file") == "nobody");
    CHECK(owner("Team Á-1-Ann Alder_503_assignsubmission_file") == "Team Á-1");
    CHECK(owner("Team Á-1-Fay Fox_503_assignsubmission_file") == "nobody");
    CHECK(owner("Team Á-1-Lou Linden_505_assignsubmission_file") == "nobody");
    CHECK(owner("Team Z-Ann Alder_501_assignsubmission_file") == "nobody");
    CHECK(owner("Kim Klein-Wolf_504_assignsubmission_file") == "Die Löwen");
}

TEST_CASE("teams: whose each entry is") {
    const std::vector<Student> students =
        read_students(list_of_teams, "s.csv", parse_teams("Team", std::nullopt)).students;
    const OwnerFinder finder(students);
    const auto owner = [&](std::string name) {
        const bool is_folder = name.ends_with('/');
        if (is_folder) name.pop_back();
        const Owner found = finder.owner_of(read_entry_names({{name, is_folder}}, students, "").front());
        return found.student == nullptr ? "nobody" : found.student->entrant();
    };
    CHECK(owner("Team Á-1_17_assignsubmission_file/") == "Team Á-1");
    CHECK(owner("Team Á-1_503_assignsubmission_file_bot.py") == "Team Á-1");  // the group's number is nobody's
    CHECK(owner("1 Á Team_17_assignsubmission_file/") == "nobody");
    CHECK(owner("Team Á-12_17_assignsubmission_file/") == "nobody");
    CHECK(owner("Default group_assignsubmission_file/") == "nobody");
    CHECK(owner("Max Maple_assignsubmission_file_bot.py") == "nobody");
    CHECK(owner("Team Á-1-Ann Alder_501_assignsubmission_file/") == "Team Á-1");
    CHECK(owner("A-Team-Lou Linden_505_assignsubmission_file/") == "A-Team");
    CHECK(owner("Die Löwen-Kim Klein-Wolf_9_assignsubmission_file/") == "Die Löwen");
    CHECK(owner("Team Á-1-Lou Linden_505_assignsubmission_file/") == "nobody");
    CHECK(owner("Team Á-1-Ann Alder_502_assignsubmission_file/") == "Team Á-1");  // the list may be of another task
    CHECK(owner("Default group-Max Maple_506_assignsubmission_file/") == "nobody");
    CHECK(owner("teamá1_502_9876543_bot.py") == "Team Á-1");
    CHECK(owner("teamá1_503_9876543_bot.py") == "nobody");
    CHECK(owner("teamá1_999_9876543_bot.py") == "nobody");
    CHECK(owner("teama_505_9876543_bot.py") == "nobody");  // the words have an order
    CHECK(owner("ateam_505_9876543_bot.py") == "A-Team");
    CHECK(owner("other_505_9876543_bot.py") == "nobody");
    CHECK(owner("lindenlou_505_9876543_bot.py") == "A-Team");
    CHECK(owner("maplemax_506_9876543_bot.py") == "Max Maple");
    CHECK(owner("team_a 1 bot.py") == "Team Á-1");
    CHECK(owner("Team A 1 31416.py") == "Team Á-1");
    CHECK(owner("Team A 1 31417.py") == "nobody");
    CHECK(owner("Team A 1 99999.py") == "nobody");
    CHECK(owner("Team A 1 ann@x.org.py") == "Team Á-1");
    CHECK(owner("Team A 1 wolf@x.org.py") == "nobody");
    CHECK(owner("Ann Alder.py") == "Team Á-1");
    CHECK(owner("Team A 1 and Die Löwen.py") == "nobody");
    CHECK(owner("12-34 - Die Löwen - Jan 15, 2024 1030 AM/") == "Die Löwen");
}

TEST_CASE("a team keeps its name in a later list") {
    const auto list = [](const std::string& rows) {
        return read_students("Name,Team\n" + rows, "s.csv", parse_teams("Team", std::nullopt)).students;
    };
    const std::vector<Student> before = list("Ann,T\nBen,T\nCai,\nDan,\nEve,U\n");
    const auto refused = [&](const std::string& rows) {
        return error_of([&] { require_names_of_teams(before, list(rows), "s.csv"); });
    };
    CHECK_NOTHROW(require_names_of_teams(before, before, "s.csv"));
    CHECK(refused("Ann,X\nBen,X\nCai,\nDan,\nEve,U\n") ==
          "s.csv: 'X' is 'T', whose members it has: a team keeps its name");
    CHECK(
        contains(refused("Ann,X\nBen,X\nCai,\nDan,\nEve,U\nFay,X\n"), "a team keeps its name"));  // with a new student
    CHECK(contains(refused("Ann,T\nBen,T\nCai,\nDan,\nEve,\n"), "a team keeps its name"));
    CHECK_NOTHROW(require_names_of_teams(before, list("Ann,X\nBen,T\nCai,X\nDan,T\nEve,T\n"), "s.csv"));
    CHECK_NOTHROW(require_names_of_teams(before, list("Ann,U\nBen,U\nCai,U\nDan,T\nEve,T\n"), "s.csv"));
    CHECK(refused("Ann,U\nBen,U\nCai,\nDan,\nEve,T\n") ==
          "s.csv: 'T' is 'U', whose members it has: a team keeps its name");  // they have exchanged their names
    CHECK(contains(refused("Ann,U\nBen,U\nCai,T\nDan,T\nEve,T\n"), "'U' is 'T'"));
    CHECK_NOTHROW(require_names_of_teams(before, list("Ann,T\nBen,T\nCai,X\nFay,X\nDan,Y\nEve,U\n"), "s.csv"));
}

TEST_CASE("a later list tells who has moved") {
    const auto list = [](const std::string& rows) {
        return read_students("Name,Team\n" + rows, "s.csv", parse_teams("Team", std::nullopt)).students;
    };
    const auto before = list("Ann,T\nBen,T\nCai,\n");
    CHECK(moves_between(before, before).empty());
    CHECK(moves_between(before, list("Ann,T\nBen,T\nCai,\nDan,T\n")).empty());
    CHECK(moves_between(before, list("Ann,T\nBen,T\nCai,T\n")) == "1 student has moved to another team: 'Cai'");
    CHECK(moves_between(before, list("Ann,T\nBen,\nCai,T\n")) == "2 students have moved to other teams: 'Ben', 'Cai'");
}

}  // namespace
