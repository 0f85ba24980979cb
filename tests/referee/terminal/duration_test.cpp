// Tests that durations are read and written without loss, and that invalid durations are refused.
#include "referee/terminal/duration.hpp"

#include <doctest/doctest.h>

#include "tests/referee/user_error.hpp"

using namespace std::chrono_literals;
using referee::exact;
using referee::parse_duration;
using referee::rounded;

TEST_CASE("a number and a unit are a duration") {
    const std::pair<const char*, std::chrono::microseconds> table[] = {
        {"0us", 0us},     {"1us", 1us},      {"100ms", 100ms},  {"1s", 1s},         {"1.5s", 1500ms}, {"0.25ms", 250us},
        {"2m", 120s},     {"24h", 24h},      {"0.5h", 30min},   {"1500us", 1500us}, {".5s", 500ms},   {"1.s", 1s},
        {"0.1ms", 100us}, {"0.0004ms", 0us}, {"0.0006ms", 1us}, {"86400s", 24h},    {"007s", 7s},     {"0.001s", 1ms}};
    for (const auto& [text, duration] : table) {
        const char* const typed = text;
        INFO(typed);
        CHECK(parse_duration(text, "--x") == duration);
    }
}

TEST_CASE("anything else is refused, and the option is named") {
    const std::pair<const char*, const char*> table[] = {
        {"", "write a number and a unit"}, {"ms", "write a number and a unit"}, {"fast", "write a number and a unit"},
        {"100", "write the unit, too"},    {"1.5", "write the unit, too"},      {"100 ms", "the unit must be"},
        {"1d", "the unit must be"},        {"1S", "the unit must be"},          {"1ms ", "the unit must be"},
        {"1msx", "the unit must be"},      {"1e3s", "the unit must be"},        {"-1s", "negative"},
        {"25h", "the longest is 24h"},     {"86401s", "the longest is 24h"},    {"inf", "write a number"},
        {"nan", "write a number"},         {"infs", "write a number"},          {" 1s", "write a number"},
        {"+1s", "write a number"},         {"1,5s", "the unit must be"},        {"0x10s", "the unit must be"}};
    for (const auto& [text, message] : table) {
        const char* const typed = text;
        const std::string said = error_of([&] { parse_duration(typed, "--x"); });
        INFO(typed << ": " << said);
        CHECK(said.starts_with("--x '" + std::string(text) + "': "));
        CHECK(said.find(message) != std::string::npos);
    }
}

TEST_CASE("the exact form is short and is read back as the same duration") {
    const std::pair<std::chrono::microseconds, const char*> table[] = {
        {0us, "0us"}, {1us, "1us"}, {1000us, "1ms"}, {1500us, "1500us"}, {1s, "1s"},       {1500ms, "1500ms"},
        {60s, "1m"},  {90s, "90s"}, {3600s, "1h"},   {24h, "24h"},       {3601s, "3601s"}, {999999us, "999999us"}};
    for (const auto& [duration, text] : table) {
        CHECK(exact(duration) == text);
        CHECK(parse_duration(text, "--x") == duration);
    }
}

TEST_CASE("displayed times are rounded") {
    CHECK(rounded(0ns) == "0 us");
    CHECK(rounded(812400ns) == "812 us");
    CHECK(rounded(12'345us) == "12.3 ms");
    CHECK(rounded(1200ms) == "1.20 s");
    CHECK(rounded(100s) == "100.00 s");
}

TEST_CASE("no time is rounded up to a thousand of the smaller unit") {
    CHECK(rounded(999'700ns) == "1.0 ms");
    CHECK(rounded(999'990us) == "1.00 s");
}
