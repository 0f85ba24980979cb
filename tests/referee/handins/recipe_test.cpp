// Tests how hand-ins are recognised: the language, the main file, the commands, and the words for what is no program.
#include "referee/handins/recipe.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "referee/core/bots/kits.hpp"
#include "tests/messages.hpp"

namespace {

using namespace referee::handins;

/// How a project with these files is built and run: "g++ -O2 -o bot ./bot.cpp | ./bot".
std::string commands(Project project) {
    const Recipe recipe = recognise(project);
    return fmt::format("{} | {}", fmt::join(recipe.build, " "), fmt::join(recipe.run, " "));
}

std::string recipe_refusal(const Project& project) {
    return error_of([&] { return commands(project); });
}

TEST_CASE("each starter kit is a hand-in of its language") {
    for (const referee::Kit& kit : referee::kits()) {
        CAPTURE(kit.name);
        Project project;
        for (const referee::KitFile& file : referee::files_of(kit, "bot", "magnetize", "magnetize"))
            project.push_back({file.name, file.text, file.executable});
        const Recipe recipe = recognise(project);
        CHECK(recipe.is_usual == (kit.name != "shell"));
        CHECK(recipe.build.empty() == kit.build.empty());
        CHECK(recipe.run.back() == (kit.name == "java" ? "Bot" : kit.build.empty() ? kit.source : kit.run));
    }
}

TEST_CASE("the main file is found") {
    CHECK(commands({{"helper.py", ""}, {"bot.py", ""}}) == " | python3 bot.py");
    CHECK(commands({{"setup.py", ""}, {"sub/bot.py", ""}}) == " | python3 sub/bot.py");
    CHECK(commands({{"main.py", ""}, {"sub/bot.py", ""}}) == " | python3 main.py");
    CHECK(commands({{"mine.py", ""}, {"sub/helper.py", ""}}) == " | python3 mine.py");
    CHECK(recipe_refusal({{"a/bot.py", ""}, {"b/bot.py", ""}, {"c.py", ""}}) ==
          "several of its files are called 'bot': a/bot.py, b/bot.py: leave only one, or name it in a bot.json");
    CHECK(contains(recipe_refusal({{"bot.py", ""}, {"old/bot.py", ""}}), "bot.py, old/bot.py"));
    CHECK(commands({{"a.py", "if __name__ == '__main__':"}, {"b.py", ""}}) == " | python3 a.py");
    CHECK(commands({{"-c.py", ""}}) == " | python3 ./-c.py");
    CHECK(commands({{"a.js", ""}, {"index.js", ""}}) == " | node index.js");
    CHECK(commands({{"bot.py", ""}, {"solver.c", ""}}) == " | python3 bot.py");
    CHECK(commands({{"bot.sh", "#!/bin/bash\r\necho"}}) == " | /bin/bash bot.sh");
    CHECK(commands({{"bot", "#!/usr/bin/env python3\nimport x"}, {"x.py", ""}}) == " | python3 bot");
    CHECK(commands({{"bot.pl", ""}, {"bot", "#!/no/such/perl -w\n"}}) == " | perl -w bot");
    CHECK(contains(recipe_refusal({{"a.py", ""}, {"b.py", ""}}),
                   "2 Python files, and none is called 'bot' or 'main': a.py, b.py"));
    CHECK(contains(recipe_refusal({{"a.py", ""}, {"b.js", ""}}), "sources in Python and JavaScript"));
}

TEST_CASE("compiled languages have one command for all files") {
    CHECK(commands({{"bot.c", ""}, {"more.c", ""}, {"more.h", ""}}) ==
          "gcc -O2 -o bot ./bot.c ./more.c -lm -pthread | ./bot");
    CHECK(contains(commands({{"x.cpp", ""}, {"y.c", ""}}), "./x.cpp -x c ./y.c -x none"));
    CHECK(contains(commands({{"go.mod", ""}, {"a.go", ""}, {"a_test.go", ""}, {"sub/b.go", ""}}),
                   "-buildvcs=false ./a.go | ./bot"));
    CHECK(contains(commands({{"src/main.rs", ""}, {"src/board.rs", ""}}), "./src/main.rs | ./bot"));
    CHECK(commands({{"Makefile", ""}, {"bot.cpp", ""}}) == "make | ");
    CHECK(commands({{"Makefile", ""}, {"bot.py", ""}}) == " | python3 bot.py");
}

TEST_CASE("the class of a Java program is found with its package") {
    const auto class_in = [](std::string_view code) {
        Project project = {{"src/x/Bot.java", std::string(code)}, {"src/x/Other.java", "class Other {}"}};
        return recognise(project).run.back();
    };
    CHECK(class_in("public class Bot { public static void main(String[] a) {} }") == "Bot");
    CHECK(
        class_in(
            "/* package no; */ // package no;\npackage x . y;\nclass Bot { static public final void\nmain ( ) {} }") ==
        "x.y.Bot");
    CHECK(contains(recipe_refusal({{"Bot.java", "class Bot { void main() {} } // static void main("}}), "main method"));
    CHECK(contains(recipe_refusal({{"Bot.java", "static " + std::string(1 << 20, ' ') + "/*"}}), "main method"));
}

TEST_CASE("bot.json names commands inside the project") {
    const auto with = [](std::string json) {
        return Project{{"bot.json", std::move(json)}, {"a.py", ""}, {"run.sh", ""}};
    };
    CHECK(commands(with(R"({"run": ["python3", "-O", "a.py"]})")) == " | python3 -O a.py");
    CHECK(commands(with(R"({"run": ["run.sh"], "build": ["make", "all"]})")) == "make all | ./run.sh");
    CHECK(contains(recipe_refusal(with(R"({"run": ["a"], "shell": true})")), "no key 'shell'"));
    CHECK(contains(recipe_refusal(with(R"({"run": ["/bin/sh"]})")), "leads out of the project"));
    CHECK(contains(recipe_refusal(with(R"({"run": ["python3", "../x"]})")), "leads out of the project"));
    CHECK(contains(recipe_refusal(with(R"({"run": "python3 a.py"})")), "list of words"));
    CHECK(contains(recipe_refusal(with(R"({"build": ["make"]})")), "write {\"run\""));
    CHECK(contains(recipe_refusal(with("run")), "bot.json"));
}

TEST_CASE("what is no program is told with what was found") {
    CHECK(recipe_refusal({}) == "it is empty");
    CHECK(recipe_refusal({{"x.ipynb", "{}"}}) == "it is a notebook: export it as .py");
    CHECK(recipe_refusal({{"x.html", "<html>"}}) == "it is an HTML page");
    CHECK(recipe_refusal({{"x", "%PDF-1.4"}}) == "it is a PDF document");
    CHECK(recipe_refusal({{"x.docx", "PK\3\4"}}) == "it is a Word document");
    CHECK(recipe_refusal({{"bot.exe", "MZ"}}) == "it is a program for Windows: hand in the source");
    CHECK(recipe_refusal({{"bot", ""}}) == "it is an empty file");
    CHECK(contains(recipe_refusal({{"a", "x"}, {"b.ipynb", "{}"}}),
                   "there are 2 files, and none is a program: a, b.ipynb; export"));
}

TEST_CASE("the newest copy counts, under the plain name") {
    Project project = {
        {"bot (2).py", "2"}, {"bot.py", "0"}, {"bot (1).py", "1"}, {"data (1).txt", "d"}, {"f(x).py", ""}};
    CHECK(keep_newest_copies(project) == "'bot (2).py' is taken for the newest 'bot.py'");
    REQUIRE(project.size() == 3);
    CHECK(project[0].path == "bot.py");
    CHECK(project[0].bytes == "2");
    CHECK(project[1].path == "data.txt");
    CHECK(project[2].path == "f(x).py");
}

TEST_CASE("a copy keeps its name if the plain one is taken or invalid") {
    Project project = {{"bot.py", ""}, {"data (1)", ""},         {"data/x.txt", ""}, {"a/(1)", ""},
                       {".(1).", ""},  {"NOTES (2).txt", "old"}, {"notes.txt", ""}};
    static_cast<void>(keep_newest_copies(project));
    ProjectMaker all;  // refuses what can't be written
    for (const ProjectFile& file : project)
        all.add(file);
    CHECK(project.size() == 7);
    CHECK(project[1].path == "data (1)");
}

TEST_CASE("bot.json is small, and its words are plain") {
    const auto refusal = [](const std::string& text) {
        Project project = {{"bot.json", text}, {"bot.py", "print()"}};
        try {
            static_cast<void>(recognise(project));
        } catch (const games::UserError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    std::string many = R"({"run": [{})";
    while (many.size() < 1'000'000)
        many += ",{}";
    CHECK(refusal(many + "]}") == "bot.json: it is larger than 16 KiB");
    CHECK(refusal(R"({"run": ["sh", ")" + std::string(20'000, 'a') + "\"]}") == "bot.json: it is larger than 16 KiB");
    CHECK(refusal(R"({"run": ["sh", "a\u0000b"]})") == "bot.json, /run: a word must not contain control characters");
}

TEST_CASE("a project has few folders, and not many levels of them") {
    const auto refusal = [](const std::vector<std::string>& paths) {
        ProjectMaker maker;
        try {
            for (const std::string& path : paths)
                maker.add({path, ""});
        } catch (const games::UserError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    std::string deep = "f";
    for (int level = 0; level < 30; ++level)
        deep.insert(0, "a/");
    CHECK(refusal({deep}).empty());
    CHECK(refusal({"a/" + deep}) == "it has more than 30 levels of folders");
    std::vector<std::string> wide;
    for (int number = 0; number < 40; ++number)
        wide.push_back(std::to_string(number) + "/" + deep.substr(4));
    CHECK(refusal(wide) == "it has more than 1000 folders");
}

}  // namespace
