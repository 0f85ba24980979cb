// Tests bots that are objects in a plan, and the messages about invalid objects. A message names the bot, the place of
// the mistake in it, and the correction.
#include "referee/tournament/entrants/listed_bot.hpp"

#include <doctest/doctest.h>

#include <string>
#include <tuple>
#include <vector>

#include "tests/referee/user_error.hpp"

namespace {

using referee::tournament::parse_listed_bot;
using Words = std::vector<std::string>;

std::string said_of(const std::string& json) {
    return error_of([&] { parse_listed_bot(json); });
}
std::string at(const std::string& json, const std::string& place, const std::string& what) {
    return "bot '" + json + "', " + place + ": " + what;
}

}  // namespace

TEST_CASE("a bot is read with its command as one text or as words") {
    const auto text = parse_listed_bot(R"({"name": "x", "command": "python3 'a b.py'", "reuse": true})");
    CHECK(text.name == "x");
    CHECK(text.text == "python3 'a b.py'");
    CHECK(text.words.empty());
    CHECK(text.reuse);
    const auto words = parse_listed_bot(R"({"command": ["python3", "a b.py", "", "-n"], "limits": {"move": "50ms"}})");
    CHECK(words.name.empty());
    CHECK(words.words == Words{"python3", "a b.py", "", "-n"});
    CHECK(words.text.empty());
    CHECK(to_text(words.limits) == "move-time=50ms");
}

TEST_CASE("text that is not JSON is refused with its line") {
    CHECK(said_of("{\n\"command\": [\n}").find("line 3, column 1: invalid JSON: ") != std::string::npos);
    CHECK(said_of("{} // all").find("line 1, column") != std::string::npos);
    CHECK(said_of("{\"command\": \"\xff\"}").find("line 1, column") != std::string::npos);
    CHECK(said_of(std::string(50'000, '[')).find("this JSON nests deeper than 32 levels") != std::string::npos);
    CHECK(said_of(R"({"command": "x", "command": "y"})").find("the key 'command' occurs twice") != std::string::npos);
}

TEST_CASE("unknown keys are refused with a suggestion") {
    CHECK(said_of(R"({"comand": "x"})") ==
          at(R"({"comand": "x"})", "/comand", "there is no such key; did you mean 'command'?"));
    CHECK(said_of(R"({"command": "x", "a/b~": 1})")
              .find("/a~1b~0: there is no such key; there are: command, limits, name") != std::string::npos);
    CHECK(said_of("{\"command\": \"x\", \"a\\u001b[2J\": 1}").find('\x1b') == std::string::npos);
}

TEST_CASE("a value that is missing or of another kind is refused with its place") {
    const std::tuple<const char*, const char*, const char*> wrong[] = {
        {R"({"command": 3})", "/command", "a string is needed, not a number"},
        {R"({"command": ""})", "/command", "the text is empty"},
        {R"({"command": []})", "/command", "the list is empty: its first word is the program"},
        {R"({"command": [""]})", "/command/0", "the text is empty"},
        {R"({"command": ["x", 1]})", "/command/1", "a string is needed, not a number"},
        {R"({"command": "x\u0000y"})", "/command", "the string contains a NUL character"},
        {R"({"command": "x", "reuse": 1})", "/reuse", "true or false is needed, not a number"},
    };
    for (const auto& [json, place, what] : wrong)
        CHECK(said_of(json) == at(json, place, what));
    CHECK(said_of(R"({"name": "x"})").find("the key 'command' is missing") != std::string::npos);
    CHECK(said_of("[]").find("an object is needed, such as {\"command\"") != std::string::npos);
}

TEST_CASE("invalid names are refused, with their place") {
    for (const char* name : {"", " x", "\\n", "\\u200b", "\\u001b[2J"}) {
        const std::string said = said_of(R"({"command": "x", "name": ")" + std::string(name) + "\"}");
        CHECK_MESSAGE(said.find(", /name: ") != std::string::npos, said);
        CHECK(said.find('\x1b') == std::string::npos);
    }
    CHECK(said_of(R"({"command": "x", "name": ")" + std::string(64, 'n') + "\"}") == "(no error)");
    CHECK(said_of(R"({"command": "x", "name": ")" + std::string(65, 'n') + "\"}").find("at most 64") !=
          std::string::npos);
}
