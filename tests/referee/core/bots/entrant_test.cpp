// Tests the names of entrants, which identify the winner in every table and log; their own limits; and which files a
// bot can see in a sandbox, with real folders. tests/end_to_end/own_files_test.py tests the latter from inside the
// sandbox.
#include "referee/core/bots/candidate.hpp"
#include "referee/core/bots/own_limits.hpp"
#include "referee/core/bots/sight.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "games/user_error.hpp"
#include "tests/messages.hpp"
#include "tests/referee/temp_folder.hpp"

namespace {

using Names = std::array<std::string, 2>;
namespace fs = std::filesystem;
using namespace referee;
using Kind = ShownPath::Kind;
using Words = std::vector<std::string>;

std::vector<Entrant> pair_of(const Names& bots, const Names& names = {}) {
    return entrants_of(std::array{player_of(bots[0], names[0]), player_of(bots[1], names[1])});
}

Names names_of(const Names& bots, const Names& names = {}) {
    const auto entrants = pair_of(bots, names);
    return {entrants[0].name, entrants[1].name};
}

std::string pair_said_of(const Names& bots, const Names& names = {}) {
    return error_of([&] { return pair_of(bots, names); });
}

constexpr const char* script = "#!/bin/sh\n";

BotCommand command_of(const Words& words) {
    return bot_command_of(words, words.front());
}

Words places_of(const std::vector<ShownPath>& shown) {
    Words places;
    for (const ShownPath& path : shown)
        places.push_back(path.place);
    return places;
}

}  // namespace

TEST_CASE("bots are named after their files") {
    CHECK(names_of({"/bin/cat", "/bin/echo -n"}) == Names{"cat", "echo"});
}

TEST_CASE("a player called human is a person, and has no command") {
    const auto entrants = pair_of({"human", "/bin/cat"});
    CHECK(entrants[0].human);
    CHECK(entrants[0].name == "human");
    CHECK(entrants[0].logged("none").command.empty());
    CHECK_FALSE(entrants[1].human);
    CHECK(entrants[1].logged("none").command == std::vector<std::string>{"/bin/cat"});
    CHECK(entrants[1].logged("none").isolation == "none");
}

TEST_CASE("given names take precedence") {
    CHECK(names_of({"/bin/cat", "human"}, {"ann", "bob"}) == Names{"ann", "bob"});
    CHECK(names_of({"/bin/cat", "/bin/cat"}, {"ann", ""}) == Names{"ann", "cat"});
    CHECK(names_of({"Zoë=/bin/cat -n", "me=human"}) == Names{"Zoë", "me"});
    CHECK(pair_said_of({"a=/bin/cat", "/bin/cat"}, {"b", ""}) == "bot 'a=/bin/cat' has two names: 'a' and 'b'");
    CHECK(contains(pair_said_of({"a=/no/bot", "human"}), "no such file"));
    CHECK(names_of({"/bin/cat --x=y", "/bin/echo"}) == Names{"cat", "echo"});
}

TEST_CASE("equal names are made different by arguments or folders, or else by numbers") {
    CHECK(names_of({"/bin/cat", "/bin/cat"}) == Names{"cat-1", "cat-2"});
    CHECK(names_of({"human", "human"}) == Names{"human-1", "human-2"});
    CHECK(names_of({"/bin/cat -n", "/bin/cat"}) == Names{"cat -n", "cat"});
    CHECK(names_of({"/bin/cat -n", "/bin/cat -n"}) == Names{"cat-1", "cat-2"});
    CHECK(names_of({"/bin/cat", "/bin/echo"}, {"", "cat"}) == Names{"bin/cat", "cat"});
}

TEST_CASE("a name that comes from a file or an argument is made fit to be shown") {
    const TempFolder folder;
    const std::string odd = folder.write("a\x1b[2J\n\xff", "#!/bin/sh\n");
    CHECK(names_of({"'" + odd + "'", "/bin/cat"})[0] == "a_[2J__");
    const std::string long_name = folder.write(std::string(200, 'n'), "#!/bin/sh\n");
    CHECK(names_of({long_name, "/bin/cat"})[0] == std::string(64, 'n'));
    for (const std::string& argument : {std::string("'\x1b[2J'"), std::string(500, 'x')}) {
        const Names names = names_of({"/bin/cat " + argument, "/bin/cat"});
        CHECK(names[0] != names[1]);
        for (const auto& name : names) {
            CHECK(name.size() <= 64);
            for (const char c : name)
                CHECK((c >= 0x20 && c < 0x7f));
        }
    }
}

TEST_CASE("two names are never the same, however long and alike") {
    const TempFolder folder;
    const std::string a = folder.write(std::string(100, 'n') + "a", "#!/bin/sh\n");
    const std::string b = folder.write(std::string(100, 'n') + "b", "#!/bin/sh\n");
    const std::string args(100, 'x');
    for (const Names& bots : {Names{a, b}, Names{a, a}, Names{a + " " + args, a + " " + args + "y"}}) {
        const Names names = names_of(bots);
        CHECK(names[0] != names[1]);
        CHECK(std::max(names[0].size(), names[1].size()) <= 64);
        CHECK(std::min(names[0].size(), names[1].size()) > 0);
    }
}

TEST_CASE("given names must be fit to be shown, and different") {
    CHECK(pair_said_of({"/bin/cat", "/bin/cat"}, {"x", "x"}) == "both bots are called 'x': give them different names");
    for (const std::string& name :
         {std::string("\x1b[2J"), std::string("a\nb"), std::string("\xc3"), std::string("x "), std::string(65, 'x')}) {
        const std::string said = pair_said_of({"/bin/cat", "/bin/cat"}, {name, ""});
        CHECK(contains(said, "a name must have at most 64 characters"));
        CHECK_FALSE(contains(said, "\x1b"));
        CHECK_FALSE(contains(said, "\n"));
    }
    CHECK(pair_said_of({"/bin/cat", "human"}, {std::string(64, 'x'), ""}) == "(no error)");
}

TEST_CASE("a bot that can't be run is refused, whether it is named first or second") {
    CHECK(contains(pair_said_of({"/no/bot", "human"}), "no such file"));
    CHECK(contains(pair_said_of({"human", "/no/bot"}), "no such file"));
}

namespace referee {

using namespace std::chrono_literals;

TEST_CASE("limits of one entrant are the same after they are written and read") {
    for (const char* text : {"", "move-time=50ms", "move-time=50ms,first-move-time=2s,clock=1m+1s,memory=256M",
                             "clock=90s", "memory=none", "memory=1536M", "memory=2G"}) {
        CHECK(to_text(parse_own_limits(text, "x")) == text);
    }
    CHECK_FALSE(parse_own_limits("", "x").any());
    CHECK(parse_own_limits("memory=none", "x").any());
    CHECK(parse_own_limits("move-time=0.05s", "x") == parse_own_limits("move=50ms", "x"));
    CHECK(to_text(parse_own_limits("first=2s,move=50ms", "x")) == "move-time=50ms,first-move-time=2s");
}

TEST_CASE("limits of all bots are the same after they are written and read") {
    for (const char* text : {"move=50ms", "move=50ms,first=2s,clock=1m+1s,margin=20ms,memory=none,processes=64,cpus=1",
                             "processes=none,cpus=all"}) {
        CHECK(option_text(parse_common_limits(text, "x")) == text);
    }
    CHECK_THROWS_AS((void)parse_common_limits("", "x"), games::UserError);
    CHECK_THROWS_AS((void)parse_common_limits("cpus=0", "x"), games::UserError);
}

TEST_CASE("given limits replace the existing ones") {
    const OwnLimits before = parse_own_limits("move=50ms,memory=256M", "x");
    CHECK(option_text(before.replaced_by(parse_own_limits("first=2s,memory=none", "x"))) ==
          "move=50ms,first=2s,memory=none");
    CHECK(before.replaced_by({}) == before);
    const auto replaced = [](const char* earlier, const char* later) {
        return option_text(parse_own_limits(earlier, "x").replaced_by(parse_own_limits(later, "x")));
    };
    CHECK(replaced("move=50ms,first=1s,memory=256M", "clock=10s") == "clock=10s,memory=256M");
    CHECK(replaced("clock=10s,first=1s,memory=256M", "move=50ms") == "move=50ms,memory=256M");
    CHECK(replaced("move=50ms,clock=10s", "memory=1G") == "move=50ms,clock=10s,memory=1G");
}

TEST_CASE("limits that are given again agree with the existing ones if each has the same value") {
    const OwnLimits before = parse_own_limits("move=50ms,clock=10s,memory=256M", "x");
    for (const char* again : {"", "move=50ms", "clock=10s", "move=0.05s,memory=256M"})
        CHECK(before.agree_with(parse_own_limits(again, "x")));
    for (const char* other : {"move=51ms", "first=1s", "clock=10s+1s", "memory=none", "move=50ms,memory=1G"})
        CHECK_FALSE(before.agree_with(parse_own_limits(other, "x")));
}

TEST_CASE("an invalid limit is refused") {
    for (const char* text : {"move", "move-time", "processes=3", "cpus=1", "move=1s,move-time=1s",
                             "move-time=", "move-time=0ms", "move-time=50", "margin=1s", "memory=1K", "clock=0s",
                             "move-time=50ms,,", "memory=256M,x=1", "move-time=50ms,", "move-time=50ms,move-time=9s"}) {
        CAPTURE(text);
        CHECK_THROWS_AS((void)parse_own_limits(text, "x"), games::UserError);
    }
}

TEST_CASE("a limit that an entrant lacks falls back to the limit for all bots") {
    protocol::Limits common;
    common.first_move = 1s;
    common.move = 100ms;
    common.margin = 20ms;
    common.memory_bytes = std::uint64_t{1} << 30;
    common.kept_by = "cgroup v2";
    const auto own = [&](const char* text) { return with_own(common, parse_own_limits(text, "x")); };
    CHECK(own("") == common);
    CHECK(own("move-time=50ms").move == 50ms);
    CHECK(own("move-time=50ms").first_move == 1s);
    CHECK(own("move-time=5s").first_move == 5s);
    CHECK(own("first-move-time=20ms").first_move == 20ms);
    CHECK(own("clock=60s+1s").clock->increment == 1s);
    CHECK_FALSE(own("clock=60s+1s").move);
    CHECK_FALSE(own("clock=60s+1s").first_move);
    CHECK(own("memory=256M").memory_bytes == std::uint64_t{256} << 20);
    CHECK(own("memory=256M").move == 100ms);
    CHECK_FALSE(own("memory=none").memory_bytes.has_value());
    CHECK(own("memory=none").kept_by == "nothing");
}

}  // namespace referee

TEST_CASE("a bot sees the folder of its program, and of its script") {
    const TempFolder folder;
    fs::create_directories(folder / "tools");
    fs::create_directories(folder / "bots");
    const std::string tool = folder.write("tools/run", script);
    const std::string bot = folder.write("bots/x.bot", "");
    CHECK(sight_of(command_of({tool, "--fast", bot}), {}, {}, {}) ==
          std::vector<ShownPath>{{Kind::files, folder / "bots", folder / "bots"},
                                 {Kind::files, folder / "tools", folder / "tools"}});
    CHECK(sight_of(command_of({"/bin/cat", "-"}), {}, {}, {}).empty());
}

TEST_CASE("a bot that is a module sees the module's folder, and other bots do not") {
    const TempFolder folder;
    fs::create_directories(folder / "bots/deep");
    folder.write("bots/deep/__main__.py", "");
    folder.write("bots/plain.py", "");
    const ScopedFolder here(folder.path());
    const BotCommand module = command_of({"/bin/cat", "-u", "-m", "bots.plain", "x"});
    CHECK(places_of(sight_of(module, {}, {}, {})) == Words{folder / "bots"});
    CHECK(secrets_of(module, {}) == Words{folder / "bots/plain.py", folder / "bots/plain.py", folder / "bots"});
    CHECK(places_of(sight_of(command_of({"/bin/cat", "-m", "bots.deep"}), {}, {}, {})) == Words{folder / "bots/deep"});
    CHECK(sight_of(command_of({"/bin/cat", "-m", "nothing"}), {}, {}, {}).empty());
}

TEST_CASE("a folder with a secret is shown with its other entries, whether the secret exists yet or not") {
    const TempFolder folder;
    const std::string a = folder.write("a", script);
    const std::string b = folder.write("b", script);
    fs::create_directories(folder / "data/deep");
    folder.write("data/book", "");
    folder.write("data/deep/log", "");
    fs::create_symlink("b", folder / "link");
    auto secrets = secrets_of(command_of({b}), {});
    for (const std::string& path : secrets_of_database(folder / "t.db"))
        secrets.push_back(path);
    secrets.push_back(secret_file(folder / "data/deep/log"));
    CHECK(sight_of(command_of({a}), {}, {}, secrets) ==
          std::vector<ShownPath>{{Kind::empty_folder, folder.path()},
                                 {Kind::listed_files, a, a},
                                 {Kind::empty_folder, folder / "data"},
                                 {Kind::listed_files, folder / "data/book", folder / "data/book"},
                                 {Kind::empty_folder, folder / "data/deep"},
                                 {Kind::link, folder / "link", "b"}});
    CHECK(places_of(sight_of(command_of({b}), {}, {}, {folder / "t.db"})) ==
          Words{folder.path(), a, b, folder / "data", folder / "link"});
}

TEST_CASE("a bot sees the files that it is run from, even if other bots are run from them, too") {
    const TempFolder folder;
    fs::create_directories(folder / "sub");
    const std::string tool = folder.write("run", script);
    const std::string a = folder.write("sub/a", "");
    const std::string b = folder.write("sub/b", "");
    fs::create_symlink("sub/b", folder / "link");
    auto secrets = secrets_of(command_of({tool, a}), {});
    for (const BotCommand& other : {command_of({tool, b}), command_of({tool, folder / "link"})})
        for (const std::string& path : secrets_of(other, {}))
            secrets.push_back(path);
    CHECK(places_of(sight_of(command_of({tool, a}), {}, {}, secrets)) == Words{folder.path(), tool, folder / "sub", a});
    // A bot sees its file under both names: that of the link, and that of the file to which the link leads.
    CHECK(places_of(sight_of(command_of({tool, folder / "link"}), {}, {}, secrets)) ==
          Words{folder.path(), folder / "link", tool, folder / "sub", b});
}

TEST_CASE("the folder of another bot is hidden, unless it contains the bot itself") {
    const TempFolder folder;
    fs::create_directories(folder / "b");
    const std::string a = folder.write("a", script);
    const std::string b = folder.write("b/b", script);
    folder.write("b/weights", "");
    CHECK(places_of(sight_of(command_of({a}), {}, {}, secrets_of(command_of({b}), {}))) == Words{folder.path(), a});
    CHECK(places_of(sight_of(command_of({b}), {}, {}, secrets_of(command_of({a}), {}))) == Words{folder / "b"});
    // Folders that the user wants all bots to see are visible, except for the other bots in them.
    CHECK(places_of(sight_of(command_of({a}), {}, {folder / "b"}, secrets_of(command_of({b}), {}))) ==
          Words{folder.path(), a, folder / "b", folder / "b/weights"});
}

TEST_CASE("the system's files are not secrets") {
    CHECK(secrets_of(command_of({"/bin/cat"}), {}).empty());
    const TempFolder folder;
    fs::create_symlink("/usr/bin/cat", folder / "cat");
    const std::string x = folder.write("x", "");
    CHECK(secrets_of(command_of({folder / "cat", x}), {}) == Words{x, x, folder.path()});
}

TEST_CASE("a bot with its own files sees only these, at their place") {
    const TempFolder folder;
    fs::create_directories(folder / "bots/bin");
    fs::create_directories(folder / "bots/lib/python3");
    const std::string bot = folder.write("bots/bin/bot", script);
    const OwnFiles own{folder / "bots/bin", folder / "copy"};
    CHECK(sight_of(command_of({bot}), own, {}, {folder / "bots", folder / "t.db"}) ==
          std::vector<ShownPath>{{Kind::files, folder / "bots/bin", folder / "copy"}});
    CHECK(own.source_of(bot) == folder / "copy/bot");
    CHECK(own.source_of(own.place) == folder / "copy");
    CHECK(own.source_of(folder / "bots/bin/../lib") == folder / "bots/bin/../lib");
    CHECK(own.source_of("/bin/cat") == "/bin/cat");
    CHECK(own.place_of(folder / "bots/./bin/bot") == bot);
    CHECK(!own.place_of(folder / "bots/binary"));
    const ScopedFolder here(folder.path());
    CHECK(own.source_of("bots/bin/bot") == folder / "copy/bot");
    CHECK(secrets_of(command_of({bot}), own) == Words{folder / "bots/bin"});
}

TEST_CASE("a folder with too much beside a secret is refused, and without a secret it is not listed") {
    const TempFolder folder;
    const std::string a = folder.write("a", script);
    for (std::size_t i = 0; i < max_listed; ++i)
        folder.write("f" + std::to_string(i), "");
    CHECK(sight_of(command_of({a}), {}, {}, {}).size() == 1);
    CHECK(contains(error_of([&] { return sight_of(command_of({a}), {}, {}, {folder / "t.db"}); }),
                   "more than 1000 files"));
}

TEST_CASE("a program of the system that is given a folder, and no file, sees this folder, and the other bot does not") {
    const TempFolder folder;
    fs::create_directories(folder / "classes");
    fs::create_directories(folder / "other");
    const std::string classes = folder / "classes";
    const BotCommand java = command_of({"/bin/cat", "-cp", classes + "/", "Bot"});
    CHECK(sight_of(java, {}, {}, {}) == std::vector<ShownPath>{{Kind::files, classes, classes}});
    CHECK(secrets_of(java, {}) == Words{classes});
    CHECK(sight_of(java, {}, {}, secrets_of(java, {})) == std::vector<ShownPath>{{Kind::files, classes, classes}});
    const std::string script_file = folder.write("other/bot", "");
    CHECK(places_of(sight_of(command_of({"/bin/cat", script_file, classes}), {}, {}, {})) == Words{folder / "other"});
    for (const char* shared : {"/tmp", "/", "/usr/lib"})
        CHECK(sight_of(command_of({"/bin/cat", "-cp", shared, "Bot"}), {}, {}, {}).empty());
}

TEST_CASE("a folder with more than the bot is reported") {
    const TempFolder folder;
    CHECK(!shared_folder_of(command_of({folder.write("a", script)})));
    CHECK(!shared_folder_of(command_of({"/bin/cat"})));
    const fs::path file = fs::path("/tmp") / ("referee_sight_" + fs::path(folder.path()).filename().string());
    fs::copy_file(folder / "a", file);
    CHECK(shared_folder_of(command_of({file})) == fs::path("/tmp"));
    fs::remove(file);
}
