// Tests the spool: records of games that several writers append to files, and that one reader takes as they grow.
#include "referee/tournament/run/engine/part_writer.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <stdexcept>

#include "games/user_error.hpp"
#include "tests/referee/temp_folder.hpp"

using namespace referee::tournament;

namespace {

Record sample_record(int game) {
    Record record;
    record.tournament = "0badcafe";
    record.on.host = "n\"1";
    record.on.cpu = R"(tricky ,"log":{} name)";
    record.on.cores = 2;
    record.on.speed = 400'000;
    record.on.took = protocol::Micros(1234);
    record.game = game;
    record.void_games = {{1, R"(late ,"log":{"x":1})"}};
    record.log = R"({"id":"x","plies":[]})";
    return record;
}

struct Seen {
    std::vector<int> games;
    std::vector<std::int64_t> damage;
    std::chrono::seconds ahead{};

    PartReaders readers() {
        return {[this](const PartPlace&, const Record& record) { games.push_back(record.game); },
                [this](const PartPlace& place) { damage.push_back(place.byte); },
                [this](const std::string&, std::chrono::seconds by) { ahead = by; }};
    }
};

/// A spool that the tournament of the sample records has claimed.
struct Place {
    TempFolder folder;
    Spool spool{folder / "s"};

    Place() { spool.claim("0badcafe"); }
    std::string path(const std::string& file) const { return folder / ("s/" + file); }
    void append(const std::string& file, const std::string& text) const {
        std::ofstream(path(file), std::ios::app | std::ios::binary) << text;
    }
    bool has(const std::string& file) const { return std::ifstream(path(file)).good(); }
};

}  // namespace

TEST_CASE("a record is the same after it is written and read, and a faulty one has no game") {
    Record record = sample_record(7);
    const auto read_again = [&] {
        const std::string line = line_of(record);
        CHECK(line.back() == '\n');
        return record_of(std::string_view(line).substr(0, line.size() - 1)).value();
    };
    const Record read = read_again();
    CHECK(read.tournament == record.tournament);
    CHECK(read.on == record.on);
    CHECK(read.game == 7);
    CHECK(read.void_games == record.void_games);
    CHECK(read.log == record.log);
    record.fault = "'a': the file 'b' differs on the host";
    CHECK(read_again().fault == record.fault);
    CHECK(read_again().log.empty());
}

TEST_CASE("a damaged line is not a record") {
    std::string line = line_of(sample_record(3));
    line.pop_back();
    for (std::size_t i = 0; i < line.size(); ++i) {
        std::string damaged = line;
        damaged[i] = static_cast<char>(damaged[i] ^ 1);
        CHECK_FALSE(record_of(damaged));
        CHECK_FALSE(record_of(std::string_view(line).substr(0, i)));
    }
}

TEST_CASE("a part is read as it grows; a torn line waits, and a damaged one is reported once") {
    Place place;
    const std::string part = "w1.0.h.9.jsonl.part";
    const std::string line = line_of(sample_record(1));
    Seen seen;
    place.append(part, line + line.substr(0, 20));
    place.spool.read(seen.readers());
    place.spool.read(seen.readers());
    CHECK(seen.games == std::vector{1});
    place.append(part, line.substr(20) + "nonsense\n" + line_of(sample_record(2)));
    place.spool.read(seen.readers());
    CHECK(seen.games == std::vector{1, 1, 2});
    CHECK(seen.damage == std::vector{static_cast<std::int64_t>(2 * line.size())});
    CHECK_FALSE(place.spool.is_done({1, 0}));
    std::rename(place.path(part).c_str(), place.path("w1.0.h.9.jsonl").c_str());
    place.spool.read(seen.readers());
    CHECK(seen.games.size() == 3);
    CHECK(place.spool.is_done({1, 0}));
}

TEST_CASE("the clock of a host is compared with the file's time") {
    Place place;
    Record record = sample_record(1);
    record.written_at = std::time(nullptr) + 3600;
    place.append("w1.0.h.9.jsonl.part", line_of(record));
    Seen seen;
    place.spool.read(seen.readers());
    CHECK(seen.ahead > std::chrono::seconds(3500));
    CHECK(seen.ahead < std::chrono::seconds(3700));
}

TEST_CASE("a spool belongs to one tournament") {
    Place place;
    CHECK_NOTHROW(place.spool.claim("0badcafe"));
    CHECK_THROWS_AS(place.spool.claim("00000002"), games::UserError);
}

TEST_CASE("a writer never takes an existing part, and loses no record") {
    Place place;
    PartWriter first(place.spool, {2, 1}, "a/b"), second(place.spool, {2, 1}, "a/b");
    first.append(line_of(sample_record(4)));
    second.append(line_of(sample_record(5)));
    first.complete();
    PartWriter third(place.spool, {2, 1}, "a/b");
    third.append(line_of(sample_record(6)));
    Seen seen;
    place.spool.read(seen.readers());
    std::ranges::sort(seen.games);
    CHECK(seen.games == std::vector{4, 5, 6});
    CHECK(place.spool.is_done({2, 1}));
    CHECK(place.spool.last_wave() == 2);
    place.spool.store(std::vector{4, 5, 6});
    place.spool.remove({2, 1});
    CHECK(place.spool.last_wave() == 0);
}

TEST_CASE("a full disk keeps no half record") {
    Place place;
    PartWriter writer(place.spool, {1, 0}, "h");
    const std::string line = line_of(sample_record(1));
    writer.append(line);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
    rlimit small = before;
    small.rlim_cur = line.size() + 10;
    ::setrlimit(RLIMIT_FSIZE, &small);
    CHECK_THROWS_AS(writer.append(line_of(sample_record(2))), std::runtime_error);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, ignored);
    writer.append(line_of(sample_record(3)));
    Seen seen;
    place.spool.read(seen.readers());
    CHECK(seen.games == std::vector{1, 3});
    CHECK(seen.damage.empty());
}

TEST_CASE("the records of a wave's stream are read, and it is removed with the last batch") {
    Place place;
    place.spool.write({3, 0}, {});
    const std::string stream = "w3.jsonl.part";
    place.append(stream, line_of(sample_record(4)));
    place.append("w3x.jsonl.part", line_of(sample_record(9)));
    Seen seen;
    place.spool.read(seen.readers());
    place.append(stream, line_of(sample_record(5)) + "{\"crc");
    place.spool.read(seen.readers());
    CHECK(seen.games == std::vector{4, 5});
    CHECK(seen.damage.empty());
    CHECK(place.spool.last_wave() == 3);
    place.append(stream, "\n");
    place.spool.read(seen.readers());
    place.spool.store(std::vector{4, 5});
    place.spool.remove_stream(3);
    CHECK(place.has(stream));
    place.spool.remove({3, 0});
    place.spool.remove_stream(3);
    CHECK_FALSE(place.has(stream));
}

TEST_CASE("no finished game is removed before it is stored, whatever else is in its batch") {
    Place place;
    place.spool.write({1, 0}, {});
    place.spool.write({1, 1}, {});
    place.append("w1.0.h.9.jsonl.part", line_of(sample_record(1)) + line_of(sample_record(2)));
    place.append("w1.1.h.9.jsonl", line_of(sample_record(3)));
    place.append("w2.jsonl.part", line_of(sample_record(4)) + "{\"crc");
    Record other = sample_record(5);
    other.tournament = "00000001";
    place.append("w3.0.h.9.jsonl", line_of(other));
    Seen seen;
    place.spool.store(std::vector{1, 3});
    place.spool.remove({1, 1});  // removes a batch whose result has not been read yet
    place.spool.read(seen.readers());
    place.spool.remove({1, 0});
    place.spool.remove({1, 1});
    place.spool.remove_stream(2);
    CHECK(place.has("w1.0.h.9.jsonl.part"));
    CHECK_FALSE(place.has("w1.1.h.9.jsonl"));
    CHECK(place.spool.remove_stored() == 2);
    CHECK_FALSE(place.has("w3.0.h.9.jsonl"));

    Spool next(place.spool.path());
    next.claim("0badcafe");
    Seen again;
    next.read(again.readers());
    std::ranges::sort(again.games);
    CHECK(again.games == std::vector{1, 2, 4});
    next.store(std::vector{1, 2, 4});
    CHECK(next.remove_stored() == 0);
    CHECK_FALSE(place.has("tournament"));
}

TEST_CASE("a record of any length is read") {
    Place place;
    Record record = sample_record(7);
    record.log = R"({"id":")" + std::string(std::size_t{65} << 20, 'x') + R"("})";
    place.append("w1.0.h.9.jsonl", line_of(sample_record(1)) + line_of(record) + line_of(sample_record(2)));
    Seen seen;
    place.spool.read(seen.readers());
    CHECK(seen.games == std::vector{1, 7, 2});
    CHECK(seen.damage.empty());
    CHECK(place.spool.is_done({1, 0}));
}

TEST_CASE("the last words are those of the batch on its last host, or of its wave") {
    Place place;
    CHECK(place.spool.last_words({1, 0}).text.empty());
    place.append("w1.out", "all of them\n");
    CHECK(place.spool.last_words({1, 0}).text == "all of them");
    CHECK(place.spool.last_words({1, 0}).host.empty());
    place.append("w1.0.out", "on n1\nwrong\non n.7\n");
    CHECK(place.spool.last_words({1, 0}).text.empty());
    place.append("w1.0.out", "first\n\nlast\n\n");
    CHECK(place.spool.last_words({1, 0}).text == "last");
    CHECK(place.spool.last_words({1, 0}).host == "n.7");
}
