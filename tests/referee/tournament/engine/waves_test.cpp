#include "referee/tournament/engine/waves.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "tests/referee/temp_folder.hpp"

using namespace referee::tournament;

namespace {

/// A batch system made of files. The file "list" holds the tasks that the batch system lists. The file "calls" holds
/// the commands that it has received.
struct FileSystem {
    TempFolder folder;
    Site site = [this] {
        Site made;
        made.spool = folder / ".";
        made.tournament = "0badcafe";
        return made;
    }();
    JobSystem system = job_systems().front();
    std::vector<std::string> warnings;
    Waves waves{system, site, 2, [this](const std::string& text) { warnings.push_back(text); }};

    FileSystem() {
        system.between_waves = system.between_lists = std::chrono::milliseconds(0);
        system.submit = [](const Site& at, const WaveOrder& order) {
            return call(at, with_number("submit w", order.wave) + with_number(" x", order.count) +
                                (order.excluded.empty() ? "" : " without hosts"));
        };
        system.list = [](const Site& at) { return Words{"cat", at.spool + "/list"}; };
        system.stop = [](const Site& at, int wave, pid_t) {
            return std::vector<Words>{call(at, with_number("stop w", wave))};
        };
        system.kill = [](const Site& at, int wave, pid_t) {
            return std::vector<Words>{call(at, with_number("kill w", wave))};
        };
        lists("");
    }

    static std::string with_number(const char* text, int number) { return text + std::to_string(number); }
    static Words call(const Site& at, const std::string& what) {
        return {"sh", "-c", "echo " + what + " >>" + at.spool + "/calls"};
    }
    void lists(const std::string& lines) const { std::ofstream(folder / "list") << lines; }
    std::string calls() const {
        std::ostringstream text;
        text << std::ifstream(folder / "calls").rdbuf();
        return text.str();
    }
};

}  // namespace

TEST_CASE("a batch is over when it is missing in two lists in a row") {
    FileSystem files;
    REQUIRE(files.waves.room(true) == 2);
    REQUIRE_FALSE(files.waves.submit(2, "").has_value());
    CHECK(files.calls() == "submit w1 x2\n");
    CHECK(files.waves.alive() == std::vector<BatchName>{{1, 0}, {1, 1}});
    files.lists("referee-0badcafe-w1|0|R|None\n");
    CHECK(files.waves.list_if_due().empty());
    CHECK(files.waves.running() == 1);
    CHECK(files.waves.list_if_due() == std::vector<BatchName>{{1, 1}});
    files.waves.drop({1, 1});
    CHECK(files.waves.count_alive() == 1);
    files.lists("referee-0badcafe-w1|0|R|None\n");
    CHECK(files.waves.list_if_due().empty());
}

TEST_CASE("a list that fails says nothing about batches") {
    FileSystem files;
    REQUIRE_FALSE(files.waves.submit(1, "").has_value());
    std::remove((files.folder / "list").c_str());
    for (int time = 0; time < 3; ++time)
        CHECK(files.waves.list_if_due().empty());
    REQUIRE(files.warnings.size() == 3);
    CHECK(files.warnings.front().starts_with("cat does not respond; retrying: "));
}

TEST_CASE("a refused wave is not alive, and the next wave has another number") {
    FileSystem files;
    const auto submit = files.system.submit;
    files.system.submit = [](const Site&, const WaveOrder&) { return Words{"sh", "-c", "echo sorry >&2; exit 1"}; };
    CHECK(files.waves.submit(2, "").value_or(Refusal{}).why == "sorry");
    CHECK(files.waves.count_alive() == 0);
    CHECK(files.waves.room(true) == 0);  // there is no room for a while after the refusal
    files.system.submit = submit;
    CHECK(files.waves.exclude("n1"));
    CHECK_FALSE(files.waves.exclude("n1"));
    CHECK_FALSE(files.waves.submit(1, "").has_value());
    CHECK(files.calls() == "submit w2 x1 without hosts\n");
}

TEST_CASE("batches of an earlier run are alive until the system has forgotten them") {
    FileSystem files;
    files.waves.recall({{4, 0}, {4, 2}}, 6);
    CHECK(files.waves.next() == 7);
    CHECK(files.waves.list_if_due().empty());
    CHECK(files.waves.list_if_due().size() == 2);
    files.waves.end_all(false);
    files.waves.end_all(true);
    CHECK(files.calls() == "stop w4\nkill w4\n");
    CHECK(files.waves.count_alive() == 0);
}

TEST_CASE("no wave has more batches than the batch system takes at once") {
    FileSystem files;
    files.system.max_wave = 1000;
    Waves many(files.system, files.site, 5000, nullptr);
    CHECK(many.room(true) == 1000);
    CHECK_FALSE(many.submit(1000, "").has_value());
    CHECK(many.room(true) == 1000);
}

TEST_CASE("a batch system that refuses a wave is asked again, unless it has never taken one") {
    FileSystem files;
    files.system.submit = [](const Site& at, const WaveOrder&) {
        return Words{"sh", "-c", "echo busy >&2; test -e " + at.spool + "/free"};
    };
    auto refusal = files.waves.submit(1, "");
    REQUIRE(refusal.has_value());
    CHECK(refusal->why == "busy");
    CHECK(refusal->for_good);
    std::ofstream(files.folder / "free") << "";
    CHECK_FALSE(files.waves.submit(1, "").has_value());
    std::remove((files.folder / "free").c_str());
    for (int time = 0; time < 20; ++time)
        CHECK_FALSE(files.waves.submit(1, "")->for_good);
}

TEST_CASE("if hosts are excluded, none may be left, and the batch system is not asked forever") {
    FileSystem files;
    REQUIRE_FALSE(files.waves.submit(1, "").has_value());
    files.waves.exclude("n1");
    files.system.submit = [](const Site&, const WaveOrder&) { return Words{"false"}; };
    for (int time = 0; time < 20; ++time)
        CHECK_FALSE(files.waves.submit(1, "")->for_good);  // the first wave is still running
    files.waves.drop({1, 0});
    CHECK(files.waves.submit(1, "")->for_good);
    Waves other(files.system, files.site, 2, nullptr);
    other.recall({{7, 0}}, 7);
    other.drop({7, 0});
    other.exclude("n1");
    int refusals = 1;
    for (; refusals < 20 && !other.submit(1, "")->for_good; ++refusals) {
    }
    CHECK(refusals > 2);
    CHECK(refusals < 20);
}
