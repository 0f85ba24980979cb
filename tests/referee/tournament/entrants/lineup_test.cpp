// Tests how bots from all sources become one list, and how the same bots are restored from a tournament's file.
#include "referee/tournament/entrants/lineup.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "tests/referee/temp_folder.hpp"
#include "tests/referee/user_error.hpp"

namespace {

namespace fs = std::filesystem;
using referee::tournament::Contender;
using referee::tournament::contenders_of;
using referee::tournament::keep_to_stored_files;
using referee::tournament::Lineup;
using referee::tournament::LineupSources;
using referee::tournament::make_lineup;
using referee::tournament::StoredEntrant;
using Words = std::vector<std::string>;

constexpr const char* shell_script = "#!/bin/sh\n";

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

}  // namespace

TEST_CASE("bots from all sources are listed in order, with distinct names and their files") {
    const Place place;
    place.folder.write("bots/broken", "text");
    const Words bots{"./a.sh", "./b.sh", R"({"name": "ann", "command": "./a.sh -1"})",
                     R"({"command": ["b.sh", "a b"]})"};
    const Lineup lineup = make_lineup({bots, "bots"});
    CHECK(names_of(lineup) == Words{"a", "b", "ann", "b a b", "bots/b", "c", "sub"});
    CHECK(lineup.contenders[3].entrant.command.arguments == Words{"./b.sh", "a b"});
    CHECK(lineup.contenders[6].entrant.command.arguments == Words{"bots/sub/bot"});
    REQUIRE(lineup.contenders[6].files.size() == 2);
    CHECK(lineup.contenders[6].files[1].path == "bots/sub/data");
    CHECK(lineup.contenders[6].from_folder);
    CHECK_FALSE(lineup.contenders[3].from_folder);
    REQUIRE(lineup.left_out.size() == 1);
    CHECK(lineup.left_out[0].name == "broken");
    const Words taken{"c"};
    CHECK(names_of(make_lineup({{}, "bots", taken})) == Words{"b", "c.py", "sub"});
}

TEST_CASE("a bot from the folder that is also named plays once, at its named position") {
    const Place place;
    const Words bots{R"({"name": "Sub", "command": ["bots/sub/bot"]})", "./a.sh"};
    const Lineup lineup = make_lineup({bots, "bots"});
    CHECK(names_of(lineup) == Words{"Sub", "a", "b", "c"});
    CHECK(lineup.contenders[0].from_folder);
    CHECK(lineup.contenders[0].files.size() == 2);
    CHECK_FALSE(lineup.contenders[1].from_folder);
}

TEST_CASE("a named bot that can't play is refused with its place") {
    const Place place;
    const auto said = [](const LineupSources& sources) { return error_of([&] { make_lineup(sources); }); };
    const auto listed = [&](const std::string& bot) {
        const Words bots{"./a.sh", bot};
        return said({bots});
    };
    const Words human{"a.sh", "human"};
    const Words none{"./none"};
    CHECK(said({human}) == "'human' is not a bot: people can't play in tournaments");
    CHECK(said({none}) == "bot './none': no such file");
    CHECK(listed(R"({"command": "human"})") ==
          R"(bot '{"command": "human"}'/command: 'human' is not a bot: people can't play in tournaments)");
    CHECK(listed(R"({"command": "./none"})") == R"(bot '{"command": "./none"}'/command: bot './none': no such file; )"
                                                "paths are relative to the working directory");
    fs::create_directory("no such file");
    CHECK(
        listed(R"({"command": ["./no such file"]})")
            .ends_with("/command: bot './no such file' is a folder and can't take arguments: name the program in it"));
    const Words same{R"({"name": "x", "command": "./a.sh"})", "x=./a.sh"};
    CHECK(said({same}) == "both bots are called 'x': give them different names");
    const Words odd{"./a.sh \xff"};
    CHECK(said({odd}).find("is not UTF-8") != std::string::npos);
}

TEST_CASE("a bot from the folder that can't be kept is left out, and the other bots play") {
    const Place place;
    place.folder.write("bots/\xff", shell_script);
    const Lineup lineup = make_lineup({{}, "bots"});
    CHECK(names_of(lineup) == Words{"b", "c", "sub"});
    REQUIRE(lineup.left_out.size() == 1);
    CHECK(lineup.left_out[0].name == "\xff");
    CHECK(lineup.left_out[0].reason.find("is not UTF-8") != std::string::npos);
}

TEST_CASE("the line-up lists bots that are not named after their files") {
    const Place place;
    place.folder.write("bots/J\u202ergen.sh", shell_script);
    place.folder.write("bots/J\u00fcrgen.sh", shell_script);
    place.folder.write(std::string("bots/") + std::string(70, 'x'), shell_script);
    const Lineup lineup = make_lineup({{}, "bots"});
    REQUIRE(lineup.renamed.size() == 2);
    CHECK(lineup.renamed[0].file == "J\u202ergen.sh");
    CHECK(lineup.renamed[0].name == "J_rgen");
    CHECK(lineup.renamed[1].name == std::string(64, 'x'));
}

TEST_CASE("stored entrants make the same entrants again") {
    const Place place;
    const Words bots{"a.sh -n", "/bin/cat", "python3 bots/c.py", R"({"command": ["b.sh", "a b"]})"};
    const auto before = stored(make_lineup({bots, "bots"}).contenders);
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
    CHECK(error_of([&] { contenders_of(before); }).find("bot 'a': no such file; run referee in the folder in which") ==
          0);
}

TEST_CASE("bots that are named again have the files that are stored") {
    const Place place;
    const auto before = stored(make_lineup({{}, "bots"}).contenders);
    place.folder.write("bots/sub/new", "written by the bot");
    auto again = make_lineup({{}, "bots"}).contenders;
    CHECK(stored(again) != before);
    keep_to_stored_files(again, before);
    CHECK(stored(again) == before);
    place.folder.write("bots/sub/data", "other");
    keep_to_stored_files(again, before);
    CHECK(stored(again) != before);
}
