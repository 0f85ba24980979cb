#include "referee/arena/records.hpp"

#include <doctest/doctest.h>

#include "games/user_error.hpp"
#include "protocol/utf8.hpp"
#include "referee/core/bots/entrant_names.hpp"

namespace referee::arena {

namespace {

Time at(std::int64_t seconds) {
    return Time(std::chrono::seconds(seconds));
}

Person named(int number, std::string name) {
    Person person{number, {}, false};
    person.student.name = std::move(name);
    return person;
}

}  // namespace

TEST_CASE("Times are written and read as UTC") {
    CHECK(time_text(at(1797613200)) == "2026-12-18T17:00:00Z");
    CHECK(time_of_text("2026-12-18T17:00:00Z") == at(1797613200));
    for (const char* wrong : {"2026-12-18 17:00:00", "2026-13-18T17:00:00Z", "2026-12-18T17:00:00", "", "x"})
        CHECK_MESSAGE(!time_of_text(wrong), wrong);
}

TEST_CASE("A deadline is a date with a time, or the next such time") {
    const Time now = system_time();
    const Time day = parse_time("2026-12-18 18:00", "--until", now);
    CHECK(local_text(day) == "Fri 18 Dec 2026 18:00");
    const Time next = parse_time("18:00", "--until", day);
    CHECK(next - day == std::chrono::hours(24));
    CHECK(parse_time("18:01", "--until", day) - day == std::chrono::minutes(1));
    for (const char* wrong : {"2026-12-18", "2026-02-30 12:00", "25:00", "12:60", "soon", "2026-12-18 24:00"})
        CHECK_THROWS_AS_MESSAGE(static_cast<void>(parse_time(wrong, "--until", now)), games::UserError, wrong);
}

TEST_CASE("The name of an entrant is a valid name that tells the person and the version") {
    CHECK(entrant_name(named(0, "Zoë"), 3) == "Zoë #3");
    std::string name;
    for (std::size_t i = 0; i < longest_name; ++i)
        name += "ë";
    const std::string first = entrant_name(named(1, name), 12), second = entrant_name(named(2, name), 12);
    CHECK(first != second);
    CHECK(protocol::count_characters(first) == longest_name);
    CHECK(first.ends_with("~1 #12"));
    CHECK_NOTHROW(check_name(first));
}

}  // namespace referee::arena
