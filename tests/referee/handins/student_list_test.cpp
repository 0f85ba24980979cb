// Tests lists of students as learning platforms and spreadsheets write them, and the matching of hand-ins to students.
#include "referee/handins/student_list.hpp"
#include "referee/handins/matching.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/messages.hpp"

namespace {

using namespace referee::handins;

/// The students of a list: "name/number/email/group name/...".
std::string students(std::string_view text) {
    std::string all;
    for (const Student& one : read_students(text, "s.csv").students)
        all += fmt::format("{}{}/{}/{}/{}", all.empty() ? "" : " ", one.name, one.number, one.email, one.group);
    return all;
}

std::string list_refusal(std::string_view text) {
    return error_of([&] { return students(text); });
}

TEST_CASE("columns have any order and many languages") {
    const std::string kim = "Kim Klein/17/kim@x.org/A";
    CHECK(students("name,number,e-mail,group\nKim Klein,17,kim@x.org,A\n") == kim);
    CHECK(students("Gruppe;E-Mail-Adresse;Nachname;Vorname;Matrikelnummer\nA;kim@x.org;Klein;Kim;17") == kim);
    CHECK(students("Prénom\tNom\tNuméro d'étudiant\tAdresse de courriel\tGroupe\nKim\tKlein\t17\tkim@x.org\tA\r\n") ==
          kim);
    CHECK(students("Nombre,Apellido(s),Número de ID,Dirección de correo,Grupo\nKim,Klein,17,kim@x.org,A\n") == kim);
    CHECK(students("First name,Last name,ID number,Email address,Groups\nKim,Klein,17,kim@x.org,A\n") == kim);
    CHECK(students("Student ID,Student,Username,Group,Mail\n17,Kim Klein,kk,A,kim@x.org\n") == kim);
    CHECK(students("Name;Vorname;xx;yy;Gruppe\nKlein;Kim;17;kim@x.org;A\n") == kim);  // by their content
}

TEST_CASE("encodings, quotes and blank lines of spreadsheets") {
    CHECK(students("\xef\xbb\xbfName\r\n\"Klein, \"\"Kim\"\"\"\r\n\r\n,,\r\n") == "Klein, \"Kim\"///");
    CHECK(students("Name;Nr\n\xc9lodie Wolf;1\n") == "Élodie Wolf/1//");
    CHECK(students("sep=;\nName;Nr\nKim;1\n") == "Kim/1//");
    CHECK(read_students("sep=;\nName;Nr\nKim;1\n", "s.csv").separator == ';');
    CHECK(read_students("Name\tNr\nKim\t1\n", "s.csv").separator == '\t');
    CHECK(read_students("Name\nKim\n", "s.csv").separator == ',');
    CHECK(students("Name\n\"Kim\nKlein\"\n") == "Kim Klein///");
    CHECK(contains(list_refusal(std::string_view("\xff\xfeN\0a\0", 6)), "CSV UTF-8"));
    CHECK(contains(list_refusal("Name\nA\n\"B\n"), "s.csv:3: a quote (\") is not closed"));
    CHECK(contains(list_refusal("Name;Nr\nA;1\nB;2;3\n"), "s.csv:3: this line has 3 cells"));
    CHECK(contains(list_refusal("Name;Nr\n;1\n"), "s.csv:2: this line has no name"));
    CHECK(contains(list_refusal("Farbe;Nr\nrot;1\n"), "no column is called name"));
    CHECK(contains(list_refusal("Name\n"), "no student"));
    CHECK(contains(list_refusal(""), "is empty"));
}

TEST_CASE("names are different, and names of folders") {
    CHECK(students("name,number\nKim,1\nKim,2\nEva,3\n") == "Kim (1)/1// Kim (2)/2// Eva/3//");
    CHECK(students("name\nKim\nKim\n") == "Kim (1)/// Kim (2)///");
    CHECK(students("name\n../x\n.y\n") == "_._x/// _y///");
    CHECK(students("name\n__pycache__\n") == "___pycache__///");
    std::string long_name;
    for (int i = 0; i < 64; ++i)
        long_name += "\U0001F600";
    CHECK(students("name\n" + long_name + "\n") == long_name.substr(0, 200) + "///");
    CHECK(students("name,group\nKim,A/1\nKim,A/2\n") == "Kim (A_1)///A/1 Kim (A_2)///A/2");
    const std::string name(70, 'x');
    const auto twins = read_students("name,number\n" + name + ",1\n" + name + ",2\n", "s.csv").students;
    CHECK(twins[0].name != twins[1].name);
}

TEST_CASE("a student is found again in a later list, also beside somebody with the same name") {
    const auto same = [](const std::string& earlier, const std::string& later) {
        return is_same_student(read_students("name,number,group\n" + earlier + "\n", "s.csv").students.front(),
                               read_students("name,number,group\n" + later + "\n", "s.csv").students.front());
    };
    CHECK(same("Kim,7,A", "Kim,7,A"));
    CHECK(same("Kim,7,A", "Kim,8,B"));  // the numbers are perhaps those of lines
    CHECK(!same("Kim,7,A", "Max,7,A"));
    CHECK(same("Kim,7,A", "Kim,7,A\nKim,8,A"));
    CHECK(!same("Kim,7,A", "Kim,8,A\nKim,7,A"));
    CHECK(same("Kim,7,A\nKim,8,A", "Kim,7,A"));
    CHECK(!same("Kim,7,A\nKim,8,A", "Kim,8,A"));
    CHECK(same("Kim,,A/1", "Kim,,A/1\nKim,,A/2"));
    CHECK(!same("Kim,,", "Kim,,A\nKim,,B"));
}

TEST_CASE("hand-ins are matched by name, number and address") {
    const auto list =
        read_students(
            "name,number,mail\nÉlodie Wolf,10004,ewolf@x.org\nKim Klein,10001,kk@x.org\nKim Klein Meyer,7,kim.m@x.org\n"
            "Jörg Müller,8,jm@x.org\nAnna Maria Schmidt,9,as@x.org\nLi Li,10,\nTwin A,11,\nTwin A,12,\n",
            "s.csv")
            .students;
    const StudentFinder finder(list);
    const auto student = [&](std::string_view entry) {
        const Student* found = finder.student_of(parse_entry_name(entry)).student;
        return found == nullptr ? std::string("nobody") : found->name;
    };
    CHECK(student("Élodie Wolf_10001_assignsubmission_file") == "Élodie Wolf");  // Moodle's own number
    CHECK(student("Wolf E\u0301lodie_1_assignsubmission_file_bot.py") == "Élodie Wolf");
    CHECK(student("elodie-wolf.zip") == "Élodie Wolf");
    CHECK(student("10004") == "Élodie Wolf");
    CHECK(student("s10004.py") == "nobody");
    CHECK(student("ewolf.py") == "Élodie Wolf");
    CHECK(student("Kim Klein_5_assignsubmission_file") == "Kim Klein");
    CHECK(student("Klein Meyer, Kim") == "Kim Klein Meyer");
    CHECK(student("kim.m.py") == "Kim Klein Meyer");
    CHECK(student("Joerg Mueller_5_assignsubmission_file") == "Jörg Müller");
    CHECK(student("JORG_MULLER") == "Jörg Müller");
    CHECK(student("Anna Schmidt_5_assignsubmission_file") == "Anna Maria Schmidt");
    CHECK(student("Twin A_12_assignsubmission_file") == "Twin A (12)");
    CHECK(student("Twin A_99_assignsubmission_file") == "nobody");
    CHECK(student("Kim_5_assignsubmission_file") == "nobody");
    CHECK(student("bot.py") == "nobody");
    const auto nearest = [&](std::string_view entry) { return finder.nearest_student(parse_entry_name(entry)); };
    REQUIRE(nearest("Elodi Wolff_3_assignsubmission_file") != nullptr);
    CHECK(nearest("Elodi Wolff_3_assignsubmission_file")->name == "Élodie Wolf");
    CHECK(nearest("something else") == nullptr);
}

TEST_CASE("a name of two students contradicts the number or the name of a third one") {
    const auto list =
        read_students("name,number\nKim Klein,10005\nKim Klein,10006\nKim Klein Meier,10007\nBert Wolf,10008\n",
                      "s.csv")
            .students;
    const StudentFinder finder(list);
    const auto student = [&](std::string_view entry) {
        const Student* found = finder.student_of(parse_entry_name(entry)).student;
        return found == nullptr ? std::string("nobody") : found->name;
    };
    CHECK(student("Kim Klein 10006.py") == "Kim Klein (10006)");
    CHECK(student("Klein, Kim (10005) bot.py") == "Kim Klein (10005)");
    CHECK(student("Kim Klein 10007.py") == "nobody");
    CHECK(student("Kim Klein and Bert Wolf.py") == "nobody");
    CHECK(student("Kim Klein Meier and Bert Wolf.py") == "nobody");
    CHECK(student("Kim Klein.py") == "nobody");
    CHECK(student("Kim Klein Meier.py") == "Kim Klein Meier");
}

TEST_CASE("a part of a name is a guess, unless the number or the address is there") {
    const auto list = read_students("name,number,mail\nAnna Maria Schmidt,10005,as@x.org\n", "s.csv").students;
    const StudentFinder finder(list);
    const auto is_guess = [&](std::string_view entry) {
        const Owner owner = finder.student_of(parse_entry_name(entry));
        REQUIRE(owner.student != nullptr);
        return owner.is_guess;
    };
    CHECK(is_guess("Anna Schmidt.py"));
    CHECK(is_guess("Schmidt_Anna_7_assignsubmission_file_bot.py"));
    CHECK(!is_guess("Anna Schmidt 10005.py"));
    CHECK(!is_guess("Anna Maria Schmidt.py"));
    CHECK(!is_guess("10005.py"));
    CHECK(!is_guess("as.py"));
}

TEST_CASE("a name decides before a number and an address") {
    const auto list = read_students(
                          "name,number,mail\nAnna Adler,1,anna@x.org\nBert Bach,2,cara@x.org\nCara "
                          "Conrad,10003,cc@x.org\n???,4,q@x.org\n",
                          "s.csv")
                          .students;
    const StudentFinder finder(list);
    const auto student = [&](std::string_view entry) {
        const Student* found = finder.student_of(parse_entry_name(entry)).student;
        return found == nullptr ? std::string("nobody") : found->name;
    };
    CHECK(student("Cara Conrad 2.py") == "Cara Conrad");
    CHECK(student("Task 1 Bert Bach.py") == "Bert Bach");
    CHECK(student("Task 1.py") == "nobody");
    CHECK(student("1.py") == "Anna Adler");
    CHECK(student("Cara Conrad.py") == "Cara Conrad");
    CHECK(student("cara.py") == "Bert Bach");
    CHECK(student("cara_bot.py") == "Bert Bach");
    CHECK(student("Cara Dill.py") == "nobody");
    CHECK(student("cara@x.org.py") == "Bert Bach");
    CHECK(student("Bert Bach 10003.py") == "nobody");  // the name and the number contradict each other
    CHECK(student("task 10003.py") == "Cara Conrad");
    CHECK(student("Zoe Zander_10003_assignsubmission_file_bot.py") == "nobody");  // Moodle's own number
    CHECK(student("Participant_10003_assignsubmission_file_bot.py") == "Cara Conrad");
    CHECK(student("99999.py") == "nobody");
}

TEST_CASE("the parts of Moodle's names") {
    const EntryName file = parse_entry_name("Kim Klein_17_assignsubmission_file_my_bot.py");
    CHECK(file.student == "Kim Klein_17");
    CHECK(file.file == "my_bot.py");
    CHECK(parse_entry_name("K_1_assignsubmission_onlinetext.html").online_text);
    CHECK_FALSE(parse_entry_name("K_1_assignsubmission_file").online_text);
    CHECK(parse_entry_name("Kim.py").student == "Kim");
}

}  // namespace
