// Tests that the starter kits are complete. tests/end_to_end/kits_test.py builds them and plays games with them.
#include "referee/kits/kits.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "games/catalogue.hpp"
#include "tests/messages.hpp"

using namespace referee;

TEST_CASE("each kit has a source and a README for every game, and all files of kits/ are built in") {
    CHECK(kits().size() == 8);
    CHECK(kit_files().size() == 2 * kits().size() + 2);
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
