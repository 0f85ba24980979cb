// Tests which entrant of a class is meant by a name.
#include "referee/tournament/run/director.hpp"

#include <doctest/doctest.h>

#include <string>

#include "referee/tournament/paper/store/student_entrants.hpp"
#include "tests/messages.hpp"

namespace tournament_test {

using namespace referee::tournament;

TEST_CASE("in a class, a student's name means the version that plays") {
    TournamentHead head;
    head.students = {{"Kim Klein"}, {"Zoë Groß"}};
    for (const char* name : {"Kim Klein", "Zoë Groß", "Kim Klein #2", "teacher", "Kim Klein #3"})
        head.entrants.push_back({name, {"x"}, {}});
    head.changes = {{.kind = Change::Kind::replaced, .entrant = 0, .by = 2},
                    {.kind = Change::Kind::replaced, .entrant = 2, .by = 4}};
    const auto meant = [&](const std::string& name) { return entrant_meant("withdraw", name, head); };
    CHECK(meant("Kim Klein") == 4);
    CHECK(meant("klein") == 4);
    CHECK(meant("Kim Klein #2") == 2);
    CHECK(meant("gross") == 1);
    CHECK(meant("teacher") == 3);
    CHECK(error_of([&] { return meant("nobody"); }).starts_with("withdraw: no bot is called 'nobody'"));
    head.students.clear();
    CHECK(meant("Kim Klein") == 0);
}

TEST_CASE("in a second stage of a class, which has only the newest versions, they are the students' bots") {
    TournamentHead head;
    head.students = {{"Kim Klein"}, {"Kim Klein #2"}, {"Zoë Groß"}};
    for (const char* name : {"Kim Klein #3", "Kim Klein #2", "teacher", "mended"})
        head.entrants.push_back({name, {"x"}, {}});
    const auto student = [&](std::size_t entrant) {
        const Student* found = student_of(entrant, head, head.field());
        return found != nullptr ? found->name : "";
    };
    CHECK(entrant_meant("withdraw", "Kim Klein", head) == 0);
    CHECK(entrant_meant("withdraw", "Kim Klein #3", head) == 0);
    CHECK(entrant_meant("withdraw", "Kim Klein #2", head) == 1);
    CHECK(student(0) == "Kim Klein");
    CHECK(student(1) == "Kim Klein #2");  // a student's own name goes before that of another one's version
    CHECK(student(2).empty());
    CHECK(student(3).empty());
    head.changes = {{.kind = Change::Kind::replaced, .entrant = 0, .by = 3}};
    CHECK(student(3) == "Kim Klein");  // under any name, since it has the place
    CHECK(entrant_meant("withdraw", "Kim Klein", head) == 3);
    for (const char* name : {"Kim Klein #4", "late", "later"})
        head.entrants.push_back({name, {"x"}, {}});
    head.changes = {{.kind = Change::Kind::replaced, .entrant = 2, .by = 4},  // the teacher's bot is Kim's now
                    {.kind = Change::Kind::replaced, .entrant = 4, .by = 5},
                    {.kind = Change::Kind::replaced, .entrant = 5, .by = 6}};
    CHECK(student(2).empty());
    CHECK(student(5) == "Kim Klein");
    CHECK(student(6) == "Kim Klein");
    CHECK(owner_of(6, head, head.field()) == "Kim Klein");
    CHECK(is_bot_of(head.students[0], 6, head, head.field()));
    CHECK(entrant_meant("withdraw", "Kim Klein", head) == 6);
}

}  // namespace tournament_test
