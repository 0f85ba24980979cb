// Tests the copies of bots' files and folders, and the folder that holds the copies.
#include "referee/tournament/entrants/bot_copies.hpp"

#include <doctest/doctest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "referee/tournament/entrants/bot_files.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/user_error.hpp"

namespace {

namespace fs = std::filesystem;
using referee::tournament::BotCopies;

/// A folder for copies, and a folder with files to copy.
struct CopyingPlace {
    TempFolder folder;
    std::string copies = folder / "copies";
    ScopedVariable variable{"TMPDIR", (fs::create_directories(copies), copies)};

    std::size_t count() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(copies), fs::directory_iterator()));
    }
};

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

mode_t mode_of(const std::string& path) {
    struct stat status {};
    ::lstat(path.c_str(), &status);
    return status.st_mode & 07777;
}

}  // namespace

TEST_CASE("a copy has the content, the times and the permission to run, and is removed with its maker") {
    const CopyingPlace place;
    const std::string program = place.folder.write("program", "#!/bin/sh\n", 0755);
    const auto time = fs::file_time_type::clock::now() - std::chrono::hours(100);
    fs::last_write_time(program, time);
    {
        BotCopies copies;
        CHECK(copies.folder().empty());
        CHECK(place.count() == 0);  // no copy has been requested yet
        const std::string copy = copies.add(program);
        CHECK(content_of(copy) == "#!/bin/sh\n");
        CHECK(fs::last_write_time(copy) == time);
        CHECK(mode_of(copy) == 0500);
        CHECK(mode_of(copies.folder()) == 0700);
        CHECK(mode_of(copies.add(place.folder.write("data", "x", 0644))) == 0400);
        place.folder.write("program", "changed");
        CHECK(content_of(copy) == "#!/bin/sh\n");
    }
    CHECK(place.count() == 0);
}

TEST_CASE("a folder is copied with hidden files and links; links are not followed, and pipes are left out") {
    const CopyingPlace place;
    fs::create_directories(place.folder / "bot/.deep/er");
    place.folder.write("bot/.deep/er/weights", "w");
    place.folder.write("secret", "s");
    fs::create_symlink("../secret", place.folder / "bot/link");
    REQUIRE(::mkfifo((place.folder / "bot/pipe").c_str(), 0600) == 0);
    BotCopies copies;
    const std::string copy = copies.add(place.folder / "bot");
    CHECK(content_of(copy + "/.deep/er/weights") == "w");
    CHECK(fs::read_symlink(copy + "/link") == "../secret");
    CHECK(!fs::exists(fs::symlink_status(copy + "/pipe")));
    fs::create_symlink("secret", place.folder / "alias");
    CHECK(error_of([&] { copies.add(place.folder / "alias"); }).find("it is a link") != std::string::npos);
}

TEST_CASE("too many files, deep folders and unreadable files are refused") {
    const CopyingPlace place;
    BotCopies copies;
    fs::create_directories(place.folder / "deep");
    std::string path = place.folder / "deep";
    for (int i = 0; i < 110; ++i)
        path += "/d";
    fs::create_directories(path);
    CHECK(error_of([&] { copies.add(place.folder / "deep"); }).find("100 levels of subfolders") != std::string::npos);
    fs::create_directories(place.folder / "many");
    for (int i = 0; i < 10'000; ++i)
        fs::create_symlink("x", place.folder / ("many/" + std::to_string(i)));
    CHECK(error_of([&] { copies.add(place.folder / "many"); }).find("exceeds 10000 files") != std::string::npos);
    if (::geteuid() != 0) {
        const std::string file = place.folder.write("unreadable", "", 0);
        CHECK(error_of([&] { copies.add(file); }).find("Permission denied") != std::string::npos);
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
    first.add(bot);
    CHECK(!fs::exists(place.copies + "/referee_bots_left12"));
    BotCopies second;
    second.add(bot);
    CHECK(fs::exists(first.folder()));
    CHECK(first.folder() != second.folder());
    CHECK(fs::exists(place.copies + "/other"));
    CHECK(fs::exists(place.folder / "elsewhere"));
}

TEST_CASE("if there is no folder for copies, the message says how to name one") {
    const TempFolder folder;
    const ScopedVariable variable("TMPDIR", folder / "none");
    BotCopies copies;
    CHECK_THROWS_WITH_AS(copies.add("/bin/true"),
                         doctest::Contains("No such file or directory; set TMPDIR to a folder with enough space"),
                         std::runtime_error);
}
