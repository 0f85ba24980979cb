// Tests that the starter kits are complete. tests/end_to_end/kits_test.py builds them and plays games with them.
#include "referee/core/bots/kits.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "games/catalogue.hpp"
#include "tests/messages.hpp"

using namespace referee;

TEST_CASE("each kit has a source and a README for every game, and all files of kits/ are built in") {
    CHECK(kits().size() == 8);
    CHECK(kit_files().size() == 2 * kits().size() + 3 + 6 + 1);
    for (const Kit& kit : kits()) {
        for (const auto& game : games::catalogue()) {
            INFO(kit.name << " " << game->name);
            const auto files = files_of(kit, "mybot", game->name, game->name);
            REQUIRE(files.size() >= 2);
            CHECK(files.front().name == kit.source);
            CHECK(contains(files.front().text, "Your part"));
            CHECK(files.back().name == "README.md");
            CHECK(files.back().text.starts_with("# mybot\n"));
            CHECK(contains(files.back().text, "--game " + game->name));
            const bool runs = std::ranges::any_of(
                files, [&](const KitFile& file) { return file.executable && "./" + file.name == kit.run; });
            CHECK((runs || !kit.build.empty()));
        }
    }
}

TEST_CASE("a kit is found by its usual names, and a game with different blocks has its own source") {
    for (const auto& [name, found] :
         {std::pair{"c++", "cpp"}, {"py", "python"}, {"node", "javascript"}, {"sh", "shell"}, {"go", "go"}})
        CHECK(kit_called(name).name == found);
    CHECK(contains(error_of([] { return kit_called("cobol"); }), "there are c, cpp, python"));
    const Kit& kit = kit_called("c");
    CHECK(files_of(kit, "b", "othello", "othello")[0].text == files_of(kit, "b", "fitz", "fitz")[0].text);
    CHECK(files_of(kit, "b", "cluster", "cluster")[0].text != files_of(kit, "b", "fitz", "fitz")[0].text);
}

TEST_CASE("rules of a game are written with the name of the game, and a README with the path of their folder") {
    CHECK(languages_of(KitFor::game) == "cpp, python, javascript");
    CHECK(languages_of(KitFor::bot) == "c, cpp, python, javascript, java, rust, go, shell");
    CHECK(contains(error_of([] { return kit_called("rust", KitFor::game); }),
                   "--lang 'rust': there is no example of a game in this language; there are cpp, python, javascript"));
    for (const std::string language : {"cpp", "python", "javascript"}) {
        INFO(language);
        const Kit& kit = kit_called(language, KitFor::game);
        const auto files = files_of_game(kit, KitFor::game, "My Game", "my_game", "'./My Game'");
        REQUIRE(files.size() == 2);
        CHECK(files[0].name == "game" + std::string(kit.suffix));
        CHECK(contains(files[0].text, "game my_game 1\n"));
        CHECK(files[0].executable == kit.build.empty());
        CHECK(files[1].text.starts_with("# My Game\n"));
        CHECK(contains(files[1].text, "\n    referee check-game './My Game' "));
        for (const KitFile& file : files)
            CHECK(file.text.find('@') == std::string::npos);
    }
    CHECK(build_of_game(kit_called("cpp"), "./x") == "g++ -O2 -std=c++17 -o ./x/game ./x/game.cpp");
    CHECK(build_of_game(kit_called("python"), "./x").empty());
}

TEST_CASE("the name of a game is made of the name of its folder") {
    const std::pair<const char*, const char*> names[] = {{"four", "four"},
                                                         {"My  Game!", "my_game"},
                                                         {"--x--", "x"},
                                                         {"4-in-a-row", "game_4_in_a_row"},
                                                         {"\xd0\xb8\xd0\xb3", "game"},
                                                         {"", "game"},
                                                         {"a.b_c", "a_b_c"},
                                                         {"_", "game"}};
    for (const auto& [folder, name] : names)
        CHECK(game_name_of(folder) == name);
    CHECK(game_name_of(std::string(31, 'a') + " b") == std::string(31, 'a'));
}
