// Tests that packed logs are small and are unpacked without change, with and without a dictionary, and that a file of
// many matches takes no more memory.
#include "referee/tournament/paper/store/log_packer.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

#include "tests/messages.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/paper/store/sample_tournament.hpp"
#include "tests/soak.hpp"

namespace tournament_test {

namespace {

using referee::tournament::DictionaryMaker;
using referee::tournament::LogPacker;

constexpr int enough = 100;

std::string log_of_number(int number) {
    return sample_played(number).log;
}

std::string learned_dictionary() {
    DictionaryMaker maker;
    for (int i = 0; i < enough; ++i)
        maker.add(log_of_number(i));
    auto dictionary = maker.make();
    REQUIRE(dictionary);
    return *std::move(dictionary);
}

std::int64_t bytes_of_logs(const std::string& path) {
    return Database(path, Database::Mode::read_only).number("SELECT sum(length(packed)) FROM packed_logs");
}

// Under sanitizers, which keep freed memory, the memory use proves nothing.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool memory_tells_something = false;
#elif defined(__has_feature)  // clang's way to ask
constexpr bool memory_tells_something = !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
constexpr bool memory_tells_something = true;
#endif

}  // namespace

TEST_CASE("packed logs are unpacked unchanged") {
    LogPacker packer;
    for (const std::string& log : {std::string(), std::string("{}"), log_of_number(3), std::string(1'000'000, 'x')}) {
        const std::string packed(packer.pack(log));
        CHECK(packer.unpack(packed, std::nullopt) == log);
    }
}

TEST_CASE("a dictionary makes logs smaller, and those packed without it can still be read") {
    LogPacker packer;
    const std::string log = log_of_number(500);
    const std::string alone(packer.pack(log));
    CHECK_FALSE(packer.dictionary());
    packer.learn(0, learned_dictionary());
    CHECK(packer.knows(0));
    CHECK_FALSE(packer.knows(1));
    CHECK(packer.dictionary() == 0);
    const std::string with_dictionary(packer.pack(log));
    CHECK(with_dictionary.size() * 2 < alone.size());
    CHECK(packer.unpack(with_dictionary, 0) == log);
    CHECK(packer.unpack(alone, std::nullopt) == log);
    CHECK(packer.unpack(with_dictionary, std::nullopt) != log);
}

TEST_CASE("changed bytes are not unpacked") {
    LogPacker packer;
    const std::string log = log_of_number(7);
    const std::string packed(packer.pack(log));
    for (std::size_t i = 0; i < packed.size(); ++i) {
        std::string changed = packed;
        changed[i] = static_cast<char>(changed[i] ^ 0x10);
        const auto read = packer.unpack(changed, std::nullopt);
        CHECK((!read || *read == log));
        CHECK_FALSE(packer.unpack(packed.substr(0, i), std::nullopt).value_or("") == log);
    }
    // The header of this frame claims a size of a terabyte.
    CHECK_FALSE(packer.unpack(std::string("\x28\xb5\x2f\xfd\xe0\0\0\0\0\0\1\0\0", 13), std::nullopt));
}

TEST_CASE("a dictionary is created once, as soon as there are enough logs") {
    DictionaryMaker maker;
    for (int i = 0; i < enough; ++i) {
        CHECK_FALSE(maker.make());
        maker.add(log_of_number(i));
    }
    CHECK(maker.make());
    for (int i = 0; i < enough; ++i)
        maker.add(log_of_number(i));
    CHECK_FALSE(maker.make());
}

TEST_CASE("logs that are too large or too small make no dictionary") {
    DictionaryMaker large;
    DictionaryMaker empty;
    for (int i = 0; i < 2 * enough; ++i) {
        large.add(std::string(100'000, 'x'));
        empty.add("");
    }
    CHECK_FALSE(large.make());
    CHECK_FALSE(empty.make());
}

TEST_CASE("a tournament's file learns its dictionary during play, and a resumed one keeps it") {
    const SampleFile file;
    const auto add = [](Store& store, int from, int count) {
        std::vector<PlayedGame> games;
        for (int i = from; i < from + count; ++i)
            games.push_back(sample_played(i));
        store.add_matches(games);
    };
    {
        Store store = file.create(4 * enough);
        add(store, 0, enough);
    }
    const std::int64_t without = bytes_of_logs(file.path);
    {
        // The samples that the first process collected for a dictionary are lost.
        Store store = file.resume();
        add(store, enough, enough);
        add(store, 2 * enough, 1);  // the dictionary is stored with this match, and used for later matches
        add(store, 2 * enough + 1, enough - 1);
    }
    {
        Store store = file.resume();
        add(store, 3 * enough, enough);
    }
    CHECK(Database(file.path, Database::Mode::read_only).number("SELECT count(*) FROM dictionaries") == 1);
    CHECK(Database(file.path, Database::Mode::read_only)
              .number("SELECT count(*) FROM packed_logs WHERE dictionary IS NULL") == 2 * enough + 1);
    CHECK(bytes_of_logs(file.path) < without * 3);
    const Store store = Store::open(file.path);
    int count = 0;
    store.for_each_match([&](int number, std::string_view log) {
        CHECK(number == count++);
        CHECK(log == log_of_number(number));
    });
    CHECK(count == 4 * enough);
    CHECK(store.log_of(399) == log_of_number(399));
    {
        Database database(file.path, Database::Mode::read_write);
        database.execute("UPDATE dictionaries SET dictionary = zeroblob(100)");
    }
    CHECK(contains(error_of([&] { return Store::open(file.path).log_of(399); }),
                   "the dictionary of the logs has been "
                   "changed"));
    CHECK(contains(error_of([&] { return file.resume(); }), "the dictionary of the logs"));
    CHECK(Store::open(file.path).log_of(3) == log_of_number(3));
}

TEST_CASE("thousands of matches take no more memory than a few") {
    const int matches = repetitions(12'000, 100'000);
    const SampleFile file;
    Store store = file.create(matches);
    const auto resident_kb = [] {
        std::ifstream statm("/proc/self/statm");
        long all = 0;
        long resident = 0;
        statm >> all >> resident;
        return resident * (::sysconf(_SC_PAGESIZE) / 1024);
    };
    PlayedGame played = sample_played(1);
    long before = 0;
    for (int number = 0; number < matches;) {
        std::vector<PlayedGame> group;
        for (int i = 0; i < 100; ++i) {
            played.game.number = played.match.result.number = number++;
            group.push_back(played);
        }
        store.add_matches(group);
        if (number == 5'000) before = resident_kb();
    }
    if (memory_tells_something) CHECK(resident_kb() < before + 3'000);
    int count = 0;
    store.for_each_match([&](int, std::string_view) { ++count; });
    CHECK(count == matches);
    if (memory_tells_something) CHECK(resident_kb() < before + 5'000);
}

}  // namespace tournament_test
