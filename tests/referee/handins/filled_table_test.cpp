// Tests that marks come into a platform's table, and that all other bytes stay.
#include "referee/handins/filled_table.hpp"

#include <doctest/doctest.h>

#include "referee/handins/csv_table.hpp"
#include "referee/handins/student_list.hpp"
#include "tests/messages.hpp"

namespace {

using namespace referee::handins;

const std::vector<Student> class_list = read_students(
                                            "Full name,ID number,Identifier\nAnn Alder,31415,Participant 501\nÉva "
                                            "Óz,31416,Participant 502\nCai Conrad,31417,Participant 503\n",
                                            "s.csv")
                                            .students;

FilledTable filled(std::string_view table, const std::string& column = "Grade") {
    const std::vector<std::optional<double>> marks = {9.5, 10, std::nullopt};
    return filled_table(table, "t.csv", column, class_list, marks);
}

TEST_CASE("one column of a table is filled, and all else stays byte for byte") {
    CHECK(filled("Identifier,\"Full name\",Grade,Note\r\n\"Participant 502\",\"Óz, Éva\",,\" keep \"\r\n"
                 "Participant 501,Ann Alder,3,x\r\nParticipant 503,Cai Conrad,4,y\r\n")
              .bytes ==
          "Identifier,\"Full name\",Grade,Note\r\n\"Participant 502\",\"Óz, Éva\",10,\" keep \"\r\n"
          "Participant 501,Ann Alder,9.5,x\r\nParticipant 503,Cai Conrad,4,y\r\n");
    CHECK(filled("Identifier,Grade\nParticipant 501,").bytes == "Identifier,Grade\nParticipant 501,9.5");
    CHECK(filled("Name;Grade\nAnn Alder;\n").bytes == "Name;Grade\nAnn Alder;9,5\n");
    CHECK(filled("Name,Grade,Max\nAnn Alder,-,\"13,50\"\n").bytes == "Name,Grade,Max\nAnn Alder,\"9,5\",\"13,50\"\n");
    CHECK(
        filled("\"Contest\",\"Points\"\n\"\"\n\"ID number\",\"Last Name\",\"grade\"\n\"31416\",\"Óz\",\"\"\n", "grade")
            .bytes == "\"Contest\",\"Points\"\n\"\"\n\"ID number\",\"Last Name\",\"grade\"\n\"31416\",\"Óz\",\"10\"\n");
    CHECK(filled("Student,ID,Section,Contest (45)\n    Points Possible,,,10\n\"Alder, Ann\",7,A,\n", "Contest").bytes ==
          "Student,ID,Section,Contest (45)\n    Points Possible,,,10\n\"Alder, Ann\",7,A,9.5\n");
}

TEST_CASE("a platform's id tells two students of one name apart, of whom the list has one") {
    const auto students =
        read_students("Student,ID,Section\n\"Klein, Kim\",12,A\n\"Alder, Ann\",13,A\n", "s.csv").students;
    const std::vector<std::optional<double>> marks = {9, 8};
    const auto done =
        filled_table("Student,ID,Section,Contest\n\"Klein, Kim\",99,A,\n\"Klein, Kim\",12,A,\n\"Alder, Ann\",13,A,\n",
                     "t.csv", "Contest", students, marks);
    CHECK(done.bytes ==
          "Student,ID,Section,Contest\n\"Klein, Kim\",99,A,\n\"Klein, Kim\",12,A,9\n\"Alder, Ann\",13,A,8\n");
}

TEST_CASE("the encoding of a table stays") {
    for (const auto encoding : {Encoding::utf8, Encoding::utf8_with_mark, Encoding::utf16_little, Encoding::utf16_big,
                                Encoding::windows_1252}) {
        const auto done = filled(encoded("Name\tGrade\tNote\r\nÉva Óz\t\tœuvre €\r\n", encoding));
        CHECK(done.bytes == encoded("Name\tGrade\tNote\r\nÉva Óz\t10\tœuvre €\r\n", encoding));
        CHECK(done.filled == 1);
    }
}

TEST_CASE("what is not filled is told, and what can't be right is refused") {
    const auto done = filled("Name,Grade\nZoe Z,\nAnn Alder,\n");
    CHECK(done.unknown == std::vector<std::string>{"line 2: 'Zoe Z'"});
    CHECK(done.missing == std::vector<std::string>{"Éva Óz"});
    const auto refusal = [](std::string_view table, const std::string& column = "Grade") {
        return error_of([&] { static_cast<void>(filled(table, column)); });
    };
    CHECK(contains(refusal("Name,Points\nAnn Alder,\n"), "has no column 'Grade'; it has: Name | Points"));
    CHECK(contains(refusal("Name,Grade A,Grade B\nAnn Alder,,\n"), "more than one"));
    CHECK(contains(refusal("Name,Grade,Grade\nAnn Alder,,\n"), "more than one"));
    CHECK(
        contains(refusal("Name,Grade\nAnn Alder,1\n\"Alder, Ann\",\n"), "t.csv:3: this is 'Ann Alder', as line 2 is"));
    CHECK(contains(refusal("Name,Grade\nAnn Alder\n"), "t.csv:2: this line has no column 'Grade'"));
    CHECK(contains(refusal(std::string_view("\xff\xfeN\0a", 5)), "can't be read whole"));
}

}  // namespace
