// Tests the rules that decide which files and folders are bots, on real files, and the private copies that play.
#include "referee/core/bots/bots_folder.hpp"
#include "referee/core/bots/bot_copies.hpp"

#include <doctest/doctest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <tuple>

#include "referee/core/bots/bot_files.hpp"
#include "tests/messages.hpp"
#include "tests/referee/temp_folder.hpp"

namespace {

namespace fs = std::filesystem;
using namespace referee;
using Words = std::vector<std::string>;

constexpr const char* empty_script = "#!/bin/sh\n";

/// A folder of bots, and the bots that are found in it.
struct Bots {
    TempFolder folder;

    std::string file(const std::string& name, mode_t mode = 0755, const std::string& content = empty_script) const {
        fs::create_directories(fs::path(folder / name).parent_path());
        return folder.write(name, content, mode);
    }
    FolderContents read() const { return read_bots_folder(folder.path()); }
    Words names() const {
        Words names;
        for (const auto& bot : read().bots)
            names.push_back(bot.name);
        return names;
    }
    std::map<std::string, std::string> left_out() const {
        std::map<std::string, std::string> reasons;
        for (const LeftOut& one : read().left_out)
            reasons[one.name] = one.reason;
        return reasons;
    }
    std::string program_of(const std::string& name) const {
        for (const auto& bot : read().bots)
            if (bot.name == name) return fs::path(bot.command.arguments.back()).filename();
        return "(none)";
    }
};

/// A folder for copies, and a folder with files to copy.
struct CopyingPlace {
    TempFolder folder;
    std::string copies = folder / "copies";
    ScopedVariable variable{"TMPDIR", (fs::create_directories(copies), copies)};
};

mode_t mode_of(const std::string& path) {
    struct stat status {};
    ::lstat(path.c_str(), &status);
    return status.st_mode & 07777;
}

}  // namespace

TEST_CASE("a file that can be run is a bot, and bots are sorted by name") {
    const Bots bots;
    bots.file("c.py", 0644, "");
    const std::string b = bots.file("b");
    const std::string a = bots.file("a.js", 0644, "");
    bots.file("d.sh");
    const auto found = bots.read();
    CHECK(bots.names() == Words{"a.js", "b", "c.py", "d.sh"});
    CHECK(bots.left_out().empty());
    CHECK(found.bots[0].command.arguments == Words{"node", a});
    CHECK(found.bots[1].command.arguments == Words{b});
    CHECK(found.bots[1].folder.empty());
}

TEST_CASE("a hidden file, data or source is not a bot") {
    const Bots bots;
    for (const char* name : {".hidden", ".hidden.py", ".git/bot", "__pycache__/bot", "bot.c", "x.json", "README",
                             "README.md", "Makefile", "x.o", "x.txt", "x~", "x.py~"})
        bots.file(name);
    bots.file("data", 0644, "1 2 3");
    bots.file("empty", 0644, "");
    CHECK(bots.names().empty());
    CHECK(bots.left_out().empty());
}

TEST_CASE("a file that was probably meant as a bot and can't be run is left out, with the reason") {
    struct Case {
        const char* name;
        mode_t mode;
        std::string content;
        const char* reason;
    };
    const Case cases[] = {
        {"no_permission", 0644, empty_script, "it is not executable: chmod +x"},
        {"program", 0644, "\177ELF", "it is not executable: chmod +x"},
        {"bot.jar", 0644, "PK", "it needs an interpreter"},
        {"bot.rb", 0644, "puts 1", "it needs an interpreter"},
        {"text", 0755, "hello", "is neither a program nor a script"},
        {"a_log", 0755, R"({"format":"referee-match/1"})",
         "is a match log, not a bot: view it with referee view, or referee replay"},
        {"nothing", 0755, "", "is an empty file"},
        {"lost", 0755, "#!/no/interpreter\n", "'/no/interpreter', which does not exist"},
    };
    const Bots bots;
    std::map<std::string, std::string> reasons = {{"link", "it is a broken link"},
                                                  {"loop", "it can't be read: Too many levels of symbolic links"},
                                                  {"fifo", "it is neither a file nor a folder"}};
    for (const auto& [name, mode, content, reason] : cases) {
        bots.file(name, mode, content);
        reasons[name] = reason;
    }
    fs::create_symlink("nowhere", bots.folder / "link");
    fs::create_symlink("loop", bots.folder / "loop");
    ::mkfifo((bots.folder / "fifo").c_str(), 0777);
    CHECK(bots.names().empty());
    const auto left_out = bots.left_out();
    CHECK(left_out.size() == reasons.size());
    for (const auto& [name, reason] : reasons) {
        REQUIRE(left_out.contains(name));
        const std::string& told = left_out.at(name);
        CHECK_MESSAGE(contains(told, reason), told);
    }
}

TEST_CASE("the program of a subfolder is the one called bot, main or like the folder, or the only one") {
    const std::tuple<std::string, Words, const char*> cases[] = {
        {"five", {"five", "main", "bot"}, "bot"},
        {"four", {"four", "helper.py"}, "four"},
        {"one", {"x.py", "x.c", "data.json", "__pycache__/bot.py", "sub/bot"}, "x.py"},
        {"six.v2", {"six.v2", "build.sh"}, "six.v2"},
        {"three", {"main", "helper.py", "other"}, "main"},
        {"two", {"bot.py", "helper.py"}, "bot.py"},
    };
    const Bots bots;
    for (const auto& [folder, files, program] : cases) {
        for (const std::string& file : files)
            bots.file(folder + "/" + file);
        CHECK(bots.program_of(folder) == program);
    }
    CHECK(bots.names() == Words{"five", "four", "one", "six.v2", "three", "two"});
    CHECK(bots.read().bots[0].folder == bots.folder / "five");
}

TEST_CASE("a subfolder without an obvious program is left out, with the reason") {
    const Bots bots;
    for (const char* name :
         {"several/a.py", "several/b.py", "same/bot.py", "same/bot", "data/x.json", "data/deeper/bot"})
        bots.file(name);
    bots.file("locked/bot", 0644);
    fs::create_directory(bots.folder / "empty");
    CHECK(bots.names().empty());
    CHECK(bots.left_out() ==
          std::map<std::string, std::string>{
              {"several", "it contains several programs (a.py, b.py): rename the right one to 'bot'"},
              {"same", "it contains several programs (bot, bot.py): rename the right one to 'bot'"},
              {"data", "it contains no program at its top level; subfolders are not searched"},
              {"empty", "there is no program in it"},
              {"locked", "bot: it is not executable: chmod +x"}});
}

TEST_CASE("strange names do no harm") {
    const Bots bots;
    for (const char* name : {"-x", "-c.py", "a b", "a\nb", "'q\"", "\xff\xfe", "$(id)", "\x1b[2J", "human", "*"})
        bots.file(name);
    CHECK(bots.names().size() == 10);
    for (const auto& bot : bots.read().bots)
        CHECK(fs::exists(bot.command.arguments.back()));
    const ScopedFolder inside(bots.folder.path());
    fs::create_directory("-d");
    bots.file("-d/x.py");
    CHECK(read_bots_folder("-d").bots.at(0).command.arguments == Words{"python3", "./-d/x.py"});
}

TEST_CASE("a bot that is a link is left out, because it may belong to somebody else") {
    const Bots bots;
    const TempFolder elsewhere;
    elsewhere.write("bot", empty_script);
    bots.file("victim");
    fs::create_symlink(elsewhere / "bot", bots.folder / "link");
    fs::create_symlink(elsewhere.path(), bots.folder / "folder");
    fs::create_symlink("victim", bots.folder / "thief");
    fs::create_symlink("/usr/bin/cat", bots.folder / "cat");
    fs::create_symlink(elsewhere / "bot", bots.folder / "README");  // not reported: not meant to be a bot
    CHECK(bots.names() == Words{"victim"});
    const std::string end = ", outside the bot: replace it with a copy of its target";
    CHECK(bots.left_out() == std::map<std::string, std::string>{
                                 {"cat", "it is a link to /usr/bin/cat" + end},
                                 {"folder", "it is a link to " + elsewhere.path() + end},
                                 {"link", "it is a link to " + (elsewhere / "bot") + end},
                                 {"thief", "it is a link to victim" + end},
                             });
}

TEST_CASE("a subfolder may hold links to its own files and to the system's, but no others") {
    const Bots bots;
    bots.file("good/bot");
    bots.file("good/lib/data", 0644);
    bots.file("bad/bot");
    bots.file("bad/.deep/er/data", 0644);
    fs::create_symlink("lib/data", bots.folder / "good/alias");
    fs::create_symlink("..", bots.folder / "good/lib/up");
    fs::create_symlink(bots.folder / "good/lib", bots.folder / "good/absolute");
    fs::create_symlink("/usr/bin/python3", bots.folder / "good/python");
    fs::create_symlink("nowhere", bots.folder / "good/broken");
    fs::create_symlink("../../../good", bots.folder / "bad/.deep/er/out");
    CHECK(bots.names() == Words{"good"});
    CHECK(bots.left_out().at("bad") ==
          ".deep/er/out is a link to ../../../good, outside the bot: replace it with a copy of its target");
    fs::remove(bots.folder / "bad/.deep/er/out");
    fs::create_symlink("../not/there/yet", bots.folder / "bad/later");
    CHECK(bots.left_out().contains("bad"));
    fs::remove(bots.folder / "bad/later");
    fs::create_symlink("../bad/.deep", bots.folder / "bad/round");
    CHECK(bots.names() == Words{"bad", "good"});
}

TEST_CASE("a folder that can't be read is refused") {
    const TempFolder folder;
    CHECK(contains(error_of([&] { read_bots_folder(folder / "none"); }), "can't be read: No such file"));
    CHECK(contains(error_of([&] { read_bots_folder(folder.write("file", "")); }), "can't be read: Not a directory"));
    CHECK(contains(error_of([&] { read_bots_folder(""); }), "is empty"));
}

TEST_CASE("a copy has the content, the times and the permission to run, and is removed with its maker") {
    const CopyingPlace place;
    const std::string program = place.folder.write("program", "#!/bin/sh\n", 0755);
    const auto time = fs::file_time_type::clock::now() - std::chrono::hours(100);
    fs::last_write_time(program, time);
    {
        BotCopies copies;
        CHECK(copies.folder().empty());
        CHECK(count_files(place.copies) == 0);  // no copy has been requested yet
        const BotCopy kept = copies.add(program);
        const std::string copy = *kept;
        CHECK(content_of(copy) == "#!/bin/sh\n");
        CHECK(fs::last_write_time(copy) == time);
        CHECK(mode_of(copy) == 0500);
        CHECK(mode_of(copies.folder()) == 0700);
        CHECK(mode_of(*copies.add(place.folder.write("data", "x", 0644))) == 0400);
        place.folder.write("program", "changed");
        CHECK(content_of(copy) == "#!/bin/sh\n");
    }
    CHECK(count_files(place.copies) == 0);
}

TEST_CASE("a copy that nobody uses any more is removed") {
    const CopyingPlace place;
    BotCopies copies;
    BotCopy copy = copies.add(place.folder.write("bot", ""));
    const BotCopy other = copies.add(place.folder / "bot");
    CHECK(count_files(copies.folder()) == 2);
    copy.reset();
    CHECK(count_files(copies.folder()) == 1);
    CHECK(fs::exists(*other));
}

TEST_CASE("a folder is copied with hidden files and links; links are not followed, and pipes are left out") {
    const CopyingPlace place;
    fs::create_directories(place.folder / "bot/.deep/er");
    place.folder.write("bot/.deep/er/weights", "w");
    place.folder.write("secret", "s");
    fs::create_symlink("../secret", place.folder / "bot/link");
    REQUIRE(::mkfifo((place.folder / "bot/pipe").c_str(), 0600) == 0);
    BotCopies copies;
    const BotCopy kept = copies.add(place.folder / "bot");
    const std::string copy = *kept;
    CHECK(content_of(copy + "/.deep/er/weights") == "w");
    CHECK(fs::read_symlink(copy + "/link") == "../secret");
    CHECK(!fs::exists(fs::symlink_status(copy + "/pipe")));
    fs::create_symlink("secret", place.folder / "alias");
    CHECK(contains(error_of([&] { static_cast<void>(copies.add(place.folder / "alias")); }), "it is a link"));
}

TEST_CASE("too many files, deep folders and unreadable files are refused") {
    const CopyingPlace place;
    BotCopies copies;
    fs::create_directories(place.folder / "deep");
    std::string path = place.folder / "deep";
    for (int i = 0; i < 110; ++i)
        path += "/d";
    fs::create_directories(path);
    CHECK(
        contains(error_of([&] { static_cast<void>(copies.add(place.folder / "deep")); }), "100 levels of subfolders"));
    fs::create_directories(place.folder / "many");
    for (int i = 0; i < 10'000; ++i)
        fs::create_symlink("x", place.folder / ("many/" + std::to_string(i)));
    CHECK(contains(error_of([&] { static_cast<void>(copies.add(place.folder / "many")); }), "exceeds 10000 files"));
    if (::geteuid() != 0) {
        const std::string file = place.folder.write("unreadable", "", 0);
        CHECK(contains(error_of([&] { static_cast<void>(copies.add(file)); }), "Permission denied"));
    }
}

TEST_CASE("copies without a lock are removed, copies with a lock stay, and nothing else is changed") {
    const CopyingPlace place;
    const std::string bot = place.folder.write("bot", "");
    fs::create_directories(place.copies + "/referee_bots_left12/0");
    fs::create_directories(place.copies + "/other");
    fs::create_directories(place.folder / "elsewhere");
    fs::create_symlink(place.folder / "elsewhere", place.copies + "/referee_bots_linked");
    BotCopies first;
    const BotCopy of_first = first.add(bot);
    CHECK(!fs::exists(place.copies + "/referee_bots_left12"));
    BotCopies second;
    const BotCopy of_second = second.add(bot);
    CHECK(fs::exists(first.folder()));
    CHECK(first.folder() != second.folder());
    CHECK(fs::exists(place.copies + "/other"));
    CHECK(fs::exists(place.folder / "elsewhere"));
}

TEST_CASE("if there is no folder for copies, the message says how to name one") {
    const TempFolder folder;
    const ScopedVariable variable("TMPDIR", folder / "none");
    BotCopies copies;
    CHECK_THROWS_WITH_AS(static_cast<void>(copies.add("/bin/true")),
                         doctest::Contains("No such file or directory; set TMPDIR to a folder with enough space"),
                         std::runtime_error);
}
