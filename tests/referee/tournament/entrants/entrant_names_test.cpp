// Tests the names of bots in a list: given names stay, other names avoid them, and only the list matters.
#include "referee/bots/entrant_names.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

#include "tests/referee/user_error.hpp"

namespace {

using referee::NameWish;
using referee::unique_names;
using Names = std::vector<std::string>;

NameWish after(const std::string& file, std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), "./" + file);
    return {"", file, arguments};
}
NameWish given(const std::string& name) {
    return {name, "file", {"./file"}};
}

}  // namespace

TEST_CASE("each of many bots gets its file's name, its arguments, then a number") {
    CHECK(unique_names(std::vector{after("a"), after("b"), after("c")}) == Names{"a", "b", "c"});
    CHECK(unique_names(std::vector{after("a"), after("a", {"-x"}), after("a", {"-y"}), after("b", {"-x"})}) ==
          Names{"a", "a -x", "a -y", "b"});
    CHECK(unique_names(std::vector{after("a"), after("b"), after("a"), after("a")}) == Names{"a-1", "b", "a-2", "a-3"});
}

NameWish at(const std::string& path, std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), {"python3", path});
    return {"", path.substr(path.rfind('/') + 1), arguments};
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

TEST_CASE("the suffix of a script is left out if names stay different") {
    CHECK(unique_names(std::vector{after("a.py"), after("b.js"), after("c.sh"), after("d.exe"), after(".py")}) ==
          Names{"a", "b", "c", "d.exe", ".py"});
    CHECK(unique_names(std::vector{after("a"), after("a.py"), after("b.py")}) == Names{"a", "a.py", "b"});
    CHECK(unique_names(std::vector{after("a.py"), given("a")}) == Names{"a.py", "a"});
    const Names taken{"a"};
    CHECK(unique_names(std::vector{after("a.py")}, taken) == Names{"a.py"});
}

TEST_CASE("bots with the same file take their arguments or the folder that differs") {
    CHECK(unique_names(std::vector{at("./v1/bot.py"), at("./v2/bot.py")}) == Names{"v1/bot", "v2/bot"});
    CHECK(unique_names(std::vector{at("v1/src/bot.py"), at("v2/src/bot.py")}) == Names{"v1/bot", "v2/bot"});
    CHECK(unique_names(std::vector{at("bot.py"), at("v2/bot.py")}) == Names{"bot", "v2/bot"});
    CHECK(unique_names(std::vector{at("v1/bot.py", {"-x"}), at("v2/bot.py", {"-x"})}) == Names{"v1/bot", "v2/bot"});
    CHECK(unique_names(std::vector{at("v1/bot.py", {"-x"}), at("v1/bot.py", {"-y"})}) == Names{"bot -x", "bot -y"});
    CHECK(unique_names(std::vector{at("a/bot.py", {"-x"}), at("a/bot.py"), at("b/bot.py")}) ==
          Names{"a/bot -x", "a/bot", "b/bot"});
}

TEST_CASE("a number that would repeat a name is skipped") {
    CHECK(unique_names(std::vector{after("a"), after("a-1"), after("a")}) == Names{"a-2", "a-1", "a-3"});
    CHECK(unique_names(std::vector{after("a -x"), after("a", {"-x"}), after("a")}) == Names{"a -x", "a-1", "a-2"});
}

TEST_CASE("given and taken names stay, and other names avoid them") {
    CHECK(unique_names(std::vector{after("a"), given("a"), after("a")}) == Names{"a-1", "a", "a-2"});
    const Names taken{"a", "a-1", "b"};
    CHECK(unique_names(std::vector{after("a"), after("b"), after("c")}, taken) == Names{"a-2", "b-1", "c"});
}

TEST_CASE("given names that are the same are refused") {
    const auto said = [](const std::vector<NameWish>& wishes, const Names& taken = {}) {
        return error_of([&] { static_cast<void>(unique_names(wishes, taken)); });
    };
    CHECK(said({given("x"), after("y"), given("x")}) == "two bots are called 'x': give them different names");
    CHECK(said({given("x")}, {"x"}) == "two bots are called 'x': give them different names");
    for (const char* name : {" x", "x ", " "})
        CHECK(said({given(name)}).find("no leading or trailing space") != std::string::npos);
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
            wishes.push_back(after(file, random() % 2 == 0 ? Names{} : Names{std::string(1 + random() % 2, 'a')}));
        }
        const Names names = unique_names(wishes);
        REQUIRE(std::set<std::string>(names.begin(), names.end()).size() == names.size());
        for (const auto& name : names) {
            REQUIRE_NOTHROW(referee::check_name(name));
            REQUIRE(!name.empty());
        }
        REQUIRE(names == unique_names(wishes));
    }
}
