// JSON files of entrants, and the messages about wrong ones: file, place and how to mend it.
#include "referee/tournament/entrants/entrants_file.hpp"

#include <doctest/doctest.h>

#include "tests/referee/user_error.hpp"

namespace {

using referee::tournament::parse_entrants_file;
using Words = std::vector<std::string>;

std::string said_of(const std::string& json) {
    return error_of([&] { parse_entrants_file(json, "e.json"); });
}
std::string said_of_bot(const std::string& json) {
    return said_of(R"({"entrants": [)" + json + "]}");
}
std::string at(const std::string& place, const std::string& what) {
    return "entrants file 'e.json', " + place + ": " + what;
}

}  // namespace

TEST_CASE("a list of bots is read in its order") {
    const auto bots = parse_entrants_file(R"({
        "$schema": "entrants.schema.json",
        "entrants": [
            {"name": "x", "command": "python3 'a b.py'"},
            {"command": ["python3", "a b.py", "", "-n"]},
            {"command": "y"}
        ]})",
                                          "e.json");
    REQUIRE(bots.size() == 3);
    CHECK(bots[0].name == "x");
    CHECK(bots[0].text == "python3 'a b.py'");
    CHECK(bots[0].words.empty());
    CHECK(bots[1].name.empty());
    CHECK(bots[1].words == Words{"python3", "a b.py", "", "-n"});
    CHECK(bots[1].text.empty());
    CHECK(bots[2].text == "y");
    CHECK(bots[2].place == "entrants file 'e.json', /entrants/2");
}

TEST_CASE("text that is not JSON is refused with its line") {
    CHECK(said_of("{\n\"entrants\": [\n}").find("entrants file 'e.json', line 3, column 1: this is no JSON: ") == 0);
    CHECK(said_of("").find("entrants file 'e.json', line 1, column 1: this is no JSON: ") == 0);
    CHECK(said_of("{} // all").find("line 1, column") != std::string::npos);
    CHECK(said_of("{\"entrants\": \"\xff\"}").find("line 1, column") != std::string::npos);
    CHECK(said_of(std::string(500'000, '[')) ==
          "entrants file 'e.json', line 1, column 33: this JSON nests deeper than 32 levels");
    CHECK(said_of(std::string(32, '[') + std::string(32, ']')).find("an object is needed") != std::string::npos);
}

TEST_CASE("a key that occurs twice is refused") {
    CHECK(said_of_bot(R"({"command": "x", "command": "y"})") ==
          "entrants file 'e.json': the key 'command' occurs twice in one object: remove one");
    CHECK(said_of_bot(R"({"command": "x"}, {"command": "y"})") == "(no error)");
}

TEST_CASE("an object with very many keys is refused before it costs time") {
    std::string keys;
    for (int i = 0; i < 200'000; ++i)
        keys += "\"" + std::to_string(i) + "\":0,";
    CHECK(said_of_bot("{" + keys + "\"command\": \"x\"}") ==
          "entrants file 'e.json', line 1, column 7912: this JSON has more than 1000 keys in an object");
}

TEST_CASE("unknown keys are refused with a suggestion") {
    CHECK(said_of(R"({"entrant": []})") == at("/entrant", "there is no such key; did you mean 'entrants'?"));
    CHECK(said_of_bot(R"({"comand": "x"})") ==
          at("/entrants/0/comand", "there is no such key; did you mean 'command'?"));
    CHECK(said_of_bot(R"({"command": "x"}, {"command": "x", "a/b~": 1})")
              .find("/entrants/1/a~1b~0: there is no such key; there are: command, limits, name") != std::string::npos);
    CHECK(said_of_bot("{\"command\": \"x\", \"a\\u001b[2J\": 1}").find('\x1b') == std::string::npos);
}

TEST_CASE("a value that is missing or of another kind is refused with its place") {
    CHECK(said_of("{}").find("the key 'entrants' is missing: write {") != std::string::npos);
    CHECK(said_of("[]").find("an object is needed, such as {\"entrants\"") != std::string::npos);
    CHECK(said_of("null").find("not null") != std::string::npos);
    CHECK(said_of(R"({"entrants": {}})") == at("/entrants", "a list is needed, not an object"));
    CHECK(said_of(R"({"entrants": []})") == at("/entrants", "there is no bot in the list"));
    CHECK(said_of(R"({"$schema": 1, "entrants": [{"command": "x"}]})") ==
          at("/$schema", "a text is needed, not a number"));
    CHECK(said_of_bot(R"("x")").find("/entrants/0: an object is needed, such as {\"command\"") != std::string::npos);
    CHECK(said_of_bot(R"({"name": "x"})").find("/entrants/0: the key 'command' is missing") != std::string::npos);
    CHECK(said_of_bot(R"({"command": 3})") == at("/entrants/0/command", "a text is needed, not a number"));
    CHECK(said_of_bot(R"({"command": ""})") == at("/entrants/0/command", "the text is empty"));
    CHECK(said_of_bot(R"({"command": []})") ==
          at("/entrants/0/command", "the list is empty: its first word is the program"));
    CHECK(said_of_bot(R"({"command": [""]})") == at("/entrants/0/command/0", "the text is empty"));
    CHECK(said_of_bot(R"({"command": ["x", 1]})") == at("/entrants/0/command/1", "a text is needed, not a number"));
    CHECK(said_of_bot(R"({"command": "x\u0000y"})") ==
          at("/entrants/0/command", "there is a NUL character in the text"));
}

TEST_CASE("names that are not fit are refused, with their place") {
    for (const char* name : {"", " x", "\\n", "\\u200b", "\\u001b[2J"}) {
        const std::string said = said_of_bot(R"({"command": "x", "name": ")" + std::string(name) + "\"}");
        CHECK_MESSAGE(said.find("entrants file 'e.json', /entrants/0/name: ") == 0, said);
        CHECK(said.find('\x1b') == std::string::npos);
    }
    CHECK(said_of_bot(R"({"command": "x", "name": ")" + std::string(64, 'n') + "\"}") == "(no error)");
    CHECK(said_of_bot(R"({"command": "x", "name": ")" + std::string(65, 'n') + "\"}").find("at most 64") !=
          std::string::npos);
}
