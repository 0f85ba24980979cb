// Tests how files and folders that other users may have put there are treated.
#include "referee/files/trust.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "games/user_error.hpp"
#include "referee/files/own_folder.hpp"
#include "tests/referee/temp_folder.hpp"

namespace {

namespace fs = std::filesystem;
using games::UserError;
using referee::OwnFolder;
using referee::UniqueFd;

constexpr uid_t other = 54321;

bool is_root() {
    if (::geteuid() == 0) return true;
    MESSAGE("only root can make files of another user: this is not tested");
    return false;
}

}  // namespace

TEST_CASE("in a folder for all users, no files of another user are used") {
    if (!is_root()) return;
    const TempFolder folder;
    const std::string file = folder.write("file", "x");
    const std::string link = folder / "link";
    fs::create_symlink(file, link);
    REQUIRE(::lchown(file.c_str(), other, other) == 0);
    REQUIRE(::lchown(link.c_str(), other, other) == 0);
    CHECK_NOTHROW(referee::check_not_planted(file, "file"));  // only the folder's owner can have put the file here
    ::chmod(folder.path().c_str(), 01777);
    CHECK_THROWS_AS(referee::check_not_planted(file, "file"), UserError);
    CHECK_THROWS_AS(referee::check_not_planted(link, "file"), UserError);
    CHECK_NOTHROW(referee::check_not_planted(folder / "nothing", "file"));
    CHECK_THROWS_AS(referee::open_output(file, O_TRUNC, "file"), UserError);
    CHECK_THROWS_AS(referee::open_output(link, O_TRUNC, "file"), UserError);
    CHECK(fs::file_size(file) == 1);
    REQUIRE(::chown(folder.path().c_str(), other, other) == 0);
    CHECK_NOTHROW(referee::check_not_planted(file, "file"));  // the owner of the file also owns the folder
}

TEST_CASE("in a folder for all users, a file with another hard link is not written") {
    const TempFolder folder;
    const std::string file = folder.write("file", "x");
    fs::create_hard_link(file, folder / "second");
    CHECK(referee::open_output(folder / "second", 0, "file"));
    ::chmod(folder.path().c_str(), 01777);
    CHECK_THROWS_AS(referee::open_output(folder / "second", O_TRUNC, "file"), UserError);
    CHECK(fs::file_size(file) == 1);
}

TEST_CASE("a file of the program is a regular file and not a link") {
    const TempFolder path;
    const auto folder = OwnFolder::make(path / "own", "folder");
    ::mkfifo((path / "own/pipe").c_str(), 0600);
    fs::create_symlink("/etc/passwd", path / "own/link");
    CHECK(folder.write("file", "text") == 0);
    CHECK(folder.read("file") == "text");
    CHECK_FALSE(folder.open("pipe"));
    CHECK(errno == EINVAL);
    CHECK_FALSE(folder.open("link"));
    CHECK(errno == ELOOP);
    CHECK(folder.write("link", "text") == 0);
    CHECK_FALSE(fs::is_symlink(path / "own/link"));
    CHECK(folder.remove_itself());
    CHECK_FALSE(fs::exists(path / "own"));
}

TEST_CASE("a folder of the program stays the one that was opened, whatever happens to its path") {
    const TempFolder path;
    const auto folder = OwnFolder::make(path / "own", "folder");
    fs::create_directories(path / "other/below");
    fs::rename(path / "own", path / "moved");
    fs::create_symlink(path / "other", path / "own");
    CHECK(folder.write("file", "text") == 0);
    CHECK(fs::exists(path / "moved/file"));
    CHECK(folder.remove_itself());
    CHECK(fs::exists(path / "other/below"));
    CHECK(fs::is_empty(path / "moved"));
    CHECK_THROWS_AS(OwnFolder::make(path / "own", "folder"), UserError);
}

TEST_CASE("a folder to which others can write is not accepted as a folder of the program") {
    const TempFolder path;
    fs::create_directory(path / "own");
    for (const mode_t mode : {0777, 0775, 01777}) {
        ::chmod((path / "own").c_str(), mode);
        CHECK_THROWS_AS(OwnFolder::make(path / "own", "folder"), UserError);
        CHECK(OwnFolder::take(path / "own", "folder", OwnFolder::Writers::unchecked));
    }
    ::chmod((path / "own").c_str(), 0755);
    CHECK_NOTHROW(OwnFolder::make(path / "own", "folder"));
    ::chmod(path.path().c_str(), 0777);
    CHECK_THROWS_AS(OwnFolder::make(path / "own", "folder"), UserError);
    ::chmod(path.path().c_str(), 01777);
    CHECK_NOTHROW(OwnFolder::make(path / "own", "folder"));
    CHECK_FALSE(OwnFolder::take(path / "none", "folder", OwnFolder::Writers::only_this_user));
    if (!is_root()) return;
    REQUIRE(::chown((path / "own").c_str(), other, other) == 0);
    CHECK_THROWS_AS(OwnFolder::make(path / "own", "folder"), UserError);
}
