// Tests whose the hand-ins of a class are: the names of persons, the forms of learning platforms, and the matching.
#include "referee/handins/matching.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "referee/handins/student_list.hpp"
#include "tests/messages.hpp"

namespace {

using namespace referee::handins;

bool is_same(std::string_view a, std::string_view b, Spelling spelling = Spelling::without_accents) {
    return is_same_name(words_of_name(a), words_of_name(b), spelling);
}

TEST_CASE("names are equal in any order of the words, without case, and without accents") {
    CHECK(is_same("Élodie Wolf", "wolf, E\u0301LODIE", Spelling::exact));
    CHECK_FALSE(is_same("Élodie Wolf", "Elodie Wolf", Spelling::exact));
    CHECK(is_same("Élodie Wolf", "Elodie_Wolf"));
    CHECK(is_same("Jörg Groß-Müller", "Joerg Gross Muller"));
    CHECK(is_same("Åsa Øberg", "Aasa Oberg"));
    CHECK(is_same("Łukasz Żak", "lukasz zak"));
    CHECK(is_same("Sean O'Neill", "Sean O’Neill", Spelling::exact));
    CHECK(is_same("Sean O'Neill", "sean oneill"));
    CHECK_FALSE(is_same("Michal Wolf", "Michael Wolf"));
    CHECK_FALSE(is_same("Joe Muller", "Joe Mueller"));
    CHECK_FALSE(is_same("Kim Klein", "Kim Klein Meyer"));
    CHECK_FALSE(is_same("Li Li", "Li"));
    CHECK_FALSE(is_same("がく", "かく"));
    CHECK(is_joined_name(words_of_name("wolfélodie"), words_of_name("Élodie Wolf"), Spelling::exact));
    CHECK(is_joined_name(words_of_name("vandenbergannamaria"), words_of_name("Anna Maria van den Berg"),
                         Spelling::exact));
    CHECK_FALSE(is_joined_name(words_of_name("wolfelo"), words_of_name("Élodie Wolf"), Spelling::without_accents));
    CHECK_FALSE(is_joined_name(words_of_name("bergvan"), words_of_name("Anna van Berg"), Spelling::exact));
}

/// Entries of a folder of hand-ins, and a list.
class Folder {
public:
    explicit Folder(std::string_view list) : students_(read_students(list, "s.csv").students) {}

    /// Whose each entry is: "Ann Alder, Bob Birch, nobody". A name ends with "/" if it is that of a folder. A
    /// suggestion has a question mark.
    [[nodiscard]] std::string owners(const std::vector<std::string>& names, std::string_view metadata = "") const {
        const StudentFinder finder(students_);
        std::vector<EntryFile> files;
        for (std::string name : names) {
            const bool is_folder = name.ends_with('/');
            if (is_folder) name.pop_back();
            files.push_back({std::move(name), is_folder});
        }
        std::string all;
        for (const EntryName& entry : read_entry_names(files, students_, metadata)) {
            const Owner owner = finder.owner_of(entry);
            all += all.empty() ? "" : ", ";
            if (owner.student != nullptr) all += owner.student->name;
            if (owner.student == nullptr) all += owner.suggestion == nullptr ? "nobody" : owner.suggestion->name + "?";
        }
        return all;
    }
    [[nodiscard]] std::string owner(const std::string& name) const { return owners({name}); }
    [[nodiscard]] std::string why_not(const std::string& name) const {
        return StudentFinder(students_).owner_of(read_entry_names({{name, false}}, students_, "").front()).why_not;
    }

private:
    std::vector<Student> students_;
};

TEST_CASE("a free text is a whole name, a number, an address or a login") {
    const Folder folder(
        "name,number,mail\nÉlodie Wolf,10004,ewolf@x.org\nKim Klein,10001,kk@x.org\nKim Klein Meyer,70007,kim.m@x.org\n"
        "Jörg Müller,80008,jm@x.org\nAnna Maria Schmidt,90009,as@x.org\nTwin A,11011,\nTwin A,12012,\n");
    CHECK(folder.owner("elodie-wolf.zip") == "Élodie Wolf");
    CHECK(folder.owner("Elodie Wolf.tar.gz") == "Élodie Wolf");
    CHECK(folder.owner("Élodie Wolf bot.py") == "Élodie Wolf");
    CHECK(folder.owner("Élodie Wolf (2).py") == "Élodie Wolf");
    CHECK(folder.owner("JORG_MULLER/") == "Jörg Müller");
    CHECK(folder.owner("10004/") == "Élodie Wolf");
    CHECK(folder.owner("bot_10004.py") == "Élodie Wolf");
    CHECK(folder.owner("10004 10001.py") == "nobody");
    CHECK(folder.owner("s10004.py") == "nobody");
    CHECK(folder.owner("ewolf.py") == "Élodie Wolf");
    CHECK(folder.owner("ewolf@x.org/") == "Élodie Wolf");
    CHECK(folder.owner("bot ewolf@x.org.py") == "Élodie Wolf");
    CHECK(folder.owner("a_ewolf@x.org.py") == "nobody");
    CHECK(folder.owner("Klein Meyer, Kim.py") == "Kim Klein Meyer");
    CHECK(folder.owner("kim.m.py") == "Kim Klein Meyer");
    CHECK(folder.owner("Anna Schmidt.py") == "Anna Maria Schmidt?");
    CHECK(folder.owner("Elodi Wolff.py") == "Élodie Wolf?");
    CHECK(folder.owner("Task 1 Kim Klein.py") == "Kim Klein?");
    CHECK(folder.owner("Twin A (12012).py") == "Twin A (12012)");
    CHECK(folder.owner("Twin A.py") == "nobody");
    CHECK(folder.why_not("Twin A.py") == "2 students have this name");
    CHECK(folder.owner("Kim.py") == "nobody");
    CHECK(folder.owner("bot.py") == "nobody");
    CHECK(folder.owner("Kim Klein and Jörg Müller.py") == "nobody");
    CHECK(folder.owner("Task 2 of Kim Klein Meyer.py") == "Kim Klein Meyer?");
}

TEST_CASE("a number may have letters, or have lost its zeros in a spreadsheet") {
    const Folder folder("name,Student ID,mail\nKim Klein,z5000001,\nAnn Alder,0012345,\nBo Main,20001,main@x.org\n");
    CHECK(folder.owner("z5000001.py") == "Kim Klein");
    CHECK(folder.owner("Z5000001/") == "Kim Klein");
    CHECK(folder.owner("0012345.py") == "Ann Alder");
    CHECK(folder.owner("12345.py") == "Ann Alder");
    CHECK(folder.owner("Ann Alder 12345.py") == "Ann Alder");
    CHECK(folder.owner("main.py") == "nobody");  // a login, and what everybody calls a bot
    CHECK(folder.owner("main@x.org.py") == "Bo Main");
}

TEST_CASE("who is named beside another student's number is not that student") {
    const Folder folder(
        "name,number\nKim Klein,10001\nAnn Alder,10002\nAnna Maria Schmidt,10003\nAnna Schmidt,10004\n");
    CHECK(folder.owner("Klein_Kim_10002_1_bot.py") == "nobody");  // as Canvas writes it, with a number of the school
    CHECK(folder.why_not("kleinkim_10002_1_bot.py") ==
          "its name is that of 'Kim Klein', and its number that of 'Ann Alder'");
    CHECK(folder.owner("kleinkim_0010002_1_bot.py") == "nobody");
    CHECK(folder.owner("kleinkim_10001_1_bot.py") == "Kim Klein");
    CHECK(folder.owner("kleinkim_555_1_bot.py") == "Kim Klein");
    CHECK(folder.owner("Kim Klein_Ann Alder_10002.py") == "nobody");  // of both
    CHECK(folder.owner("Anna Maria Schmidt 10003.py") == "Anna Maria Schmidt");
    CHECK(folder.owner("Task 1 Anna Maria Schmidt 10003.py") == "Anna Maria Schmidt");
}

TEST_CASE("a stranger's bot plays for nobody") {
    const Folder folder(
        "name,number,mail\nMichael Wolf,20240115,mw@x.org\nKim Klein,10005,cara@x.org\nCara Conrad,10003,cc@x.org\n"
        "Anna Schmidt,10006,as@x.org\n");
    CHECK(folder.owner("Michal Wolf.py") == "Michael Wolf?");
    CHECK(folder.owner("Michal Wolf_5_assignsubmission_file/") == "Michael Wolf?");
    CHECK(folder.owner("Anna Maria Schmidt_7_assignsubmission_file/") == "Anna Schmidt?");
    CHECK(folder.owner("Anna_Maria_Schmidt/") == "Anna Schmidt?");
    CHECK(folder.owner("Kim_Klein_Meyer/") == "Kim Klein?");
    CHECK(folder.owner("20240115.py") == "nobody");  // it can be a date
    CHECK(folder.owner("1.py") == "nobody");
    CHECK(folder.owner("bot 2024.py") == "nobody");
    CHECK(folder.owner("cara.py") == "nobody");  // the login of one student, and the name of another
    CHECK(folder.owner("Kim Klein 10003.py") == "nobody");
    CHECK(folder.why_not("Kim Klein 10003.py") ==
          "its name is that of 'Kim Klein', and its number that of 'Cara Conrad'");
    CHECK(folder.owner("Kim 10003.py") == "nobody");
    CHECK(folder.owner("Zoe Zander_10003_assignsubmission_file_bot.py") == "nobody");  // Moodle's own number
}

TEST_CASE("the forms of platforms") {
    const Folder folder(
        "name,number,mail,username,identifier\nÉlodie Wolf,31415,ewolf@x.org,ewolf,Participant 501\n"
        "Kim Klein,31416,k_klein@x.org,k_klein,Teilnehmer/in502\nJörg van den Berg,31417,jberg@x.org,jberg,503\n");
    const std::string all = "Élodie Wolf, Kim Klein, Jörg van den Berg";
    CHECK(folder.owners({"Élodie Wolf_9001_assignsubmission_file/", "Kim Klein_9002_assignsubmission_file_my_bot.py",
                         "Jörg van den Berg_9003_assignsubmission_file_/"}) == all);
    CHECK(folder.owners({"Participant_501_assignsubmission_file/", "Teilnehmer_502_assignsubmission_file/",
                         "Participant_503_assignsubmission_onlinetext/"}) == all);
    CHECK(folder.owner("Élodie Wolf_502_assignsubmission_file/") == "nobody");
    CHECK(folder.owners({"wolfélodie_LATE_501_9876543_bot-1.py", "kleinkim_502_9876544_bot.py",
                         "vandenbergjörg_503_9876545_a.zip"}) == all);
    CHECK(folder.owner("teamalpha_502_9876545_bot.zip") == "Kim Klein");
    CHECK(folder.owner("anon_ab12C_9876543_bot.py") == "nobody");
    CHECK(folder.owner("wolfélodie_501_text.html") == "Élodie Wolf");
    CHECK(folder.owner("studenttest_999_9876543_bot.py") == "nobody");
    CHECK(folder.owner("wolfélodie_502_9876543_bot.py") == "nobody");
    CHECK(folder.owners({"Bots (1)_ewolf_attempt_2024-01-15-10-30-00_bot.py",
                         "Bots (1)_k_klein_poging_2024-01-15-10-30-00_bot.py",
                         "Bots (1)_jberg@x.org_attempt_2024-01-15-10-30-00_bot.py"}) == all);
    CHECK(folder.owner("Bots (1)_ewolf_attempt_2024-01-15-10-30-00.txt") == "nobody");
    CHECK(folder.owners({"39786-640693 - Élodie Wolf - Jan 15, 2024 1030 AM/",
                         "39786-640694 - Kim Klein - Jan 15, 2024 1030 AM - bot.py",
                         "31417_Joerg van den Berg_Jan 15, 2024 1030_bot.py"}) == all);
    CHECK(folder.owners({"ewolf@x.org_3_bot.py", "3_k_klein@x.org_my_bot.py", "2_my_jberg@x.org_first_bot.py"}) == all);
    CHECK(folder.owners({"Wolf, Elodie(ewolf)/", "Klein, Kim(k_klein)/", "van den Berg, Jorg(jberg)/"}) == all);
    CHECK(folder.owner("Wolf, Elodie(ewolf); Klein, Kim(k_klein)/") == "nobody");
    CHECK(folder.owners({"Wolf_Elodie_ewolf_20411/", "Klein_Kim_k_klein_20412/", "van den Berg_Joerg_jberg_20413/"}) ==
          all);
    CHECK(folder.owners({"Wolf_Elodie_ewolf/", "Klein_Kim_k_klein/", "van_den_Berg_Jorg_jberg/"}) == all);
    const std::string metadata =
        "submission_1:\n  :submitters:\n  - :name: Élodie Wolf\n    :email: ewolf@x.org\n    :sid: '31415'\n"
        "  :results:\n    :tests:\n    - output: |-\n        submission_1:\n          :submitters:\n          - :name: "
        "Kim Klein\n"
        "submission_2:\n  :submitters:\n  - :email: k_klein@x.org\n...\n---\nsubmission_3:\n  :submitters:\n  - :sid: "
        "31417\n"
        "submission_4:\n  :submitters:\n  - :sid: 31417\n  - :sid: 31416\nsubmission_5:\n  :submitters: []\n";
    CHECK(folder.owners({"submission_1/", "submission_2/", "submission_3/", "submission_4/", "submission_5/",
                         "submission_metadata.yml"},
                        metadata) == all + ", nobody, nobody, nobody");
    CHECK(contains(error_of([&] { static_cast<void>(folder.owners({"submission_1/"}, "a: [")); }),
                   "submission_metadata"));
}

TEST_CASE("a name beside another identifier than the student's is a suggestion") {
    const Folder folder(
        "name,number,mail,username,canvas_user_id\nAnn Alder,10005,aa@x.org,aalder,123456\nBo "
        "Lee,10006,bl@x.org,blee,123457\n");
    CHECK(folder.owner("Alder, Ann(zz99)/") == "Ann Alder?");
    CHECK(folder.owner("Alder, Ann(10005)/") == "Ann Alder");
    CHECK(folder.owner("alderann_999999_5_bot.py") == "Ann Alder?");
    CHECK(folder.owner("99999_Ann Alder_Jan 15, 2024 1030_bot.py") == "Ann Alder?");
    CHECK(folder.owner("Ann Alder 99999.py") == "Ann Alder?");
    CHECK(folder.owner("Ann Alder stranger@y.org.py") == "Ann Alder?");
    CHECK(folder.owner("x_aa@x.org_3_bot.py") == "nobody");
    CHECK(folder.owner("annotated_aa@x.org_3_bot.py") == "nobody");
    CHECK(folder.owner("Lory Mal_77_assignsubmission_file_ _10005_assignsubmission_file_bot.py") == "nobody");
    CHECK(folder.owners({"Alder_Ann_aalder_20411/", "Team 17/", "Lee_Bo_zz_20412/"}) == "Ann Alder, nobody, Bo Lee?");
    const Folder moodle("Full name,Identifier\nKim Klein,Participant 501\n");
    CHECK(moodle.owner("Zed Stranger_501_assignsubmission_file_bot.py") == "Kim Klein?");
    CHECK(moodle.owner("Participant_501_assignsubmission_file_bot.py") == "Kim Klein");
    CHECK(Folder("name,login\nKim Klein,kk1\nKim Klein,kk2\n").why_not("Kim Klein.py") == "2 students have this name");
    CHECK(Folder("name,number\nAnn A,10005\nBo B,10005\n").why_not("10005.py") == "its number is that of 2 students");
}

TEST_CASE("hostile names take no time") {
    const std::string same(40'000, 'a');
    std::string words, accents;
    for (int i = 0; i < 12; ++i) {
        words += "a ";
        accents += "åååååå ";
    }
    CHECK(is_same(words + "b", words + "b", Spelling::exact));
    CHECK_FALSE(is_same(words + "b", words + "c"));
    CHECK_FALSE(is_joined_name(words_of_name(same + "b"), words_of_name(accents), Spelling::without_accents));
    CHECK(words_of_name("ü" + same).front().spellings.size() == 1);
}

TEST_CASE("the name of a task before a login is the same for all") {
    const Folder folder(
        "identifier,github_username,github_id,name\nAnn Alder,alder,1,\nBob Smith,j-smith,2,\nJim Smith,smith,3,\n");
    CHECK(folder.owners({"lab-1-alder/", "lab-1-j-smith/", "lab-1-smith/"}) == "Ann Alder, Bob Smith, Jim Smith");
    CHECK(folder.owners({"lab-1-alder/", "lab-1-j-smith/"}) == "Ann Alder, Bob Smith");
    CHECK(folder.owners({"lab-j-smith/"}) == "nobody");
    CHECK(folder.owners({"lab-j-smith-0123456789012345678901234567890123456789/",
                         "lab-alder-0123456789012345678901234567890123456789/"}) == "Bob Smith, Ann Alder");
    const Folder one_linked("identifier,github_username,github_id,name\nJim Smith,smith,3,\n");
    CHECK(one_linked.owners({"lab-1-j-smith/", "lab-1-bolee/", "lab-1-cypoe/"}) == "nobody, nobody, nobody");
    const Folder logins("Name,Username\nJim Smith,smith\nBo Lee,blee\n");
    CHECK(logins.owners({"T_j_smith_attempt_2024-01-15-10-30-00_a.py", "T_j_smith_attempt_2024-01-15-10-30-00_b.py",
                         "T_blee_attempt_2024-01-15-10-30-00_smith_attempt_2024-01-15-10-30-00_c.py"}) ==
          "nobody, nobody, Bo Lee");
    CHECK(logins.owners({"T_j_smith_attempt_2024-01-15-10-30-00_a.py"}) == "nobody");
}

TEST_CASE("scripts without blanks") {
    const Folder folder("first name,last name\n明,李\n");
    CHECK(folder.owner("李明_5_assignsubmission_file/") == "明 李");
    CHECK(folder.owner("明李.py") == "明 李");
    CHECK(folder.owner("李.py") == "nobody");
    CHECK(Folder("name\n李明\n").owner("明 李.py") == "李明");
}

TEST_CASE("what platforms write says which attempt is the newest, and how the file was called") {
    const auto read = [](const std::string& name, bool is_folder = false) {
        return read_entry_names({{name, is_folder}}, {}, "").front();
    };
    CHECK(read("Kim Klein_17_assignsubmission_file_my_bot.py").file == "my_bot.py");
    CHECK(read("Kim Klein_17_assignsubmission_file_my_bot.py").person == "Kim Klein_17");
    CHECK(feedback_folder(read("Kim Klein_17_assignsubmission_file_my_bot.py")) ==
          "Kim Klein_17_assignsubmission_file");
    CHECK(feedback_folder(read("Kim.py")) == "Kim");
    CHECK(read("K_1_assignsubmission_onlinetext.html").online_text);
    CHECK_FALSE(read("K_1_assignsubmission_file").online_text);
    CHECK(read("kleinkim_17_98_bot-1.py").file == "bot-1.py");
    CHECK(read("T_kk_attempt_2024-01-15-10-30-05_bot.py").attempt == 20240115103005);
    const auto time = [&](const std::string& date) { return read("1-2 - Kim - " + date, true).attempt; };
    CHECK(time("Jan 15, 2024 1030 AM") == 20240115103000);
    CHECK(time("Jan 15, 2024 930 PM") == 20240115213000);
    CHECK(time("Jan 15, 2024 1205 AM") == 20240115000500);
    CHECK(time("janv. 15, 2024 1205") == 20240115120500);
    CHECK(time("Jan 15, 2024 0030") == 20240115003000);
    CHECK(time("Dez 15, 2024 1030") == 0);
    CHECK(read("1-2 - Kim - Dez 15, 2024 1030 - a.py").batch != read("1-2 - Kim - Dez 16, 2024 1030 - a.py").batch);
    CHECK(read("k@x.org_12_bot.py").attempt == 12);
}

}  // namespace
