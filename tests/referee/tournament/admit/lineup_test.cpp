// Tests how bots from all sources become one list, how the same bots are restored from a tournament's file, the names
// of bots in a list, and bots that are objects in a plan. A message about an invalid object names the bot, the place of
// the mistake in it, and the correction.
#include "referee/tournament/admit/lineup.hpp"
#include "referee/core/bots/entrant_names.hpp"
#include "referee/core/bots/listed_bot.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tests/messages.hpp"
#include "tests/referee/temp_folder.hpp"

namespace {

namespace fs = std::filesystem;
using namespace referee;
using namespace referee::tournament;
using Words = std::vector<std::string>;

constexpr const char* shell_script = "#!/bin/sh\n";

/// The bots of a list, and of a folder unless its name is empty. `known`: folders of bots.
Lineup lineup_of(const Words& bots, const std::string& folder = "", const Words& taken = {}, Words known = {}) {
    Candidates candidates = candidates_of(bots);
    if (!folder.empty()) add_folder(candidates, folder, known);
    if (!folder.empty() && known.empty()) known.push_back(folder);
    return find_bots(std::move(candidates), {.own_files_in = known}, taken);
}

Words names_of(const Lineup& lineup) {
    Words names;
    for (const auto& contender : lineup.contenders)
        names.push_back(contender.entrant.name);
    return names;
}
std::vector<StoredEntrant> stored(const std::vector<Contender>& contenders) {
    std::vector<StoredEntrant> all;
    for (const auto& contender : contenders)
        all.push_back(contender.stored());
    return all;
}

/// Creates a folder with bots of all kinds, and makes it the working directory.
struct Place {
    Place() {
        fs::create_directories("bots/sub");
        for (const char* name : {"a.sh", "b.sh", "bots/b.sh", "bots/c.py", "bots/sub/bot"})
            folder.write(name, shell_script);
        folder.write("bots/sub/data", "data", 0644);
    }
    TempFolder folder;
    ScopedFolder inside{folder.path()};
};

NameWish after(const std::string& file, std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), "./" + file);
    return {"", file, arguments};
}
NameWish python_at(const std::string& path, std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), {"python3", path});
    return {"", path.substr(path.rfind('/') + 1), arguments};
}
NameWish given(const std::string& name) {
    return {name, "file", {"./file"}};
}

Words named(const std::vector<NameWish>& wishes, const Words& taken = {}) {
    return unique_names(wishes, taken);
}

std::string said_of(const std::string& json) {
    return error_of([&] { parse_listed_bot(json); });
}
std::string at(const std::string& json, const std::string& place, const std::string& what) {
    return "bot '" + json + "', " + place + ": " + what;
}

}  // namespace

TEST_CASE("bots from all sources are listed in order, with distinct names and their files") {
    const Place place;
    place.folder.write("bots/broken", "text");
    const Words bots{"./a.sh", "./b.sh", R"({"name": "ann", "command": "./a.sh -1"})",
                     R"({"command": ["b.sh", "a b"]})"};
    const Lineup lineup = lineup_of(bots, "bots");
    CHECK(names_of(lineup) == Words{"a", "b", "ann", "b a b", "bots/b", "c", "sub"});
    CHECK(lineup.contenders[3].entrant.command.arguments == Words{"./b.sh", "a b"});
    CHECK(lineup.contenders[6].entrant.command.arguments == Words{"bots/sub/bot"});
    REQUIRE(lineup.contenders[6].files.size() == 2);
    CHECK(lineup.contenders[6].files[1].path == "bots/sub/data");
    CHECK(lineup.contenders[6].if_unfit == IfUnfit::left_out);
    CHECK(lineup.contenders[3].if_unfit == IfUnfit::unchecked);
    REQUIRE(lineup.left_out.size() == 1);
    CHECK(lineup.left_out[0].name == "broken");
    const Words taken{"c"};
    CHECK(names_of(lineup_of({}, "bots", taken)) == Words{"b", "c.py", "sub"});
}

TEST_CASE("a bot from the folder that is also named plays once, at its named position") {
    const Place place;
    const Words bots{R"({"name": "Sub", "command": ["bots/sub/bot"]})", "./a.sh"};
    const Lineup lineup = lineup_of(bots, "bots");
    CHECK(names_of(lineup) == Words{"Sub", "a", "b", "c"});
    CHECK(lineup.contenders[0].if_unfit == IfUnfit::left_out);
    CHECK(lineup.contenders[0].files.size() == 2);
    CHECK(lineup.contenders[1].if_unfit == IfUnfit::unchecked);
}

TEST_CASE("a bot of the folder that is named by a link is run by the folder's path, with its own files") {
    const Place place;
    fs::create_directory_symlink("bots", "link");
    fs::create_symlink("bots/c.py", "c.py");
    const Words bots{"one=./link/sub", "two=./c.py", "./a.sh"};
    const Words kept{"bots"};
    for (const auto& [folder, known] : {std::pair("bots", Words()), std::pair("./link", kept), std::pair("", kept)}) {
        const Lineup lineup = lineup_of(bots, folder, {}, known);
        REQUIRE(names_of(lineup).size() == (std::string(folder).empty() ? 3U : 4U));
        CHECK(lineup.contenders[0].entrant.command.arguments == Words{"bots/sub/bot"});
        CHECK(lineup.contenders[0].files.size() == 2);
        CHECK(lineup.contenders[0].entrant.own.has_value());
        CHECK(lineup.contenders[1].entrant.command.arguments == Words{"python3", "bots/c.py"});
        CHECK(lineup.contenders[1].entrant.own.has_value());
        CHECK_FALSE(lineup.contenders[2].entrant.own.has_value());
    }
}

TEST_CASE("a named bot that can't play is refused with its place") {
    const Place place;
    const auto said = [](const Words& bots) { return error_of([&] { lineup_of(bots); }); };
    const auto listed = [&](const std::string& bot) { return said({"./a.sh", bot}); };
    const Words human{"a.sh", "human"};
    const Words none{"./none"};
    CHECK(said(human) == "'human' is not a bot: people can't play in tournaments");
    CHECK(said(none) == "bot './none': no such file");
    CHECK(listed(R"({"command": "human"})") ==
          R"(bot '{"command": "human"}'/command: 'human' is not a bot: people can't play in tournaments)");
    CHECK(listed(R"({"command": "./none"})") == R"(bot '{"command": "./none"}'/command: bot './none': no such file; )"
                                                "paths are relative to the working directory");
    CHECK(listed(R"({"command": ["python3", "-u", "./none.py"]})")
              .ends_with(
                  "/command: bot 'python3': no such file: ./none.py; paths are relative to the working directory"));
    fs::create_directory("no such file");
    CHECK(
        listed(R"({"command": ["./no such file"]})")
            .ends_with("/command: bot './no such file' is a folder and can't take arguments: name the program in it"));
    const Words same{R"({"name": "x", "command": "./a.sh"})", "x=./a.sh"};
    CHECK(said(same) == "both bots are called 'x': give them different names");
    const Words odd{"./a.sh \xff"};
    CHECK(contains(said(odd), "is not UTF-8"));
}

TEST_CASE("a bot from the folder that can't be kept is left out, and the other bots play") {
    const Place place;
    place.folder.write("bots/\xff", shell_script);
    const Lineup lineup = lineup_of({}, "bots");
    CHECK(names_of(lineup) == Words{"b", "c", "sub"});
    REQUIRE(lineup.left_out.size() == 1);
    CHECK(lineup.left_out[0].name == "\xff");
    CHECK(contains(lineup.left_out[0].reason, "is not UTF-8"));
}

TEST_CASE("the line-up lists bots that are not named after their files") {
    const Place place;
    place.folder.write("bots/J\u202ergen.sh", shell_script);
    place.folder.write("bots/J\u00fcrgen.sh", shell_script);
    place.folder.write(std::string("bots/") + std::string(70, 'x'), shell_script);
    const Lineup lineup = lineup_of({}, "bots");
    REQUIRE(lineup.renamed.size() == 2);
    CHECK(lineup.renamed[0].file == "J\u202ergen.sh");
    CHECK(lineup.renamed[0].name == "J_rgen");
    CHECK(lineup.renamed[1].name == std::string(64, 'x'));
}

TEST_CASE("stored entrants make the same entrants again") {
    const Place place;
    const Words bots{"a.sh -n", "/bin/cat", "python3 bots/c.py", R"({"command": ["b.sh", "a b"]})"};
    const auto before = stored(lineup_of(bots, "bots").contenders);
    const auto again = contenders_of(before);
    CHECK(stored(again) == before);
    CHECK(again[0].entrant.command.program == "./a.sh");
    CHECK(again[2].entrant.command.program.ends_with("/python3"));

    place.folder.write("bots/sub/new", "written by the bot");
    CHECK(stored(contenders_of(before)) == before);
    place.folder.write("bots/sub/data", "other");
    CHECK(stored(contenders_of(before)) != before);
    fs::remove("bots/sub/data");
    CHECK(contenders_of(before).back().files.size() == 1);
    fs::remove("a.sh");
    CHECK(error_of([&] { contenders_of(before); }).starts_with("bot 'a': no such file; restore its bots, or record"));
    fs::create_directory("elsewhere");
    fs::current_path("elsewhere");
    CHECK(error_of([&] {
              contenders_of(before);
          }).starts_with("bot 'a': no such file; run referee in the folder in which"));
}

TEST_CASE("bots that are named again have the files that are stored") {
    const Place place;
    const auto before = stored(lineup_of({}, "bots").contenders);
    place.folder.write("bots/sub/new", "written by the bot");
    auto again = lineup_of({}, "bots").contenders;
    CHECK(stored(again) != before);
    keep_to_stored_files(again, before);
    CHECK(stored(again) == before);
    place.folder.write("bots/sub/data", "other");
    keep_to_stored_files(again, before);
    CHECK(stored(again) != before);
}

TEST_CASE("each of many bots gets its file's name, its arguments, then a number") {
    CHECK(named({after("a"), after("b"), after("c")}) == Words{"a", "b", "c"});
    CHECK(named({after("a"), after("a", {"-x"}), after("a", {"-y"}), after("b", {"-x"})}) ==
          Words{"a", "a -x", "a -y", "b"});
    CHECK(named({after("a"), after("b"), after("a"), after("a")}) == Words{"a-1", "b", "a-2", "a-3"});
}

TEST_CASE("names may be in any script; invisible and control characters become an underscore") {
    for (const char* name : {"王芳", "Łukasz Żak", "Jürgen ♞😀", "Зоя", "علي", "नमस्ते", "👩\u200d🚀"}) {
        CHECK(referee::cleaned_name(name) == name);
        CHECK_NOTHROW(referee::check_name(name));
    }
    CHECK(referee::cleaned_name("\xff\xfe\x80\n\x7f\xc3") == "____\x5f");
    CHECK(referee::cleaned_name("a\xe7\x8e"
                                "b") == "a_b");                         // a character without its last byte
    CHECK(referee::cleaned_name("a\u202eb\u200b\u0085c") == "a_b__c");  // text direction, zero width, control character
    CHECK(referee::cleaned_name("\u3000 x\u00a0y\u2003") == "x y");     // various space characters
    CHECK(referee::cleaned_name("gre\u200dedy") == "gre_edy");          // a joiner that joins nothing
    CHECK(referee::cleaned_name("\u0301x") == "_x");                    // a combining mark without a base character
    CHECK(referee::cleaned_name("x\u0301\u0301\u0301\u0301\u0301") == "x\u0301\u0301\u0301\u0301_");
    CHECK(referee::cleaned_name(std::string(100, 'x')) == std::string(64, 'x'));
    std::string many;
    for (int i = 0; i < 70; ++i)
        many += "芳";
    CHECK(referee::cleaned_name(many) == many.substr(0, 64 * 3));
}

TEST_CASE("a name that was cleaned is clean") {
    const std::vector<std::string> parts = {"a",      " ",      "\u0301", "\u200d",    "\u200b", "\u3000",
                                            "\u202e", "\u0085", "\xff",   "\xe7\x8e",  "芳",     "_",
                                            "\u0915", "\u094d", "\n",     "\U0001f469"};
    std::vector<std::string> names = {"\u200b\u200d\u0915", " \u0301x", "\u3000\u200dx", std::string(63, 'x') + " y"};
    for (const std::string& first : parts)
        for (const std::string& second : parts)
            for (const std::string& third : parts)
                for (const std::string& last : parts)
                    names.push_back(first + second + third + last);
    for (const std::string& name : names) {
        CAPTURE(name);
        const std::string clean = referee::cleaned_name(name);
        CHECK(referee::cleaned_name(clean) == clean);
        CHECK_NOTHROW(referee::check_name(clean));
    }
}

TEST_CASE("the suffix of a script is left out if names stay different") {
    CHECK(named({after("a.py"), after("b.js"), after("c.sh"), after("d.exe"), after(".py")}) ==
          Words{"a", "b", "c", "d.exe", ".py"});
    CHECK(named({after("a"), after("a.py"), after("b.py")}) == Words{"a", "a.py", "b"});
    CHECK(named({after("a.py"), given("a")}) == Words{"a.py", "a"});
    const Words taken{"a"};
    CHECK(named({after("a.py")}, taken) == Words{"a.py"});
}

TEST_CASE("bots with the same file take their arguments or the folder that differs") {
    CHECK(named({python_at("./v1/bot.py"), python_at("./v2/bot.py")}) == Words{"v1/bot", "v2/bot"});
    CHECK(named({python_at("v1/src/bot.py"), python_at("v2/src/bot.py")}) == Words{"v1/bot", "v2/bot"});
    CHECK(named({python_at("bot.py"), python_at("v2/bot.py")}) == Words{"bot", "v2/bot"});
    CHECK(named({python_at("v1/bot.py", {"-x"}), python_at("v2/bot.py", {"-x"})}) == Words{"v1/bot", "v2/bot"});
    CHECK(named({python_at("v1/bot.py", {"-x"}), python_at("v1/bot.py", {"-y"})}) == Words{"bot -x", "bot -y"});
    CHECK(named({python_at("a/bot.py", {"-x"}), python_at("a/bot.py"), python_at("b/bot.py")}) ==
          Words{"a/bot -x", "a/bot", "b/bot"});
}

TEST_CASE("a number that would repeat a name is skipped") {
    CHECK(named({after("a"), after("a-1"), after("a")}) == Words{"a-2", "a-1", "a-3"});
    CHECK(named({after("a -x"), after("a", {"-x"}), after("a")}) == Words{"a -x", "a-1", "a-2"});
}

TEST_CASE("given and taken names stay, and other names avoid them") {
    CHECK(named({after("a"), given("a"), after("a")}) == Words{"a-1", "a", "a-2"});
    const Words taken{"a", "a-1", "b"};
    CHECK(named({after("a"), after("b"), after("c")}, taken) == Words{"a-2", "b-1", "c"});
}

TEST_CASE("given names that are the same are refused") {
    const auto said = [](const std::vector<NameWish>& wishes, const Words& taken = {}) {
        return error_of([&] { return unique_names(wishes, taken); });
    };
    CHECK(said({given("x"), after("y"), given("x")}) == "two bots are called 'x': give them different names");
    CHECK(said({given("x")}, {"x"}) == "two bots are called 'x': give them different names");
    for (const char* name : {" x", "x ", " "})
        CHECK(contains(said({given(name)}), "no leading or trailing space"));
}

TEST_CASE("names are clean and different for any files") {
    std::mt19937 random(7);
    const std::string letters = "aa-1 \n\xff";
    for (int round = 0; round < 2000; ++round) {
        std::vector<NameWish> wishes;
        for (int i = 0; i < 12; ++i) {
            std::string file(random() % 3 == 0 ? 70 : 1 + random() % 3, 'a');
            for (char& c : file)
                if (random() % 4 == 0) c = letters[random() % letters.size()];
            wishes.push_back(after(file, random() % 2 == 0 ? Words{} : Words{std::string(1 + random() % 2, 'a')}));
        }
        const Words names = unique_names(wishes);
        REQUIRE(std::set<std::string>(names.begin(), names.end()).size() == names.size());
        for (const auto& name : names) {
            REQUIRE_NOTHROW(referee::check_name(name));
            REQUIRE(!name.empty());
        }
        REQUIRE(names == unique_names(wishes));
    }
}

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
    CHECK(contains(said_of("{\n\"command\": [\n}"), "line 3, column 1: invalid JSON: "));
    CHECK(contains(said_of("{} // all"), "line 1, column"));
    CHECK(contains(said_of("{\"command\": \"\xff\"}"), "line 1, column"));
    CHECK(contains(said_of(std::string(50'000, '[')), "this JSON nests deeper than 32 levels"));
    CHECK(contains(said_of(R"({"command": "x", "command": "y"})"), "the key 'command' occurs twice"));
}

TEST_CASE("unknown keys are refused with a suggestion") {
    CHECK(said_of(R"({"comand": "x"})") ==
          at(R"({"comand": "x"})", "/comand", "there is no such key; did you mean 'command'?"));
    CHECK(contains(said_of(R"({"command": "x", "a/b~": 1})"),
                   "/a~1b~0: there is no such key; there are: command, limits, name"));
    CHECK_FALSE(contains(said_of("{\"command\": \"x\", \"a\\u001b[2J\": 1}"), "\x1b"));
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
    CHECK(contains(said_of(R"({"name": "x"})"), "the key 'command' is missing"));
    CHECK(contains(said_of("[]"), "an object is needed, such as {\"command\""));
}

TEST_CASE("invalid names are refused, with their place") {
    for (const char* name : {"", " x", "\\n", "\\u200b", "\\u001b[2J"}) {
        const std::string said = said_of(R"({"command": "x", "name": ")" + std::string(name) + "\"}");
        CHECK_MESSAGE(contains(said, ", /name: "), said);
        CHECK_FALSE(contains(said, "\x1b"));
    }
    CHECK(said_of(R"({"command": "x", "name": ")" + std::string(64, 'n') + "\"}") == "(no error)");
    CHECK(contains(said_of(R"({"command": "x", "name": ")" + std::string(65, 'n') + "\"}"), "at most 64"));
}
