// Tests how a driver builds and runs a hand-in: its main file, the words of its bot.json, and what lies where.
#include "referee/handins/driver.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/messages.hpp"

namespace {

using namespace referee::handins;

std::string commands_with(const Driver& driver, const Project& project) {
    const Recipe recipe = recipe_with(driver, project);
    return fmt::format("{} | {}", fmt::join(recipe.build, " "), fmt::join(recipe.run, " "));
}

std::string refusal_with(const Driver& driver, const Project& project) {
    return error_of([&] { return commands_with(driver, project); });
}

/// A driver that is a folder with this bot.json.
Driver folder_with(std::string json) {
    return {"mine", "", {{"bot.json", std::move(json)}, {"driver.c", "int main() {}"}, {"example.c", "int x;"}}};
}

TEST_CASE("a driver runs the main file of a hand-in") {
    const Driver driver{"function.py", "#", {}};
    CHECK(commands_with(driver, {{"mine.py", ""}}) == " | python3 ../function.py ./mine.py");
    CHECK(commands_with(driver, {{"-c.py", ""}}) == " | python3 ../function.py ./-c.py");
    CHECK(commands_with(driver, {{"{driver}.py", ""}}) == " | python3 ../function.py ./{driver}.py");
    CHECK(commands_with(driver, {{"setup.py", ""}, {"src/bot.py", ""}}) == " | python3 ../function.py ./src/bot.py");
    CHECK(commands_with(driver, {{"bot.py", ""}, {"bot.json", R"({"build": ["sh", "x"]})"}}) ==
          "sh x | python3 ../function.py ./bot.py");
    CHECK(contains(refusal_with(driver, {{"bot.py", ""}, {"bot.json", R"({"build": ["no-such-make"]})"}}),
                   "it needs 'no-such-make', which is not on this machine"));
    CHECK(
        contains(refusal_with(driver, {{"bot.py", ""}, {"bot.json", R"({"run": ["sh", "x"]})"}}), "leave out \"run\""));
    CHECK(contains(refusal_with(driver, {{"index.py", ""}, {"__main__.py", ""}}), "none is called 'bot' or 'main'"));
    CHECK(contains(refusal_with(driver, {{"a.py", "if __name__ == '__main__':"}, {"b.py", ""}}),
                   "none is called 'bot' or 'main'"));
    CHECK(main_file_of(driver, {{"another.py", ""}, {"bot.py", ""}}) == "bot.py");
    // No advice to name the file in a bot.json, which is refused.
    CHECK(refusal_with(driver, {{"a/bot.py", ""}, {"b/bot.py", ""}}) ==
          "several of its files are called 'bot': a/bot.py, b/bot.py: leave only one");
    CHECK(refusal_with(driver, {{"bot.c", ""}}) == "there is no .py file that function.py could call");
}

TEST_CASE("the words of a driver's bot.json stand for the files of a hand-in") {
    const Driver c = folder_with(R"({"main": "*.c", "build": ["cc", "-I{driver}", "{driver}/driver.c", "{files}"],
                                     "run": ["./bot"]})");
    CHECK(commands_with(c, {{"a.c", ""}, {"b/-x.c", ""}, {"y.h", ""}}) ==
          "cc -I../driver ../driver/driver.c ./a.c ./b/-x.c | ./bot");
    CHECK(contains(refusal_with(c, {{"a.c", ""}, {"bot.json", R"({"build": ["make"]})"}}), "leave out the file"));
    const Driver java =
        folder_with(R"({"main": "Strategy.java", "run": ["java", "{name}", "{file}", "{name}{name}"]})");
    CHECK(commands_with(java, {{"src/Strategy.java", "package a . b;"}, {"Bot.java", ""}}) ==
          " | java a.b.Strategy ./src/Strategy.java a.b.Strategya.b.Strategy");
    CHECK(refusal_with(java, {{"Bot.java", ""}}) == "there is no file 'Strategy.java', which the driver mine calls");
    CHECK(refusal_with(java, {{"Strategy.java", ""}, {"old/Strategy.java", ""}}) ==
          "several of its files are called 'Strategy.java': Strategy.java, old/Strategy.java: leave only one");
    CHECK(contains(refusal_with(java, {{"Strategy.java", "package a\x01;"}}), "can't be used"));
    CHECK(contains(refusal_with(java, {{"Strategy.java", "package -x;"}}), "can't be used"));
    const Driver any = folder_with(R"({"main": "*.c", "run": ["./run", "{name}"]})");
    CHECK(commands_with(any, {{"main.c", ""}, {"x.c", ""}}) == " | ./run main");
    CHECK(contains(refusal_with(any, {{"-x.c", ""}}), "can't be used"));
}

TEST_CASE("a driver lies beside the project, without its example, and its copies are no files of the hand-in") {
    const Driver driver = folder_with(R"({"main": "*.c", "run": ["./bot"]})");
    Project beside = beside_project(driver);
    REQUIRE(beside.size() == 2);
    CHECK(beside[1].path == "driver/driver.c");
    CHECK(example_of(driver) == Project{{"bot.c", "int x;"}});
    Project kit = {{"driver/driver.c", "int main() {}"}, {"mine.c", "int x;"}, {"empty.c", ""}};
    CHECK(drop_copies_of(driver, kit).empty());
    CHECK(kit == Project{{"mine.c", "int x;"}, {"empty.c", ""}});
    const Driver script{"function.py", "a\r\nb\n", {{"example.py", "c"}}};
    CHECK(beside_project(script) == Project{{"function.py", "a\r\nb\n"}});
    CHECK(example_of(script) == Project{{"bot.py", "c"}});
    Project changed = {{"driver/function.py", "a\nb\n"}, {"x.py", "a\nb\n"}, {"y/function.py", "a\n"}};
    CHECK(drop_copies_of(script, changed).empty());
    CHECK(changed == Project{{"x.py", "a\nb\n"}, {"y/function.py", "a\n"}});
    // With all line ends of Windows it is a copy, and a large file of this name is none.
    Project others = {{"x/function.py", "a\r\nb\r\n"}, {"function.py", std::string(1 << 20, 'a')}};
    CHECK(drop_copies_of(script, others).empty());
    CHECK(others.size() == 1);
    // A teacher may have mended the driver since, and a student may have changed it.
    Project older = {{"kit/driver/function.py", "a\n"}, {"kit/bot.py", "x"}};
    CHECK(drop_copies_of(script, older) ==
          "its 'kit/driver/function.py' is not that of the teacher's driver, and is left out");
    CHECK(older == Project{{"kit/bot.py", "x"}});
    Project of_c = {{"driver/driver.c", "int main() { }"}, {"mine.c", "int x;"}};
    CHECK(contains(drop_copies_of(driver, of_c), "'driver/driver.c' is not that"));
    CHECK(of_c == Project{{"mine.c", "int x;"}});
}

}  // namespace
