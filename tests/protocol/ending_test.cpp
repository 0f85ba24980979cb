// Tests the table of endings. It is part of the log's format, so names must convert both ways and never change.
#include "protocol/ending.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using protocol::Ending;

TEST_CASE("every ending has a name in the protocol, and the name converts back to it") {
    const char* names[] = {"by_rules",        "invalid_move",   "unreadable_move", "premature", "timeout",
                           "line_too_long",   "output_flood",   "exited",          "crashed",   "closed_stdout",
                           "failed_to_start", "resource_limit", "aborted"};
    int number = 0;
    for (const char* name : names) {
        const auto ending = static_cast<Ending>(number++);
        CHECK(protocol::name_of(ending) == name);
        CHECK(protocol::ending_of(name) == ending);
    }
    CHECK(static_cast<int>(Ending::aborted) == number - 1);
}

TEST_CASE("no other name is an ending") {
    for (const char* name : {"", "By_rules", "by_rules ", "draw", "by"})
        CHECK_FALSE(protocol::ending_of(name));
}

TEST_CASE("every ending has a distinct meaning that continues a sentence") {
    std::set<std::string> meanings;
    for (int number = 0; number <= static_cast<int>(Ending::aborted); ++number) {
        const std::string meaning(protocol::meaning_of(static_cast<Ending>(number)));
        REQUIRE_FALSE(meaning.empty());
        CHECK(meaning.front() >= 'a');
        CHECK(meaning.back() != '.');
        CHECK(meanings.insert(meaning).second);
    }
}

TEST_CASE("all endings but two are forfeits") {
    for (int number = 0; number <= static_cast<int>(Ending::aborted); ++number) {
        const auto ending = static_cast<Ending>(number);
        CHECK(protocol::is_forfeit(ending) == (ending != Ending::by_rules && ending != Ending::aborted));
    }
}
