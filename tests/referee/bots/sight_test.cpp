// Tests which files a bot can see in a sandbox, with real folders. tests/end_to_end/own_files_test.py tests the same
// from inside the sandbox.
#include "referee/bots/sight.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "tests/referee/temp_folder.hpp"
#include "tests/referee/user_error.hpp"

namespace {

namespace fs = std::filesystem;
using namespace referee;
using Kind = ShownPath::Kind;
using Words = std::vector<std::string>;

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
    CHECK(error_of([&] {
              static_cast<void>(sight_of(command_of({a}), {}, {}, {folder / "t.db"}));
          }).find("more than 1000 files") != std::string::npos);
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
