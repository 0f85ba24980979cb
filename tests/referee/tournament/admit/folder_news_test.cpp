// Tests which of the bots that can't play are news about a tournament.
#include "referee/tournament/admit/folder_news.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "referee/tournament/paper/journal.hpp"

namespace tournament_test {

using namespace referee::tournament;

TEST_CASE("a bot that is left out again for the same reason is news only if it has taken part since") {
    TournamentHead head;
    head.students = {{"Kim Klein"}, {"Zoë Groß"}};
    for (const char* name : {"Zoë Groß", "Kim Klein", "Kim Klein #2"})
        head.entrants.push_back({name, {"x"}, {}});
    const auto news = [&](const std::string& name) {
        std::vector<referee::LeftOut> left_out = {{name, "no main file"}};
        drop_known(left_out, head, head.students);
        return !left_out.empty();
    };
    const Change left_out{.kind = Change::Kind::left_out, .name = "Kim Klein", .reason = "no main file"};
    CHECK(news("Kim Klein"));
    head.changes = {left_out};
    CHECK_FALSE(news("Kim Klein"));
    CHECK_FALSE(news("Kim Klein #2"));  // the check of her next version says the same
    CHECK(news("Zoë Groß"));
    head.changes.push_back({.kind = Change::Kind::joined, .entrant = 0});
    CHECK_FALSE(news("Kim Klein"));
    head.changes.push_back({.kind = Change::Kind::joined, .entrant = 1});
    CHECK(news("Kim Klein"));
    head.changes.push_back(left_out);
    CHECK_FALSE(news("Kim Klein"));
    head.changes.push_back({.kind = Change::Kind::replaced, .entrant = 1, .by = 2});
    CHECK(news("Kim Klein"));
    head.changes.push_back(left_out);
    CHECK_FALSE(news("Kim Klein"));
    head.entrants.push_back({"mended", {"x"}, {}});
    head.changes.push_back({.kind = Change::Kind::replaced, .entrant = 2, .by = 3});
    CHECK(news("Kim Klein"));  // the director's bot plays for her, whatever its name
}

TEST_CASE("a bot that is left out enters the journal with a name and a reason of one harmless line each") {
    const auto changes = journal_of({{"a\x1b[2J", "bot 'a\nb': no", "", "one\n\x1b[31mtwo"}}, "now");
    REQUIRE(changes.size() == 1);
    CHECK(changes.front().name == "a\\x1b[2J");
    CHECK(changes.front().reason == "bot 'a\\nb': no");
    CHECK(changes.front().last_words == "one\n\\x1b[31mtwo");
}

}  // namespace tournament_test
