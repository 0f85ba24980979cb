// Tests lists of students as learning platforms and spreadsheets write them.
#include "referee/handins/student_list.hpp"

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
    // Other names of a student, and numbers that are no student's.
    CHECK(
        students(
            "First Name,Middle Name,Last Name,Student ID,Parent Email,Email,Group\nKim,Eve,Klein,17,p@x.org,kim@x.org,"
            "A\n") == kim);
    CHECK(students("Course Name,Preferred Name,Student Type,Name,Number,Mail,Group\nAlgo,Kimmy,FT,Kim "
                   "Klein,17,kim@x.org,A\n") == kim);
    CHECK(students("Nr.;Semester;Telefon;Name;Matrikelnummer;Mail;Gruppe\n3;5;030123;Kim Klein;17;kim@x.org;A\n") ==
          kim);
}

TEST_CASE("encodings, quotes and blank lines of spreadsheets") {
    CHECK(students("\xef\xbb\xbfName\r\n\"Klein, \"\"Kim\"\"\"\r\n\r\n,,\r\n") == "Klein, \"Kim\"///");
    CHECK(students("Name;Nr\n\xc9lodie Wolf;1\n") == "Élodie Wolf/1//");
    CHECK(students("sep=;\nName;Nr\nKim;1\n") == "Kim/1//");
    CHECK(read_students("sep=;\nName;Nr\nKim;1\n", "s.csv").separator == ';');
    CHECK(read_students("Name\tNr\nKim\t1\n", "s.csv").separator == '\t');
    CHECK(read_students("Name\nKim\n", "s.csv").separator == ',');
    CHECK(students("Name\n\"Kim\nKlein\"\n") == "Kim Klein///");
    CHECK(students(std::string_view("\xff\xfeN\0a\0m\0e\0\n\0\xc9\0v\0a\0", 18)) == "Éva///");
    CHECK(students(std::string_view("\xfe\xff\0N\0a\0m\0e\0\n\0E\0v\0a", 18)) == "Eva///");
    CHECK(contains(list_refusal(std::string_view("N\0a\0", 4)), "CSV UTF-8"));
    CHECK(students("\"Name, as in the register\";Nr\nKim;17\n") == "Kim/17//");
    CHECK(students("Name\nE\u0301va\n") == "Éva///");
    CHECK(students("Name;Nr\nKim;17;;\n") == "Kim/17//");
    CHECK(contains(list_refusal("Name\nA\n\"B\n"), "s.csv:3: a quote (\") is not closed"));
    CHECK(contains(list_refusal("Name;Nr\nA;1\nB;2;3\n"), "s.csv:3: this line has 3 cells"));
    CHECK(contains(list_refusal("Name;Nr\n;1\n"), "s.csv:2: this line has no name"));
    CHECK(contains(list_refusal("Farbe;Nr\nrot;1\n"), "no column is called name"));
    CHECK(contains(list_refusal("Name\n"), "no student"));
    CHECK(contains(list_refusal(""), "is empty"));
}

TEST_CASE("names are different, and names of folders") {
    CHECK(students("name,number\nKim,11\nKim,12\nEva,13\n") == "Kim (11)/11// Kim (12)/12// Eva/13//");
    CHECK(students("name\nKim\nKim\n") == "Kim (1)/// Kim (2)///");
    CHECK(students("name\n../x\n.y\n") == "_._x/// _y///");
    CHECK(students("name\n__pycache__\n") == "___pycache__///");
    std::string long_name;
    for (int i = 0; i < 64; ++i)
        long_name += "\U0001F600";
    CHECK(students("name\n" + long_name + "\n") == long_name.substr(0, 200) + "///");
    CHECK(students("name,group\nKim,A/1\nKim,A/2\n") == "Kim (A_1)///A/1 Kim (A_2)///A/2");
    const std::string name(70, 'x');
    const auto twins = read_students("name,number\n" + name + ",11\n" + name + ",12\n", "s.csv").students;
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

/// The columns of a student that platforms have: "name/number/login/platform_id/handle".
std::string identities(std::string_view text) {
    std::string all;
    for (const Student& one : read_students(text, "s.csv").students)
        all += fmt::format("{}{}/{}/{}/{}/{}", all.empty() ? "" : " ", one.name, one.number, one.login, one.platform_id,
                           one.handle);
    return all;
}

TEST_CASE("the lists of platforms keep all that identifies a student") {
    CHECK(
        identities("Identifier,Full name,ID number,Email address,Status,Grade\nParticipant 501,Ann Alder,31415,a@x.org,"
                   "No submission,\n") == "Ann Alder/31415//Participant 501/");
    CHECK(
        identities("ID,Vollständiger Name,E-Mail-Adresse,Status\nTeilnehmer/in501,Ann Alder,a@x.org,Keine Abgabe\n") ==
        "Ann Alder///Teilnehmer/in501/");
    CHECK(identities("Student,ID,SIS User ID,SIS Login ID,Section,Contest (456789)\n,,,,,Manual Posting\n"
                     "    Points Possible,,,,,10\n\"Alder, Ann\",123456,31415,aalder,Lab 1,9.5\n"
                     "\"Student, Test\",123999,,f00ba4,Lab 1,\n") == "Alder, Ann/31415/aalder/123456/");
    CHECK(identities("LastName,FirstName,ID,Section\nAlder,Ann,123456,Lab 1\n") == "Ann Alder///123456/");
    CHECK(identities("\"Last Name\"\t\"First Name\"\t\"Username\"\t\"Student ID\"\t\"Last Access\"\n"
                     "\"Alder\"\t\"Ann\"\t\"aalder\"\t\"31415\"\t\"2024-01-15\"\n"
                     "\"X_PreviewUser\"\t\"X\"\t\"t_previewuser\"\t\"\"\t\"\"\n") == "Ann Alder/31415/aalder//");
    CHECK(identities("OrgDefinedId,Username,Last Name,First Name,Email,End-of-Line Indicator\n"
                     "#31415,#aalder,_,Ann Alder,a@x.org,#\n") == "Ann Alder/31415/aalder//");
    CHECK(identities(
              "\"identifier\",\"github_username\",\"github_id\",\"name\"\n\"Alder, Ann\",\"aalder-gh\",\"77\",\"\"\n"
              "\"31415\",\"bob-gh\",\"78\",\"Bob Birch\"\n") == "Alder, Ann////aalder-gh Bob Birch/31415///bob-gh");
    CHECK(identities("First Name,Last Name,SID,Email,Sections\nAnn,Alder,31415,a@x.org,\n") == "Ann Alder/31415///");
    CHECK(identities("\"Contest\",\"SCORE_GRADE_TYPE\"\n\"\"\n\"Display ID\",\"ID\",\"Last Name\",\"First "
                     "Name\",\"grade\"\n\"aalder\",\"aalder\",\"Alder\",\"Ann\",\"\"\n") == "Ann Alder//aalder//");
    CHECK(identities("Titel;Vorname;Nachname;Titel2;Nutzernamen;Privatnr;E-Mail;Anmeldedatum\n"
                     ";Ann;Alder;;aalder;0123;a@x.org;1.1.2024\n") == "Ann Alder//aalder//");
    CHECK(identities("Nom complet,Numéro d’identification,Nom d’utilisateur\nAnn Alder,31415,aalder\n") ==
          "Ann Alder/31415/aalder//");
    CHECK(identities("Pełna nazwa,Numer Indeksu,Nazwa użytkownika\nAnn Alder,31415,aalder\n") ==
          "Ann Alder/31415/aalder//");
    CHECK(identities("Volledige naam,Nummer (ID),Gebruikersnaam,Groep\nAnn Alder,31415,aalder,A\n") ==
          "Ann Alder/31415/aalder//");
    CHECK(identities("N° étudiant;Nom;Prénom\n31415;Alder;Ann\n") == "Ann Alder/31415///");
    CHECK(identities("Nome,Último nome,Nº de aluno\nAnn,Alder,31415\n") == "Ann Alder/31415///");
    CHECK(identities("Roepnaam;Tussenvoegsel;Achternaam\nAnn;van den;Alder\nBo;;Birk\n") ==
          "Ann van den Alder//// Bo Birk////");
    CHECK(identities("Nombre,Primer apellido,Segundo apellido\nAnn,Alder,Birk\n") == "Ann Alder Birk////");
    CHECK(identities("Identificativo,Nome\nPartecipante 501,Ann Alder\n") == "Ann Alder///Partecipante 501/");
    CHECK(identities("Last Name,First Name,Email Address,Contest\nDate,,,1.1.\nPoints,,,10\nAlder,Ann,a@x.org,9\n") ==
          "Ann Alder////");
    CHECK(identities("Name,Login\rAnn Alder,aalder\rBo Birk,bbirk\r") == "Ann Alder//aalder// Bo Birk//bbirk//");
    CHECK(identities("Name,SID,Email,Role\nAnn Alder,31415,a@x.org,Student\nEva Stone,,e@x.org,Instructor\n"
                     "Bo Birk,31416,b@x.org,\nMax Stone,,m@x.org,TA\n") == "Ann Alder/31415/// Bo Birk/31416///");
    CHECK(identities("Vorname;Nachname;Rollen\nAnn;Alder;Teilnehmer/in\nEva;Stone;Trainer/in\n"
                     "Bo;Birk;Teilnehmer/in, Tutor/in\n") == "Ann Alder//// Bo Birk////");
    CHECK(identities("Name;Role\nAnn Alder;captain\nBo Birk;coder\n") == "Ann Alder//// Bo Birk////");
    CHECK(identities("Nome,Apelido,Número de identificação (ID),Nome de utilizador\nAnn,Alder,31415,aalder\n") ==
          "Ann Alder/31415/aalder//");
}

TEST_CASE("a number that counts the lines is nobody's, and a student can't be there twice") {
    CHECK(students("Nr.;Name\n1;Kim\n2;Eva\n3;Max\n") == "Kim/// Eva/// Max///");
    CHECK(students("Nr.;Name\n1;Kim\n3;Eva\n") == "Kim/1// Eva/3//");
    CHECK(list_refusal("name,number\nKim,17\nEva,18\nKim,17\n") ==
          "s.csv:4: 'Kim' (17) is in line 2 already: remove one of them");
    CHECK(read_students("Student,ID,Section\nPoints Possible,,\nAnn,1,\n", "s.csv").notes ==
          std::vector<std::string>{"s.csv:2: 'Points Possible' is no student, and is left out"});
}

}  // namespace
