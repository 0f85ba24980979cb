// Tests the table of hand-ins: what a teacher decides in it, and that nothing of it is lost.
#include "referee/handins/owners.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>

#include "referee/core/base/text_file.hpp"
#include "referee/handins/student_list.hpp"
#include "tests/messages.hpp"
#include "tests/referee/temp_folder.hpp"

namespace {

using namespace referee::handins;

const std::vector<Student> list_of_four =
    read_students("name,number\nAnn Alder,31415\nBen Birch,31416\nKim Klein,31417\nKim Klein,31418\n", "s.csv")
        .students;

const std::vector<PersonLine> found_lines = {{.person = "my-bot", .suggestion = "Ann Alder"},
                                             {.person = "my_bot"},
                                             {.person = "Zo\u00eb", .suggestion = "Ben Birch"},
                                             {.person = "Ben", .student = "Ben Birch"}};

class Table {
public:
    explicit Table(const std::string& rows) { folder_.write("hand_ins.csv", "person;student;suggestion\n" + rows); }
    [[nodiscard]] std::string path() const { return folder_ / "hand_ins.csv"; }
    [[nodiscard]] const TempFolder& folder() const { return folder_; }

private:
    TempFolder folder_;
};

std::string text_of(const std::vector<Decision>& decisions) {
    std::string text;
    for (const Decision& one : decisions)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", one.person, one.student.empty() ? "-" : one.student);
    return text;
}

std::string decided(const std::string& rows, const std::vector<Decision>& earlier = {}) {
    return text_of(read_decisions(Table(rows).path(), found_lines, list_of_four, earlier));
}

TEST_CASE("a decision is about the person in its line, whatever a spreadsheet has changed") {
    CHECK(decided("my_bot;Ann Alder;\nmy-bot;Ben Birch;\n") == "my_bot=Ann Alder my-bot=Ben Birch");
    CHECK(decided("Zoe\u0308;birch, ben;\n") == "Zo\u00eb=Ben Birch");
    CHECK(decided("'Ben;nobody;\n") == "Ben=-");
    CHECK(decided("Ben;;\nmy_bot;;\n").empty());
    CHECK(decided("Ben;Ben Birch;\n").empty());
    CHECK(decided("my_bot;31418;\n") == "my_bot=Kim Klein (31418)");
    CHECK(decided("Gone;nobody;\n", {{"Gone", ""}}).empty());
}

TEST_CASE("what can mean several is refused") {
    CHECK(contains(error_of([] { decided("my bot;Ann Alder;\n"); }), "'my bot' may be 'my-bot' or 'my_bot'"));
    CHECK(contains(error_of([] { decided("my_bot;Kim Klein;\n"); }),
                   "may be 'Kim Klein (31417)' or 'Kim Klein (31418)'"));
}

TEST_CASE("suggestions are taken only where the teacher has written nothing") {
    const auto taken = [](const std::string& rows) {
        return text_of(take_suggestions(Table(rows).path(), found_lines));
    };
    CHECK(taken("my-bot;;Ann Alder\nZo\u00eb;;Ben Birch\n") == "my-bot=Ann Alder Zo\u00eb=Ben Birch");
    CHECK(taken("my-bot;nobody;Ann Alder\nZo\u00eb;;Ann Alder\n").empty());  // the other one was not shown
}

TEST_CASE("two persons who may be one student are not both taken") {
    const std::vector<PersonLine> namesakes = {{.person = "Ann_1", .suggestion = "Ann Alder"},
                                               {.person = "Ann_2", .suggestion = "Ann Alder"},
                                               {.person = "Bo", .suggestion = "Ben Birch"}};
    CHECK(clear_suggestions(namesakes) == std::set<std::string>{"Ben Birch"});
    const Table table("Ann_1;;Ann Alder\nAnn_2;;Ann Alder\nBo;;Ben Birch\n");
    CHECK(text_of(take_suggestions(table.path(), namesakes)) == "Bo=Ben Birch");
}

TEST_CASE("lines that decide nothing may be about hand-ins that are gone") {
    CHECK(decided("Gone;;\n").empty());
    CHECK(contains(error_of([] { decided("Gone;Ann Alder;\n"); }), "'Gone' has no hand-in in the folder"));
    const Table table("");
    const std::string file = table.folder() / "earlier.csv";
    static_cast<void>(
        write_hand_ins(file, {{.person = "Gone", .student = "Ann Alder", .found_by = "name"}}, ';', false));
    CHECK(read_decisions(file, found_lines, list_of_four, {}).empty());
}

TEST_CASE("all tables beside a tournament are known, and where the next one will be") {
    const Table table("my_bot;nobody;\n");
    const std::string later = write_hand_ins(table.path(), found_lines, ';', true);
    CHECK(tables_of(table.path()) ==
          std::vector<std::string>{table.path(), later, table.folder() / "hand_ins.new2.csv"});
}

TEST_CASE("a table that somebody has changed is never overwritten") {
    const Table table("my_bot;nobody;\n");
    const std::string mended = content_of(table.path()), beside_it = table.folder() / "hand_ins.new.csv";
    const auto name_of_written = [&](bool beside = false) {
        return std::filesystem::path(write_hand_ins(table.path(), found_lines, ';', beside)).filename().string();
    };
    CHECK(name_of_written() == "hand_ins.new.csv");
    CHECK(name_of_written() == "hand_ins.new.csv");
    table.folder().write("hand_ins.new.csv", content_of(beside_it) + "x;;\n");
    CHECK(name_of_written() == "hand_ins.new2.csv");
    CHECK(content_of(table.path()) == mended);
    std::filesystem::remove(table.path());
    CHECK(name_of_written() == "hand_ins.csv");
    CHECK(name_of_written() == "hand_ins.csv");
    CHECK(name_of_written(true) == "hand_ins.new2.csv");
}

TEST_CASE("a quote is only before a formula, and reading takes away no other") {
    const std::vector<PersonLine> lines = {{.person = "=1+1", .why = "'x' can't be read"},
                                           {.person = "'=1", .why = "\t1"},
                                           {.person = "'", .why = "''"},
                                           {.person = "'Ben", .why = "'Ben'"}};
    const TempFolder folder;
    const std::string file = folder / "hand_ins.csv";
    CHECK(write_hand_ins(file, lines, ',', false) == file);
    const std::string text = referee::read_text_file(file);
    for (const char* cell : {"'=1+1,", ",'x' can't be read,", "''=1,", ",'\t1,", "\n',", ",'',", "\n'Ben,", ",'Ben',"})
        CHECK_MESSAGE(contains(text, cell), text);
    std::string given;
    for (const char* cell : {"'=1+1", "''=1", "'", "'Ben"})
        given += fmt::format("{};nobody;\n", cell);
    CHECK(text_of(read_decisions(Table(given).path(), lines, list_of_four, {})) == "=1+1=- '=1=- '=- 'Ben=-");
}

}  // namespace
