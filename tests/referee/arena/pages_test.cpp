// Tests what an arena gives out: the versions on a page, the archive of all hand-ins, and the rules in the kits.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/arena/rules_for_students.hpp"
#include "referee/arena/web/arena_json.hpp"
#include "referee/arena/web/uploads_zip.hpp"
#include "referee/handins/zip.hpp"
#include "tests/referee/arena/test_arena.hpp"

namespace referee::arena {

using namespace std::chrono_literals;

TEST_CASE("Only the newest of many versions comes with its texts, and a page shows only so many") {
    TestArena test;
    constexpr int count = 60;
    for (int i = 0; i < count; ++i) {
        test.now = Time(2h * (i + 1));
        test.accepted(0, std::to_string(i));
        test.judge(0, {.accepted = i == 2, .reason = "why", .build_output = "built", .check = "checked"});
    }
    auto versions = test.arena->versions_of(0);
    REQUIRE(versions.size() == count);
    CHECK((versions[0].hand_in.check == "checked" && versions[0].hand_in.build_output == "built"));
    CHECK((versions[1].hand_in.check.empty() && versions[1].hand_in.build_output.empty()));
    CHECK(test.arena->version(0, 7)->hand_in.check == "checked");
    CHECK(texts_json(*test.arena->version(0, 7)) == R"({"build_output":"built","check":"checked"})");
    versions[count - 3].plays = true;
    const auto shown = protocol::parse_json(versions_json(versions));
    CHECK(shown["versions"].size() == max_versions_shown + 1);
    CHECK(shown["versions"].back()["version"] == 3);
    CHECK(shown["versions"][0]["check"] == "checked");
    CHECK(shown["versions"][1]["check"].is_null());
    CHECK(shown["left_out"] == count - 51);
}

TEST_CASE("Folders of the archive of all hand-ins differ in more than case and accents") {
    TestArena test;
    std::vector<handins::Student> more(3);
    more[0].name = "KIM";
    more[1].name = "Zoe";
    more[2].name = "kim (3)";
    test.arena->take_list(more);
    for (int person = 0; person < 6; ++person)
        test.accepted(person, "x");
    UploadsZip zip(*test.arena);
    std::string archive;
    for (std::string piece = zip.next(); !piece.empty(); piece = zip.next())
        archive += piece;
    std::set<std::string> folders;
    for (const handins::ProjectFile& file : handins::read_zip(archive)) {
        std::string folder = handins::in_lower_case(file.path.substr(0, file.path.find('/')));
        CHECK(folders.insert(folder == "zoë" ? "zoe" : folder).second);
    }
    CHECK(folders.size() == 6);
}

TEST_CASE("Students get the rules without hidden files and without what links lead to") {
    const TempFolder temp;
    const ScopedFolder folder{temp.path()};
    std::filesystem::create_directories("rules/game/.git");
    std::filesystem::create_directories("rules/game/more");
    std::ofstream("secret") << "secret";
    std::ofstream("rules/game/.git/config") << "secret";
    std::ofstream("rules/game/play.py") << "play";
    std::ofstream("rules/game/more/large") << std::string(3 << 20, 'x');
    std::vector<std::string> paths;
    for (const handins::ProjectFile& file : rules_for_students("rules/game"))
        paths.push_back(file.path);
    CHECK(paths == std::vector<std::string>{"rules/game/more/large", "rules/game/play.py"});
    CHECK(rules_for_students("rules/game/play.py") == handins::Project{{"rules/game/play.py", "play", false}});
    CHECK(rules_for_students("").empty());
    for (const char* target : {"../../secret", "nowhere"}) {
        std::filesystem::create_symlink(target, "rules/game/link");
        CHECK_THROWS_AS(static_cast<void>(rules_for_students("rules/game")), games::UserError);
        CHECK_THROWS_AS(static_cast<void>(rules_for_students("rules/game/link")), games::UserError);
        std::filesystem::remove("rules/game/link");
    }
}

}  // namespace referee::arena
