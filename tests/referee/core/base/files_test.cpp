// Tests logs and other files on disk: they are written completely or not at all, each match is read back with its
// position in the file, and files that other users may have put there are not used.
#include "referee/core/base/fresh_file.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/base/trust.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "games/user_error.hpp"
#include "referee/core/base/file_identity.hpp"
#include "referee/core/base/own_folder.hpp"
#include "tests/messages.hpp"
#include "tests/protocol/sample_log.hpp"
#include "tests/referee/temp_folder.hpp"

namespace {

using protocol::Layout;
using referee::open_log;
using referee::read_logs;
using Places = std::vector<std::string>;
namespace fs = std::filesystem;
using games::UserError;
using referee::FreshFile;
using referee::OwnFolder;
using referee::UniqueFd;

const std::string one_line = to_json(sample_log(), Layout::one_line);
const std::string readable = to_json(sample_log(), Layout::readable);

Places places_in(const std::string& path) {
    Places places;
    read_logs(path, [&](const protocol::MatchLog& log, const std::string& place) {
        CHECK(log.id == sample_log().id);
        places.push_back(place);
    });
    return places;
}

std::string with_carriage_returns(std::string text) {
    for (auto at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
        text.insert(at, 1, '\r');
    return text;
}

std::string said_of(const std::string& path) {
    return error_of([&] { places_in(path); });
}

constexpr uid_t somebody = 54321;

bool is_root() {
    if (::geteuid() == 0) return true;
    MESSAGE("only root can make files of another user: this is not tested");
    return false;
}

}  // namespace

TEST_CASE("one match is a document in its own file, and several matches are written one per line") {
    const TempFolder folder;
    open_log(folder / "one", 1, false)->write(sample_log());
    CHECK(content_of(folder / "one") == readable);
    const auto log = open_log(folder / "many", 3, false);
    CHECK(content_of(folder / "many").empty());
    log->write(sample_log());
    CHECK(content_of(folder / "many") == one_line);
    log->write(sample_log());
    CHECK(content_of(folder / "many") == one_line + one_line);
}

TEST_CASE("an old log is replaced as a whole, and a log of several is emptied by its first match") {
    const TempFolder folder;
    const std::string old = folder.write("old", one_line + one_line);
    for (const int games : {1, 2}) {
        folder.write("old", one_line + one_line);
        const auto log = open_log(old, games, true);
        CHECK(content_of(old) == one_line + one_line);  // the old log stays unchanged until there is a new match
        log->write(sample_log());
        CHECK(content_of(old) == (games == 1 ? readable : one_line));
    }
    CHECK(count_files(folder.path()) == 1);  // no other file in the folder
}

TEST_CASE("a match log is replaced only on request, and any other file never is") {
    const TempFolder folder;
    for (const int games : {1, 2}) {
        for (const std::string& text : {readable, one_line, readable.substr(0, 300)}) {
            const std::string path = folder.write("log", text);
            CHECK(error_of([&] { return open_log(path, games, false); }) ==
                  "log '" + path + "' already exists: add --force to overwrite it, or name another file");
            CHECK_NOTHROW(static_cast<void>(open_log(path, games, true)));
            CHECK(content_of(path) == text);
        }
        const std::string other = folder.write("other", "#!/bin/sh\n");
        for (const bool force : {false, true}) {
            CHECK(error_of([&] { return open_log(other, games, force); }) ==
                  "log '" + other + "' would overwrite a file that is not a match log: name another file");
        }
        CHECK(content_of(other) == "#!/bin/sh\n");
    }
}

TEST_CASE("a log has only one writer at a time") {
    const TempFolder folder;
    const std::string path = folder / "log";
    for (const int games : {1, 2}) {
        auto log = open_log(path, games, true);
        CHECK(error_of([&] { return open_log(path, 3 - games, true); }) ==
              "log '" + path + "' is being written by another process: name another file");
        log->write(sample_log());
        log.reset();
        CHECK_NOTHROW(static_cast<void>(open_log(path, games, true)));
    }
}

TEST_CASE("a match that was saved before its end is distinguished from others") {
    const TempFolder folder;
    protocol::MatchLog saved = sample_log();
    saved.failure.reset();
    saved.result = {std::nullopt, protocol::Ending::aborted, referee::detail_of_saved};
    const std::string text = to_json(saved, Layout::one_line);
    CHECK(referee::is_saved_match(folder.write("saved", text)));
    for (const std::string& other : {one_line, text + text, text + one_line, text.substr(0, 100), std::string()})
        CHECK_FALSE(referee::is_saved_match(folder.write("other", other)));
}

TEST_CASE("a log that can't be written is refused before the match") {
    const TempFolder folder;
    for (const int games : {1, 2}) {
        for (const std::string& path : {folder.path(), folder / "no/such", std::string("/dev/null/x")}) {
            CHECK(contains(error_of([&] { return open_log(path, games, false); }), "can't be written: "));
        }
    }
}

TEST_CASE("a log whose name has the maximum length is written all the same") {
    const TempFolder folder;
    const std::string path = folder / std::string(253, 'x');
    open_log(path, 1, false)->write(sample_log());
    CHECK(content_of(path) == readable);
}

TEST_CASE("a log is written to a pipe or a device, which is not replaced") {
    open_log("/dev/null", 1, false)->write(sample_log());
    struct stat status {};
    REQUIRE(::stat("/dev/null", &status) == 0);
    CHECK(S_ISCHR(status.st_mode));
    const std::string full = "log '/dev/full' can't be written: No space left on device";
    CHECK_THROWS_WITH_AS(open_log("/dev/full", 1, false)->write(sample_log()), full.c_str(), std::runtime_error);
}

TEST_CASE("a link to a log stays a link") {
    const TempFolder folder;
    const std::string target = folder.write("target", "");
    std::filesystem::create_symlink(target, folder / "link");
    open_log(folder / "link", 1, false)->write(sample_log());
    CHECK(std::filesystem::is_symlink(folder / "link"));
    CHECK(content_of(target) == readable);
}

TEST_CASE("matches are read with their places") {
    const TempFolder folder;
    const std::string path = folder / "log";
    const std::pair<std::string, Places> table[] = {
        {readable, {path}},
        {one_line, {path}},
        {one_line.substr(0, one_line.size() - 1), {path}},
        {one_line + one_line, {path + ":1", path + ":2"}},
        {"\n" + one_line + " \n\n" + one_line + "\n", {path + ":2", path + ":5"}},
        {with_carriage_returns(one_line + one_line), {path + ":1", path + ":2"}},
        {with_carriage_returns(readable), {path}},
        {"\n\n" + readable, {path}},
    };
    for (const auto& [text, places] : table) {
        folder.write("log", text);
        const std::string written = text.substr(0, 20) + " ... " + std::to_string(text.size());
        INFO(written);
        CHECK(places_in(path) == places);
    }
}

TEST_CASE("damage is reported with its place, and the matches before it are read") {
    const TempFolder folder;
    const std::string path = folder.write("log", one_line + one_line.substr(0, 300) + "\n" + one_line);
    int read = 0;
    const std::string said = error_of([&] { read_logs(path, [&](const auto&, const auto&) { ++read; }); });
    CHECK(read == 1);
    CHECK(said == "log '" + path + ":2' is damaged: not valid JSON at byte 301");
    CHECK(contains(said_of(folder.write("log", readable + readable)), "is damaged"));
    CHECK(contains(said_of(folder.write("log", readable.substr(0, 500))), "is damaged"));
    CHECK(contains(said_of(folder.write("log", "{}\n")), "is damaged: the log has no \"format\""));
}

TEST_CASE("a log of another version and a database are distinguished from damage") {
    const TempFolder folder;
    std::string other = one_line;
    other.replace(other.find("referee-match/1"), 15, "referee-match/2");
    const std::string path = folder.write("log", one_line + other);
    CHECK(said_of(path) == "log '" + path + ":2' was written by another version of referee: its format is " +
                               R"("referee-match/2", not "referee-match/1")");
    const std::string database = folder.write("t.db", std::string("SQLite format 3\0", 16) + "\n" + one_line);
    CHECK(said_of(database) ==
          "'" + database + "' is a tournament file, not a log: view it with referee view, or referee serve");
}

TEST_CASE("one match of a file can be chosen by its number, and all are read") {
    const TempFolder folder;
    const std::string path = folder.write("log", one_line + one_line + one_line);
    const auto chosen = [&](int number) {
        Places places;
        read_logs(
            path, [&](const auto&, const std::string& place) { places.push_back(place); }, number);
        return places;
    };
    CHECK(chosen(2) == Places{path + ":2"});
    CHECK(error_of([&] { chosen(4); }) == "--match 4: log '" + path + "' holds 3 matches");
    folder.write("log", one_line + "{}\n");
    CHECK(contains(error_of([&] { chosen(1); }), ":2' is damaged: "));
}

TEST_CASE("in a folder for all users, no files of another user are used") {
    if (!is_root()) return;
    const TempFolder folder;
    const std::string file = folder.write("file", "x");
    const std::string link = folder / "link";
    fs::create_symlink(file, link);
    REQUIRE(::lchown(file.c_str(), somebody, somebody) == 0);
    REQUIRE(::lchown(link.c_str(), somebody, somebody) == 0);
    CHECK_NOTHROW(referee::check_not_planted(file, "file"));  // only the folder's owner can have put the file here
    ::chmod(folder.path().c_str(), 01777);
    CHECK_THROWS_AS(referee::check_not_planted(file, "file"), UserError);
    CHECK_THROWS_AS(referee::check_not_planted(link, "file"), UserError);
    CHECK_NOTHROW(referee::check_not_planted(folder / "nothing", "file"));
    CHECK_THROWS_AS(static_cast<void>(referee::open_output(file, O_TRUNC, "file")), UserError);
    CHECK_THROWS_AS(static_cast<void>(referee::open_output(link, O_TRUNC, "file")), UserError);
    CHECK(fs::file_size(file) == 1);
    REQUIRE(::chown(folder.path().c_str(), somebody, somebody) == 0);
    CHECK_NOTHROW(referee::check_not_planted(file, "file"));  // the owner of the file also owns the folder
}

TEST_CASE("in a folder for all users, a file with another hard link is not written") {
    const TempFolder folder;
    const std::string file = folder.write("file", "x");
    fs::create_hard_link(file, folder / "second");
    CHECK(referee::open_output(folder / "second", 0, "file"));
    ::chmod(folder.path().c_str(), 01777);
    CHECK_THROWS_AS(static_cast<void>(referee::open_output(folder / "second", O_TRUNC, "file")), UserError);
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
    CHECK_THROWS_AS(static_cast<void>(OwnFolder::make(path / "own", "folder")), UserError);
}

TEST_CASE("a folder to which others can write is not accepted as a folder of the program") {
    const TempFolder path;
    fs::create_directory(path / "own");
    for (const mode_t mode : {0777U, 0775U, 01777U}) {
        ::chmod((path / "own").c_str(), mode);
        CHECK_THROWS_AS(static_cast<void>(OwnFolder::make(path / "own", "folder")), UserError);
        CHECK(OwnFolder::take(path / "own", "folder", OwnFolder::Writers::unchecked));
    }
    ::chmod((path / "own").c_str(), 0755);
    CHECK_NOTHROW(static_cast<void>(OwnFolder::make(path / "own", "folder")));
    ::chmod(path.path().c_str(), 0777);
    CHECK_THROWS_AS(static_cast<void>(OwnFolder::make(path / "own", "folder")), UserError);
    ::chmod(path.path().c_str(), 01777);
    CHECK_NOTHROW(static_cast<void>(OwnFolder::make(path / "own", "folder")));
    CHECK_FALSE(OwnFolder::take(path / "none", "folder", OwnFolder::Writers::only_this_user));
    if (!is_root()) return;
    REQUIRE(::chown((path / "own").c_str(), somebody, somebody) == 0);
    CHECK_THROWS_AS(static_cast<void>(OwnFolder::make(path / "own", "folder")), UserError);
}

TEST_CASE("a fresh file is invisible until it takes its place, and leaves nothing behind if it does not") {
    const TempFolder folder;
    {
        FreshFile fresh(folder / "new");
        REQUIRE(fresh.error() == 0);
        CHECK(referee::write_bytes(fresh.fd(), "half") == 0);
        CHECK_FALSE(fs::exists(folder / "new"));
    }
    CHECK(count_files(folder.path()) == 0);
    FreshFile fresh(folder / "new");
    CHECK(referee::write_bytes(fresh.fd(), "whole") == 0);
    CHECK(fresh.take_place(FreshFile::IfThere::fail) == 0);
    CHECK(content_of(folder / "new") == "whole");
    CHECK(count_files(folder.path()) == 1);
}

TEST_CASE("a fresh file replaces an existing file only with permission") {
    const TempFolder folder;
    const std::string path = folder.write("taken", "old");
    const auto old = referee::identity_of(path);
    {
        FreshFile fresh(path);
        CHECK(fresh.take_place(FreshFile::IfThere::fail) == EEXIST);
    }
    CHECK(referee::identity_of(path) == old);
    FreshFile fresh(path);
    CHECK(referee::write_bytes(fresh.fd(), "new") == 0);
    CHECK(fresh.take_place(FreshFile::IfThere::replace) == 0);
    CHECK(content_of(path) == "new");
    CHECK_FALSE(referee::identity_of(path).place == old.place);
    CHECK(count_files(folder.path()) == 1);
}

TEST_CASE("if no file can be created, the system's reason is reported") {
    const TempFolder folder;
    CHECK(FreshFile(folder / "none/new").error() == ENOENT);
    CHECK(referee::identity_of(folder / "none") == referee::FileIdentity{});
}
