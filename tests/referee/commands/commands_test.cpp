// Tests the table of commands: each command is in the overview, has a help text, and is suggested if it is mistyped.
#include "referee/commands/commands.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "referee/commands/tournament_arguments.hpp"
#include "tests/referee/user_error.hpp"

namespace {

using referee::Arguments;
using referee::parse_command;

/// Returns the requested help or version text, or an empty string if neither is requested.
std::string answer(const Arguments& arguments) {
    try {
        parse_command(arguments);
    } catch (const referee::Information& asked_for) {
        return asked_for.text;
    }
    return "";
}

std::string refusal(const Arguments& arguments) {
    return error_of([&] { parse_command(arguments); });
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("each command is in the overview, which --help prints") {
    CHECK(referee::commands().size() > 10);
    for (const referee::Command& command : referee::commands()) {
        CHECK(has(referee::overview(), "\n  referee " + std::string(command.usage) + "  "));
        CHECK(has(referee::overview(), "  " + std::string(command.summary) + "\n"));
    }
    CHECK(answer({"--help"}) == referee::overview());
    CHECK(std::ranges::count(referee::overview(), '\n') <= 24);
}

TEST_CASE("each command describes its options in lines of at most 100 characters") {
    for (const referee::Command& command : referee::commands()) {
        const std::string name(command.name);
        const std::string help = answer({name, "--help"});
        INFO(name);
        CHECK(has(help, "Usage: referee " + name + " [OPTIONS]"));
        CHECK(answer({name, "--help-all"}).size() >= help.size());
        CHECK(answer({name, "-h"}) == help);
        CHECK(answer({"help", name}) == help);
        for (std::size_t begin = 0; begin < help.size(); begin = help.find('\n', begin) + 1)
            CHECK(help.find('\n', begin) - begin <= 100);
    }
}

TEST_CASE("a mistyped command is answered with the nearest one") {
    for (const referee::Command& command : referee::commands()) {
        const std::string name(command.name);
        for (const std::string& mistyped : {name + "q", "q" + name.substr(1), name.substr(0, 2) + "q" + name.substr(2)})
            CHECK(refusal({mistyped}) == "there is no command or bot '" + mistyped + "'; did you mean '" + name + "'?");
    }
}

TEST_CASE("help and version are texts") {
    CHECK(answer({"--version"}).starts_with("referee "));
    for (const Arguments& arguments : {Arguments{"a", "b", "--version"}, Arguments{"replay", "--version"}})
        CHECK(answer(arguments) == answer({"--version"}));
    for (const Arguments& arguments : {Arguments{"help"}, Arguments{"-h"}, Arguments{"help", "help"}})
        CHECK(answer(arguments) == answer({"--help"}));
}

TEST_CASE("nothing is done while arguments are read") {
    for (const Arguments& arguments :
         {Arguments{"a", "b"}, Arguments{"play", "a", "b"}, Arguments{"replay", "no/log"}, Arguments{"view", "no/log"},
          Arguments{"watch", "no/log"}, Arguments{"standings", "no/file"}, Arguments{"view", "no/file"},
          Arguments{"export", "no/file", "games"}, Arguments{"serve", "no/file"}, Arguments{"check", "no/bot"},
          Arguments{"tournament", "a", "b"}, Arguments{"games"}, Arguments{"solve", "othello"},
          Arguments{"change", "no/file", "add", "a"}, Arguments{"ask", "no/log", "a"}}) {
        INFO(arguments.front());
        CHECK(parse_command(arguments) != nullptr);
    }
}

TEST_CASE("a time of day is the next one, on the days on which the clocks change, too") {
    const char* const zone = std::getenv("TZ");
    const std::string before = zone == nullptr ? "" : zone;
    ::setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    ::tzset();
    const auto utc = [](int month, int day, int hour, int minute) {
        std::tm time{};
        time.tm_year = 2026 - 1900;
        time.tm_mon = month - 1;
        time.tm_mday = day;
        time.tm_hour = hour;
        time.tm_min = minute;
        return ::timegm(&time);
    };
    constexpr int half_past_five = 17 * 60 + 30;
    using referee::next_time_of_day;
    CHECK(next_time_of_day(half_past_five, utc(1, 5, 16, 29)) == utc(1, 5, 16, 30));
    CHECK(next_time_of_day(half_past_five, utc(1, 5, 16, 30)) == utc(1, 6, 16, 30));
    CHECK(next_time_of_day(half_past_five, utc(12, 31, 23, 30)) == utc(13, 1, 16, 30));
    // Summer time begins or ends during the night, so half past five has another time in UTC the next day.
    CHECK(next_time_of_day(half_past_five, utc(3, 28, 17, 0)) == utc(3, 29, 15, 30));
    CHECK(next_time_of_day(half_past_five, utc(10, 24, 16, 0)) == utc(10, 25, 16, 30));  // summer time ends
    zone == nullptr ? ::unsetenv("TZ") : ::setenv("TZ", before.c_str(), 1);
    ::tzset();
}

TEST_CASE("an option with an empty value does not take the next argument") {
    for (const referee::Command& command : referee::commands()) {
        const std::string name(command.name);
        referee::CommandHelp help;
        try {
            parse_command({name, "--help"});
        } catch (const referee::Information& asked_for) {
            help = asked_for.help;
        }
        for (const referee::Option& option : help.options) {
            if (option.is_argument() || option.type.empty()) continue;
            const std::string given = option.names.substr(option.names.find(',') + 1) + "=";
            INFO(name, " ", given);
            const std::string said = refusal({name, given, "--no-such"});
            CHECK_FALSE(said.empty());
            CHECK((has(said, "unknown option '--no-such'") || !has(said, "--no-such")));
        }
    }
}
