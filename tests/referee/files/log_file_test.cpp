// Tests logs on disk: they are written completely or not at all, and each match is read back with its position in the
// file.
#include "referee/files/log_file.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <sstream>

#include "tests/protocol/sample_log.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/user_error.hpp"

namespace {

using protocol::Layout;
using referee::open_log;
using referee::read_logs;
using Places = std::vector<std::string>;

const std::string one_line = to_json(sample_log(), Layout::one_line);
const std::string readable = to_json(sample_log(), Layout::readable);

std::string text_of(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

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

}  // namespace

TEST_CASE("one match is a document in its own file, and several matches are written one per line") {
    const TempFolder folder;
    open_log(folder / "one", 1, false)->write(sample_log());
    CHECK(text_of(folder / "one") == readable);
    const auto log = open_log(folder / "many", 3, false);
    CHECK(text_of(folder / "many").empty());
    log->write(sample_log());
    CHECK(text_of(folder / "many") == one_line);
    log->write(sample_log());
    CHECK(text_of(folder / "many") == one_line + one_line);
}

TEST_CASE("an old log is replaced as a whole, and a log of several is emptied by its first match") {
    const TempFolder folder;
    const std::string old = folder.write("old", one_line + one_line);
    for (const int games : {1, 2}) {
        folder.write("old", one_line + one_line);
        const auto log = open_log(old, games, true);
        CHECK(text_of(old) == one_line + one_line);  // the old log stays unchanged until there is a new match
        log->write(sample_log());
        CHECK(text_of(old) == (games == 1 ? readable : one_line));
    }
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);  // no other file in the folder
}

TEST_CASE("a match log is replaced only on request, and any other file never is") {
    const TempFolder folder;
    for (const int games : {1, 2}) {
        for (const std::string& text : {readable, one_line, readable.substr(0, 300)}) {
            const std::string path = folder.write("log", text);
            CHECK(error_of([&] { static_cast<void>(open_log(path, games, false)); }) ==
                  "log '" + path + "' already exists: add --force to overwrite it, or name another file");
            CHECK_NOTHROW(static_cast<void>(open_log(path, games, true)));
            CHECK(text_of(path) == text);
        }
        const std::string other = folder.write("other", "#!/bin/sh\n");
        for (const bool force : {false, true}) {
            CHECK(error_of([&] { static_cast<void>(open_log(other, games, force)); }) ==
                  "log '" + other + "' would overwrite a file that is not a match log: name another file");
        }
        CHECK(text_of(other) == "#!/bin/sh\n");
    }
}

TEST_CASE("a log has only one writer at a time") {
    const TempFolder folder;
    const std::string path = folder / "log";
    for (const int games : {1, 2}) {
        auto log = open_log(path, games, true);
        CHECK(error_of([&] { static_cast<void>(open_log(path, 3 - games, true)); }) ==
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
            CHECK(error_of([&] { static_cast<void>(open_log(path, games, false)); }).find("can't be written: ") !=
                  std::string::npos);
        }
    }
}

TEST_CASE("a log whose name has the maximum length is written all the same") {
    const TempFolder folder;
    const std::string path = folder / std::string(253, 'x');
    open_log(path, 1, false)->write(sample_log());
    CHECK(text_of(path) == readable);
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
    CHECK(text_of(target) == readable);
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
    CHECK(said_of(folder.write("log", readable + readable)).find("is damaged") != std::string::npos);
    CHECK(said_of(folder.write("log", readable.substr(0, 500))).find("is damaged") != std::string::npos);
    CHECK(said_of(folder.write("log", "{}\n")).find("is damaged: the log has no \"format\"") != std::string::npos);
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
    CHECK(error_of([&] { chosen(1); }).find(":2' is damaged: ") != std::string::npos);
}

TEST_CASE("files without a log are refused") {
    const TempFolder folder;
    CHECK(said_of(folder.path()).find("is a directory") != std::string::npos);
    CHECK(said_of(folder / "none").find("can't be read: No such file") != std::string::npos);
    CHECK(said_of(folder.write("empty", "")).find("is empty") != std::string::npos);
    CHECK(said_of(folder.write("blank", "\n \r\n\t\n")).find("is empty") != std::string::npos);
}
