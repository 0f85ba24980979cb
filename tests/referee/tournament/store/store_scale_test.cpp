// Tests a tournament file with a large number of matches.
#include <unistd.h>

#include <fstream>

#include <doctest/doctest.h>

#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/store/sample_tournament.hpp"
#include "tests/soak.hpp"

namespace tournament_test {

namespace {

// Under sanitizers, which keep freed memory, the memory use proves nothing.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool memory_tells_something = false;
#else
constexpr bool memory_tells_something = true;
#endif

}  // namespace

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
