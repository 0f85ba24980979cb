// Tests that a tournament file is refused, with a message that names the fault, if it is damaged, incomplete or
// foreign, and that it keeps the hosts of its games.
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "games/dice.hpp"
#include "games/user_error.hpp"
#include "referee/tournament/figures/tables/hosts.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/paper/store/store_file.hpp"
#include "tests/messages.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/paper/store/sample_tournament.hpp"

namespace tournament_test {

namespace {

constexpr int sample_size = 40;

/// The content of a file.
struct Content {
    TournamentHead head;
    std::vector<PlannedGame> games;
    std::vector<StoredMatch> summaries;
    std::vector<std::string> logs;
    friend bool operator==(const Content&, const Content&) = default;
};

Content read_content(const std::string& path) {
    const Store store = Store::open(path);
    Content content{store.head(), store.games(), store.matches(), {}};
    CHECK(store.results().size() == static_cast<int>(content.summaries.size()));
    store.for_each_match([&](int, std::string_view json) { content.logs.emplace_back(json); });
    return content;
}

struct Sample {
    TempFolder folder;
    std::string path = folder / "t.db";
    std::string bytes;
    Content content;

    Sample() {
        {
            Store store = Store::create(path, sample_head());
            store.add_games(sample_games(sample_size + 20));
            for (int number = 0; number < sample_size; ++number)
                store.add_match(sample_played(number));
        }
        bytes = content_of(path);
        content = read_content(path);
        REQUIRE(content.logs.size() == sample_size);
    }

    /// Returns whether the damage is reported. If it is not, checks that the content is right.
    bool is_reported(const std::string& damaged) const {
        const std::string file = folder.write("damaged.db", damaged);
        std::filesystem::remove(file + "-wal");
        try {
            const Content found = read_content(file);  // called outside of CHECK(), which would catch the exception
            CHECK((found.head == content.head));
            CHECK((found.games == content.games));
            CHECK((found.summaries == content.summaries));
            CHECK((found.logs == content.logs));
            return false;
        } catch (const games::UserError& error) {
            const std::string line = error.what();
            CHECK(contains(line, file));
            CHECK(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }));
        } catch (const std::runtime_error& error) {
            CHECK(contains(std::string(error.what()), file));
        }
        return true;
    }
};

PlayedGame played_on(int number, const std::string& host, std::int64_t speed) {
    PlayedGame played = sample_played(number);
    played.on =
        PlayedOn{host, "CPU of " + host, 4, speed, 150, protocol::Micros(10 + number), protocol::Micros(5'000'000)};
    if (number % 2 != 0) played.void_games = {{0, "late"}};
    return played;
}

}  // namespace

TEST_CASE("a changed byte is reported, or changes nothing that is read") {
    const Sample sample;
    games::Dice dice(11);
    int reported = 0;
    constexpr int tries = 1500;
    for (int i = 0; i < tries; ++i) {
        std::string damaged = sample.bytes;
        // Damages each of the first 800 bytes, which hold the header and the schema, and then random bytes.
        const auto place = i < 800 ? static_cast<std::size_t>(i) : dice.below(damaged.size());
        damaged[place] = static_cast<char>(damaged[place] ^ static_cast<char>(1 + dice.below(255)));
        reported += sample.is_reported(damaged) ? 1 : 0;
    }
    CHECK(reported > tries / 4);  // a low bound, because some tables are empty
}

TEST_CASE("random and zeroed bytes are reported, or change nothing that is read") {
    const Sample sample;
    games::Dice dice(12);
    int reported = 0;
    for (int i = 0; i < 500; ++i) {
        std::string damaged = sample.bytes;
        const std::size_t from = dice.below(damaged.size());
        const std::size_t length = std::min<std::size_t>(1 + dice.below(6000), damaged.size() - from);
        const bool rubbish = i % 2 == 0;
        for (std::size_t k = from; k < from + length; ++k)
            damaged[k] = rubbish ? static_cast<char>(dice.below(256)) : '\0';
        reported += sample.is_reported(damaged) ? 1 : 0;
    }
    CHECK(reported > 400);
}

TEST_CASE("a row that is missing from its page is reported") {
    const Sample sample;
    constexpr std::size_t page = 4096;
    int leaves = 0;
    for (std::size_t at = page; at < sample.bytes.size(); at += page) {
        constexpr char leaf_of_table = 13;
        const int rows = static_cast<unsigned char>(sample.bytes[at + 4]);
        if (sample.bytes[at] != leaf_of_table || sample.bytes[at + 3] != 0 || rows == 0) continue;
        std::string damaged = sample.bytes;
        --damaged[at + 4];
        CHECK(sample.is_reported(damaged));
        ++leaves;
    }
    CHECK(leaves >= 6);
}

TEST_CASE("a page in the place of another, and a truncated file, are reported") {
    const Sample sample;
    constexpr std::size_t page = 4096;
    games::Dice dice(13);
    int reported = 0;
    for (int i = 0; i < 200; ++i) {
        const std::size_t pages = sample.bytes.size() / page;
        const std::size_t from = dice.below(pages);
        const std::size_t to = dice.below(pages);
        std::string damaged = sample.bytes;
        damaged.replace(to * page, page, sample.bytes, from * page, page);
        reported += damaged != sample.bytes && sample.is_reported(damaged) ? 1 : 0;
    }
    CHECK(reported > 160);
    for (int i = 0; i < 100; ++i)
        CHECK(sample.is_reported(sample.bytes.substr(0, dice.below(sample.bytes.size()))));
}

TEST_CASE("only errors that SQLite reports as damage are reported as damage") {
    const TempFolder folder;
    const Database database(folder / "t.db", Database::Mode::in_memory);
    CHECK(contains(error_of([&] { database.fail(SQLITE_CORRUPT); }), "' is damaged: "));
    for (const int code : {SQLITE_INTERRUPT, SQLITE_AUTH, SQLITE_NOLFS, SQLITE_INTERNAL, 200}) {
        INFO(code);
        CHECK(fault_of(code) == FileFault::unknown);
        try {
            database.fail(code);
        } catch (const games::UserError& error) {
            FAIL("the user is blamed: " << std::string(error.what()));
        } catch (const std::runtime_error& error) {
            CHECK(contains(std::string(error.what()), "' can't be used: "));
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
        {"UPDATE matches SET winner = 0", "is damaged: match 2 has been changed"},
        {"UPDATE matches SET moves_hash = '0123456789abcdef'", "is damaged: match 2 has been changed"},
        {"UPDATE matches SET ending = 'x'", "is damaged: match 2 has been changed"},
        {"UPDATE games SET pair = 9", "is damaged: game 1 has been changed"},
        {"UPDATE games SET pair = -1", "is damaged: a value in column pair is out of range"},
        {"DELETE FROM games WHERE number = 0", "is damaged: game 1 is missing"},
        {"DROP VIEW logs", "is damaged: the view logs has been changed"},
        {"UPDATE packed_logs SET moves = '[]'", "is damaged: the log of match 2 has been changed"},
        {"UPDATE packed_logs SET dictionary = 0", "is damaged: the log of match 2 has been changed"},
        {"UPDATE packed_logs SET packed = x'00'", "is damaged: the log of match 2 has been changed"},
        {"UPDATE packed_logs SET crc32 = 0", "is damaged: the log of match 2 has been changed"},
        {"UPDATE packed_logs SET number = 0", "is damaged: the log of match 2 has been changed"},
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

TEST_CASE("a match that counts again has its host again, also after it was played on different machines") {
    const SampleFile file;
    Store store = file.create(3);
    store.add_matches(std::vector{played_on(0, "n1", 400'000), played_on(1, "n2", 300'000), sample_played(2)});
    const auto number_of = [&](const std::string& name) {
        const auto hosts = hosts_of(Store::open(file.path));
        const auto host = std::ranges::find(hosts, name, &HostAccount::name);
        return host == hosts.end() ? 0 : host->games;
    };
    const Change again{.kind = Change::Kind::again, .games = {0, 1, 2}};
    store.change({&again, 1}, {});
    CHECK(hosts_of(Store::open(file.path)).empty());
    store.add_match(played_on(0, "n3", 500'000));
    const Change once_more{.kind = Change::Kind::again, .games = {0}};
    store.change({&once_more, 1}, {});
    const Change leaves{.kind = Change::Kind::withdrawn, .planned = 3, .entrant = 0, .reinstated = {0, 1, 2}};
    store.change({&leaves, 1}, {});
    CHECK(number_of("n1") == 0);
    CHECK(number_of("n2") == 1);
    CHECK(number_of("n3") == 1);
    CHECK(store.head().changes == Store::open(file.path).head().changes);
}

TEST_CASE("hosts are kept as soon as another machine has played a game") {
    const SampleFile file;
    {
        Store store = file.create(30);
        store.add_match(sample_played(0));
        CHECK(hosts_of(store).empty());
    }
    {
        Store store = file.resume();
        store.add_matches(std::vector{played_on(1, "n1", 400'000), played_on(2, "n2", 300'000)});
        store.add_match(played_on(3, "n1", 420'000));
    }
    {
        Store store = file.resume();
        store.add_match(played_on(4, "n2", 300'000));
    }
    const Store store = Store::open(file.path);
    CHECK(store.matches().size() == 5);
    const auto hosts = hosts_of(store);
    REQUIRE(hosts.size() == 2);
    CHECK(hosts[0].name == "n1");
    CHECK(hosts[0].cpu == "CPU of n1");
    CHECK(hosts[0].cores == 4);
    CHECK(hosts[0].games == 2);
    CHECK(hosts[0].void_games == 2);
    CHECK(hosts[0].speed() == 410'000);
    CHECK(hosts[0].latest == protocol::Micros(13));
    CHECK(hosts[1].games == 2);
    CHECK(hosts[1].void_games == 0);
}

TEST_CASE("machines of one name with another processor are other hosts") {
    const SampleFile file;
    Store store = file.create(3);
    PlayedGame other_cpu = played_on(1, "n1", 400'000), other_cores = played_on(2, "n1", 300'000);
    other_cpu.on->cpu = "another";
    other_cores.on->cores = 8;
    store.add_matches(std::vector{played_on(0, "n1", 200'000), other_cpu, other_cores});
    const auto hosts = hosts_of(store);
    REQUIRE(hosts.size() == 3);
    for (const auto& host : hosts)
        CHECK(host.games == 1);
    CHECK(hosts[0].speed() == 200'000);
    CHECK(hosts[1].speed() == 300'000);
    CHECK(hosts[2].speed() == 400'000);
}

TEST_CASE("a changed host is damage") {
    const SampleFile file;
    Store store = file.create(3);
    store.add_match(played_on(1, "n1", 400'000));
    for (const char* change : {"UPDATE hosts SET name = 'n9'", "UPDATE played_on SET speed = 9"}) {
        Database(file.path, Database::Mode::read_write).execute(change);
        CHECK(contains(error_of([&] { return hosts_of(Store::open(file.path)); }), "has been changed"));
        Database(file.path, Database::Mode::read_write).execute("UPDATE hosts SET name = 'n1'");
    }
}

TEST_CASE("a warning names hosts that differ by more than a tenth") {
    const auto host = [](const std::string& name, std::int64_t speed) {
        PlayedOn on;
        on.host = name;
        on.speed = speed;
        return account_of_host(on);
    };
    CHECK(speed_warning({}).empty());
    CHECK(speed_warning({host("a", 100'000)}).empty());
    CHECK(speed_warning({host("a", 100'000), host("b", 110'000)}).empty());
    CHECK(speed_warning({host("a", 125'000), host("b", 100'000)}) ==
          "a is 25 % faster than b: equal limits of time are not equal there;\n--scale-time adapts them");
    CHECK(hosts_text({}).empty());
    CHECK(contains(hosts_text({host("a", 125'000), host("b", 100'000)}), "\n--scale-time adapts them\n"));
}

}  // namespace tournament_test
