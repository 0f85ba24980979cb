// Tests how the versions of one entrant are named.
#include "referee/tournament/run/folder_news.hpp"

#include <doctest/doctest.h>

#include <string>

#include "referee/core/bots/entrant_names.hpp"
#include "referee/tournament/run/director.hpp"
#include "tests/messages.hpp"

namespace tournament_test {

using namespace referee::tournament;

TEST_CASE("versions of an entrant are numbered, also if its name is long") {
    CHECK(next_version("Zoë", {"Zoë"}) == "Zoë #2");
    CHECK(next_version("Zoë", {"Zoë", "Zoë #2", "Zoë #4"}) == "Zoë #3");
    CHECK(is_version_of("Zoë", "Zoë"));
    CHECK(is_version_of("Zoë #12", "Zoë"));
    for (const char* other : {"Zoë #", "Zoë #x", "Zoë #2x", "Zoë#2", "Zo #2", "Zoë Z", "#2", ""})
        CHECK_MESSAGE(!is_version_of(other, "Zoë"), other);
    std::string long_name;
    for (std::size_t i = 0; i < referee::longest_name; ++i)
        long_name += "ë";
    const std::string version = next_version(long_name, {long_name});
    CHECK(version.ends_with("ë #2"));
    CHECK(version.size() == 2 * (referee::longest_name - 3) + 3);
    CHECK(is_version_of(version, long_name));
    referee::check_name(version);
}

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

}  // namespace tournament_test
