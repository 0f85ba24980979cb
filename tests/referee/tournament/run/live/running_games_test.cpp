// Tests the news about running games, in the process that plays the games and in another process that reads the news.
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <functional>
#include <thread>

#include <doctest/doctest.h>

#include "games/catalogue.hpp"
#include "games/spec.hpp"
#include "referee/tournament/run/live/running_news.hpp"
#include "referee/tournament/run/watchers/announcer.hpp"

namespace tournament_test {

using namespace referee::tournament;
using namespace std::chrono_literals;

namespace {

/// A match that grows as if it were being played.
struct GrowingMatch {
    explicit GrowingMatch(std::string id) { log.id = std::move(id); }

    void play(RunningGames::Entry& entry, int plies) {
        const auto board = games::parse_spec("magnetize").make_board(0);
        for (int i = 0; i < plies; ++i) {
            log.plies.emplace_back().move = "DROP " + std::to_string(log.plies.size());
            entry.on_position(*board, log);
        }
    }

    protocol::MatchLog log;
};

/// Runs `announcer` and `reader` until the condition is met. Fails after about a minute.
void until(Announcer& announcer, RunningReader& reader, const std::function<bool()>& condition) {
    for (int i = 0; i < 6000 && !condition(); ++i) {
        announcer.announce();
        reader.read();
        std::this_thread::sleep_for(10ms);
    }
    CHECK(condition());
}

/// Returns a FilePlace that no other test uses.
referee::FilePlace some_place() {
    static std::uint64_t number = static_cast<std::uint64_t>(::getpid()) << 16;
    return {~std::uint64_t{0}, ++number};
}

}  // namespace

TEST_CASE("an observer receives each move once, and learns of games that begin and end") {
    RunningGames games;
    RunningGames::Told told;
    std::vector<RunningGame> news;
    CHECK(!games.news_for(told, news));
    RunningGames::Entry five(games, 5);
    GrowingMatch match("a");
    match.play(five, 2);
    {
        RunningGames::Entry three(games, 3);
        GrowingMatch other("b");
        other.play(three, 1);
        CHECK(games.news_for(told, news));
        CHECK(news == std::vector<RunningGame>{{3, "b", 0, {"DROP 0"}}, {5, "a", 0, {"DROP 0", "DROP 1"}}});
        CHECK(!games.news_for(told, news));
        match.play(five, 1);
        CHECK(games.news_for(told, news));
        CHECK(news == std::vector<RunningGame>{{3, "b", 1, {}}, {5, "a", 2, {"DROP 2"}}});
    }
    CHECK(games.news_for(told, news));
    CHECK(news == std::vector<RunningGame>{{5, "a", 3, {}}});
    GrowingMatch again("c");
    again.play(five, 1);
    CHECK(games.news_for(told, news));
    CHECK(news == std::vector<RunningGame>{{5, "c", 0, {"DROP 0"}}});
    RunningGames::Told newcomer;
    CHECK(games.news_for(newcomer, news));
    CHECK(news == std::vector<RunningGame>{{5, "c", 0, {"DROP 0"}}});
}

TEST_CASE("a long match is sent in pieces") {
    RunningGames games;
    RunningGames::Entry entry(games, 1);
    GrowingMatch match("a");
    match.play(entry, 20'000);
    RunningGames::Told told;
    std::vector<RunningGame> news;
    std::vector<std::string> heard;
    int pieces = 0;
    for (; games.news_for(told, news); ++pieces) {
        REQUIRE(news.size() == 1);
        CHECK(news[0].from == heard.size());
        heard.insert(heard.end(), news[0].moves.begin(), news[0].moves.end());
    }
    CHECK(pieces > 1);
    CHECK(heard.size() == 20'000);
    CHECK(heard.back() == "DROP 19999");
}

TEST_CASE("a line returns its games, and other text is refused") {
    const std::vector<RunningGame> games = {{0, "a\"b", 0, {}}, {7, "x", 3, {"4 -1 90", "PASS"}}};
    const std::string line = to_line(games);
    CHECK(line.find('\n') == line.size() - 1);
    CHECK(running_games_of(line) == games);
    for (const char* wrong : {"", "{", "[]", "{}", R"({"games":3})", R"({"games":[{"number":1}]})",
                              R"({"games":[{"number":1,"id":"a","from":"x","moves":[]}]})",
                              R"({"games":[{"number":1,"id":"a","from":0,"moves":[3]}]})"})
        CHECK(!running_games_of(wrong));
}

TEST_CASE("another process receives games as they are played, whenever it connects") {
    const referee::FilePlace place = some_place();
    RunningGames games;
    auto announcer = std::make_unique<Announcer>(games, place);
    RunningReader reader(place);
    CHECK(!reader.read());
    CHECK(!reader.connected());
    RunningGames::Entry entry(games, 4);
    GrowingMatch match("a");
    match.play(entry, 3);
    until(*announcer, reader, [&] { return reader.games().contains(4); });
    CHECK(reader.connected());
    CHECK(reader.games().at(4).moves.size() == 3);
    match.play(entry, 2);
    until(*announcer, reader, [&] { return reader.games().at(4).moves.size() == 5; });
    CHECK(reader.games().at(4).moves.back() == "DROP 4");
    GrowingMatch again("b");
    again.play(entry, 1);
    until(*announcer, reader, [&] { return reader.games().at(4).id == "b"; });
    CHECK(reader.games().at(4).moves.size() == 1);
    RunningReader late(place);
    until(*announcer, late, [&] { return late.games().contains(4); });
    CHECK(late.games().at(4).moves.size() == 1);

    announcer.reset();
    CHECK(reader.read());
    CHECK(!reader.connected());
    CHECK(reader.games().empty());
    Announcer next(games, place);
    until(next, reader, [&] { return reader.games().contains(4); });
}

TEST_CASE("observers that do not read, and many observers, block nobody") {
    const referee::FilePlace place = some_place();
    const TournamentAddress address(place, Offer::news);
    RunningGames games;
    Announcer announcer(games, place);
    announcer.announce();
    RunningReader reader(place);
    reader.read();
    std::vector<referee::UniqueFd> crowd;
    for (int i = 0; i < 50; ++i) {
        crowd.emplace_back(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        (void)!::connect(crowd.back().get(), address.get(), address.size);
    }
    RunningGames::Entry entry(games, 4);
    GrowingMatch match("a");
    match.play(entry, 100'000);
    const auto begin = std::chrono::steady_clock::now();
    until(announcer, reader,
          [&] { return reader.games().contains(4) && reader.games().at(4).moves.size() == 100'000; });
    CHECK(std::chrono::steady_clock::now() - begin < 8s);
    crowd.clear();
    match.play(entry, 1);
    until(announcer, reader, [&] { return reader.games().at(4).moves.size() == 100'001; });
}

TEST_CASE("a sender of other text is disconnected") {
    const referee::FilePlace place = some_place();
    const TournamentAddress address(place, Offer::news);
    const referee::UniqueFd door(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    REQUIRE(::bind(door.get(), address.get(), address.size) == 0);
    REQUIRE(::listen(door.get(), 4) == 0);
    const std::string gap = to_line({{1, "a", 3, {"x"}}});
    for (const std::string& said : {std::string("hello\n"), gap, std::string(std::size_t{9} << 20, 'x')}) {
        RunningReader reader(place);
        reader.read();
        const referee::UniqueFd speaker(::accept(door.get(), nullptr, nullptr));
        const timeval patience{60, 0};
        ::setsockopt(speaker.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        std::atomic<bool> has_ended = false;
        std::thread speaks([&] {
            (void)!::send(speaker.get(), said.data(), said.size(), MSG_NOSIGNAL);
            char byte = 0;
            CHECK(::recv(speaker.get(), &byte, 1, 0) <= 0);
            CHECK(errno != EAGAIN);
            has_ended = true;
        });
        while (!has_ended) {
            reader.read();
            std::this_thread::sleep_for(2ms);
        }
        CHECK(!reader.connected());
        CHECK(reader.games().empty());
        speaks.join();
    }
}

TEST_CASE("games are played in threads while an observer watches") {
    RunningGames games;
    std::atomic<bool> done = false;
    std::thread onlooker([&] {
        RunningGames::Told told;
        std::vector<RunningGame> news;
        std::map<int, std::size_t> known;
        while (!done) {
            games.news_for(told, news);
            for (const RunningGame& game : news) {
                if (game.from == 0) known[game.number] = 0;
                CHECK(known[game.number] == game.from);
                known[game.number] += game.moves.size();
            }
        }
    });
    std::vector<std::thread> players;
    for (int player = 0; player < 3; ++player) {
        players.emplace_back([&games, player] {
            for (int i = 0; i < 200; ++i) {
                RunningGames::Entry entry(games, 3 * i + player);
                GrowingMatch match(std::to_string(i));
                match.play(entry, 20);
            }
        });
    }
    for (auto& player : players)
        player.join();
    done = true;
    onlooker.join();
    RunningGames::Told told;
    std::vector<RunningGame> news;
    CHECK(!games.news_for(told, news));
}

}  // namespace tournament_test
