// Tests that incomplete or foreign files are refused as tournament files, and that the message names the fault.
#include <sqlite3.h>

#include <filesystem>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "referee/tournament/store/store_file.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/store/sample_tournament.hpp"
#include "tests/referee/user_error.hpp"

namespace tournament_test {

TEST_CASE("only errors that SQLite reports as damage are reported as damage") {
    const TempFolder folder;
    const Database database(folder / "t.db", Database::Mode::in_memory);
    CHECK(error_of([&] { database.fail(SQLITE_CORRUPT); }).find("' is damaged: ") != std::string::npos);
    for (const int code : {SQLITE_INTERRUPT, SQLITE_AUTH, SQLITE_NOLFS, SQLITE_INTERNAL, 200}) {
        INFO(code);
        CHECK(fault_of(code) == FileFault::unknown);
        try {
            database.fail(code);
        } catch (const games::UserError& error) {
            FAIL("the user is blamed: " << std::string(error.what()));
        } catch (const std::runtime_error& error) {
            CHECK(std::string(error.what()).find("' can't be used: ") != std::string::npos);
        }
    }
    CHECK(fault_of(SQLITE_BUSY_SNAPSHOT) == FileFault::in_use);
    CHECK(fault_of(SQLITE_FULL) == FileFault::disk_full);
    CHECK(fault_of(SQLITE_IOERR_READ) == FileFault::not_read);
    CHECK(fault_of(SQLITE_IOERR_SHORT_READ) == FileFault::damaged);
    CHECK(fault_of(SQLITE_IOERR_FSYNC) == FileFault::not_written);
}

TEST_CASE("a file that is not a tournament file is refused as such") {
    const TempFolder folder;
    const auto said = [&](const std::string& path) { return error_of([&] { Store::open(path); }); };
    const std::string text = folder.write("text", std::string(5000, 'x'));
    CHECK(said(text) == "'" + text + "' is not a tournament file, or its first bytes are damaged");
    const std::string empty = folder.write("empty", "");
    CHECK(said(empty) == "'" + empty + "' is an empty file, not a tournament file");
    CHECK(said(folder / "none") ==
          "tournament file '" + folder / "none" + "' can't be opened: No such file or directory");
    CHECK(said(folder.path()) == "'" + folder.path() + "' is not a file");
    const std::string other = folder.write("other", "");
    Database(other, Database::Mode::read_write).execute("CREATE TABLE t (a)");
    CHECK(said(other) == "'" + other + "' is a database, but not a tournament file");
}

TEST_CASE("a file of another format or with changed content is refused") {
    const TempFolder folder;
    const auto said_after = [&](const char* sql) {
        const std::string path = folder / "t.db";
        std::filesystem::remove(path);
        Store store = Store::create(path, sample_head());
        store.add_games(sample_games(2));
        store.add_match(sample_played(1));
        { const Store gone = std::move(store); }
        // Another program might change the file without checking foreign keys, so this change is made without the
        // checks.
        Database(path, Database::Mode::read_write).execute((std::string("PRAGMA foreign_keys = OFF;") + sql).c_str());
        const std::string line = error_of([&] {
            const Store changed = Store::open(path);
            changed.games();
            changed.results();
            changed.for_each_match([](int, std::string_view) {});
        });
        const auto end_of_name = line.find("' ");
        return end_of_name == std::string::npos ? line : line.substr(end_of_name + 2);
    };
    const std::pair<const char*, const char*> cases[] = {
        {"SELECT 1", "(no error)"},
        {"PRAGMA user_version = 1", "has format 1; this referee knows format 6"},
        {"ALTER TABLE matches ADD COLUMN more TEXT", "is damaged: the table matches has been changed"},
        {"CREATE TABLE zoo (a)", "is damaged: it has an unknown table or view"},
        {"UPDATE matches SET winner = 0", "is damaged: match 1 has been changed"},
        {"UPDATE matches SET moves_hash = '0123456789abcdef'", "is damaged: match 1 has been changed"},
        {"UPDATE matches SET ending = 'x'", "is damaged: match 1 has been changed"},
        {"UPDATE games SET pair = 9", "is damaged: game 0 has been changed"},
        {"UPDATE games SET pair = -1", "is damaged: a value in column pair is out of range"},
        {"DELETE FROM games WHERE number = 0", "is damaged: game 0 is missing"},
        {"DROP VIEW logs", "is damaged: the view logs has been changed"},
        {"UPDATE packed_logs SET moves = '[]'", "is damaged: the log of match 1 has been changed"},
        {"UPDATE packed_logs SET dictionary = 0", "is damaged: the log of match 1 has been changed"},
        {"UPDATE packed_logs SET packed = x'00'", "is damaged: the log of match 1 has been changed"},
        {"UPDATE packed_logs SET crc32 = 0", "is damaged: the log of match 1 has been changed"},
        {"UPDATE packed_logs SET number = 0", "is damaged: the log of match 1 has been changed"},
        {"DELETE FROM packed_logs", "is damaged: the number of logs and matches differs"},
        {"UPDATE entrants SET reuse = 1 WHERE number = 2", "is damaged: entrant 2 has been changed"},
        {"UPDATE meta SET value = '5' WHERE key = 'seed'", "is damaged: the table meta has been changed"},
        {"DELETE FROM meta WHERE key = 'seed'", "is damaged: the table meta has no seed"},
        {"UPDATE entrants SET limits = 'memory=64M' WHERE number = 1", "is damaged: entrant 1 has been changed"},
        {"UPDATE entrants SET name = 'x'", "is damaged: entrant 0 has been changed"},
        {"UPDATE entrant_files SET sha256 = 'x'", "is damaged: a file of an entrant has been changed"},
        {"DELETE FROM entrants WHERE number = 0", "is damaged: entrant 1 has been changed"}};
    for (const auto& [sql, said] : cases)
        CHECK(said_after(sql) == said);
}

}  // namespace tournament_test
