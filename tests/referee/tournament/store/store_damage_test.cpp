// Tests that reading a damaged tournament file gives either the right data or a clear error.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "games/dice.hpp"
#include "games/user_error.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/store/sample_tournament.hpp"

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

Content content_of(const std::string& path) {
    const Store store = Store::open(path);
    Content content{store.head(), store.games(), store.matches(), {}};
    CHECK(store.results().size() == static_cast<int>(content.summaries.size()));
    store.for_each_match([&](int, std::string_view json) { content.logs.emplace_back(json); });
    return content;
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
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
        bytes = bytes_of(path);
        content = content_of(path);
        REQUIRE(content.logs.size() == sample_size);
    }

    /// Returns whether the damage is reported. If it is not, checks that the content is right.
    bool is_reported(const std::string& damaged) const {
        const std::string file = folder.write("damaged.db", damaged);
        std::filesystem::remove(file + "-wal");
        try {
            const Content found = content_of(file);  // called outside of CHECK(), which would catch the exception
            CHECK((found.head == content.head));
            CHECK((found.games == content.games));
            CHECK((found.summaries == content.summaries));
            CHECK((found.logs == content.logs));
            return false;
        } catch (const games::UserError& error) {
            const std::string line = error.what();
            CHECK(line.find(file) != std::string::npos);
            CHECK(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }));
        } catch (const std::runtime_error& error) {
            CHECK(std::string(error.what()).find(file) != std::string::npos);
        }
        return true;
    }
};

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

}  // namespace tournament_test
