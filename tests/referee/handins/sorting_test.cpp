// Tests whose the hand-ins of a class with teams are when the list and the teacher's decisions change.
#include "referee/handins/sorting.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "referee/handins/newest.hpp"
#include "referee/handins/student_list.hpp"
#include "tests/referee/temp_folder.hpp"

namespace {

using namespace referee::handins;

std::vector<Student> list_with(const std::string& rows) {
    return read_students("Name,Team,Identifier\n" + rows, "s.csv", parse_teams("Team", std::nullopt)).students;
}

const std::vector<Student> ann_in_t = list_with("Ann,T,501\nBen,T,502\nCai,U,503\n");
const std::vector<Student> ann_in_u = list_with("Ann,U,501\nBen,T,502\nCai,U,503\n");

class SortedFolder {
public:
    SortedFolder() { std::filesystem::create_directory(folder_ / "in"); }
    void hand_in(const std::string& who, const std::string& text, int hours_ago) {
        const std::string file = who + "_assignsubmission_file_bot.py";
        folder_.write("in/" + file, text);
        std::filesystem::last_write_time(folder_ / "in/" + file,
                                         std::filesystem::file_time_type::clock::now() - std::chrono::hours(hours_ago));
    }
    /// Sorts the folder, and keeps what was seen.
    Sorting sort(const std::vector<Student>& students) {
        Sorting sorting(folder_ / "in", students);
        sorting.sort(record);
        record.seen = sorting.seen;
        return sorting;
    }
    HandInRecord record;

private:
    TempFolder folder_;
};

TEST_CASE("a decision for a team that is gone leaves a hand-in without an owner") {
    SortedFolder folder;
    folder.hand_in("Zoe_9", "z", 1);
    folder.record.decisions = {{"Zoe_9", "Gone"}};
    const Sorting sorting = folder.sort(ann_in_t);
    CHECK(sorting.lines.front().state == "has no owner");
    CHECK(sorting.lines.front().why == "you have given it to 'Gone', who is not in the list any more");
}

TEST_CASE("who has left a team can't make an old hand-in its newest") {
    SortedFolder folder;
    folder.hand_in("Ann_501", "old", 9);
    folder.sort(ann_in_t);
    folder.hand_in("Ben_502", "new", 5);
    folder.sort(ann_in_t);
    folder.hand_in("Ann_501", "old", 1);
    for (int i = 0; i < 2; ++i) {
        Sorting sorting = folder.sort(ann_in_u);
        REQUIRE(sorting.hand_ins.size() == 1);
        HandIn& of_t = sorting.hand_ins.front();
        CHECK(of_t.entries.size() == 2);
        static_cast<void>(keep_what_counts(of_t));
        CHECK(of_t.entries.front().name.person == "Ben_502");
    }
    Sorting back = folder.sort(ann_in_t);  // a member may return to an old one
    static_cast<void>(keep_what_counts(back.hand_ins.front()));
    CHECK(back.hand_ins.front().entries.front().name.person == "Ann_501");
}

/// The hand-ins in a folder with these files: "Ann Alder: Ann Alder.py", or "?: x" without an owner.
std::string owners_in(const std::vector<std::string>& files, const std::string& rows = "Ann Alder\nBen Birch\n") {
    const TempFolder folder;
    for (const std::string& file : files) {
        std::filesystem::create_directories(std::filesystem::path(folder / "in/" + file).parent_path());
        folder.write("in/" + file, "x");
    }
    const auto students = read_students("Name\n" + rows, "s.csv").students;
    std::string all;
    for (const PersonLine& line : Sorting(folder / "in", students).lines)
        all +=
            fmt::format("{}{}: {}", all.empty() ? "" : ", ", line.student.empty() ? "?" : line.student, line.entries);
    return all;
}

TEST_CASE("what lies beside the folder of all hand-ins is not forgotten") {
    CHECK(owners_in({"x/Ann Alder.py", "x/Ben Birch.py", "list.csv", "x.zip"}) ==
          "Ann Alder: Ann Alder.py, Ben Birch: Ben Birch.py");
    CHECK(owners_in({"Group 1/Ann Alder.py", "Group 2/b.py", "Group 3.zip"}) ==
          "Ann Alder: Ann Alder.py, ?: Group 2, ?: Group 3.zip");
}

TEST_CASE("ILIAS has a folder around those who hand in together") {
    CHECK(
        owners_in({"Team 2/Alder_Ann_aa_311/bot.py", "Team 2/Birch_Ben_bb_312/bot.py", "Team 9/Cole_Cai_cc_313/bot.py"},
                  "Ann Alder\nBen Birch\nCai Cole\n") ==
        "Ann Alder: Alder_Ann_aa_311, Ben Birch: Birch_Ben_bb_312, Cai Cole: Cole_Cai_cc_313");
}

TEST_CASE("a decision for the team of a known student holds for what was handed in so far") {
    SortedFolder folder;
    folder.hand_in("Ann_501", "first", 9);
    folder.record.decisions = {{"Ann_501", "T"}, {"Zoe_9", "T"}};
    const Sorting sorting = folder.sort(ann_in_u);
    CHECK(sorting.hand_ins.front().student->entrant() == "T");
    const std::vector<std::string> told = sorting.end_decisions(folder.record.decisions);
    CHECK(folder.record.decisions == std::vector<Decision>{{"Zoe_9", "T"}});
    CHECK(told == std::vector<std::string>{
                      "'Ann_501' is 'Ann': what is handed in now goes to 'T', and later hand-ins go by the list"});
    CHECK(folder.sort(ann_in_u).hand_ins.front().student->entrant() == "T");
    folder.hand_in("Ann_501", "second", 1);
    CHECK(folder.sort(ann_in_u).hand_ins.front().student->entrant() == "U");
}

TEST_CASE("what was taken away from a member hides nothing older of the team") {
    for (const char* owner : {"", "Cai", "U"}) {
        CAPTURE(owner);
        SortedFolder folder;
        folder.hand_in("Ann_501", "first", 8);
        folder.sort(ann_in_t);
        folder.hand_in("Ann_501", "second", 1);
        folder.sort(ann_in_t);
        folder.hand_in("Ben_502", "older", 9);
        folder.record.decisions = {{"Ann_501", owner}};
        const Sorting sorting = folder.sort(ann_in_t);
        REQUIRE(!sorting.hand_ins.empty());
        const HandIn& of_t = sorting.hand_ins.front();
        CHECK(of_t.student->entrant() == "T");
        CHECK(!of_t.is_older);
        CHECK(of_t.entries.front().name.person == "Ben_502");
    }
}

}  // namespace
