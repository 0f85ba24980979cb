// Tests that a game is shown at a speed that people can follow, whatever becomes of it meanwhile.
#include "referee/web/serve/followed_game.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"
#include "tests/referee/scripted_match.hpp"
#include "tests/referee/tournament/figures/tables/played_tables.hpp"
#include "tests/referee/tournament/paper/store/sample_tournament.hpp"

namespace referee::serve {

using namespace tournament_test;
using namespace std::chrono_literals;

namespace {

/// A tournament of Magnetize in a file, and what is shown of it. All its games have the moves of the worked example.
struct Show {
    /// With `rules`, a description of a game of one's own named hide, it is one of that game.
    explicit Show(int games, const std::string& rules = "") {
        ScriptedMatch match;
        match.script(worked_example());
        log = match.play();
        Settings settings;
        settings.game = "magnetize:height=4,width=5,square=2,maglock=2";
        if (!rules.empty()) {
            log.game = settings.game = "hide";
            log.config.clear();
            log.rules = settings.rules = rules;
            log.initial = R"({"board":["."],"turn":0})";
            for (protocol::LoggedPly& ply : log.plies)
                ply.frame = log.initial;
        }
        settings.config = log.config;
        store.emplace(Store::create(file.path, tournament_test::head_of({"ann", "bob", "cy"}, settings)));
        auto planned = sample_games(games);
        for (PlannedGame& game : planned)
            game.opening.reset();
        store->add_games(planned);
        followed.emplace(boards_of(store->head()));
    }

    /// The running match of a game after some of its moves.
    void runs(int number, const std::string& id, std::size_t moves) {
        running[number] = {.id = id, .moves = {}};
        for (std::size_t i = 0; i < moves; ++i)
            running[number].moves.push_back(log.plies[i].move);
    }

    /// The game ends.
    void ends(int number, const std::string& id) {
        running.erase(number);
        protocol::MatchLog own = log;
        own.id = id;
        store->add_match(played_game(*store->game(number), own));
        finished = number;
    }

    /// What is shown after this time, in which the tournament is looked at four times a second.
    protocol::Json after(Duration time) {
        for (const TimePoint end = now + time; now < end;) {
            now += 250ms;
            followed->follow(now, running, finished, goes_on, *store);
        }
        return protocol::parse_json(followed->json());
    }
    std::string plies_after(Duration time) {
        const auto shown = after(time);
        if (shown.is_null()) return "null";
        const auto& game = shown.at("games").at(0);
        return fmt::format("game {}, ply {}{}", game.at("number").get<int>(), game.at("plies").get<int>(),
                           shown.at("result").is_null() ? "" : ", over");
    }

    SampleFile file;
    std::optional<Store> store;
    std::optional<FollowedGame> followed;
    protocol::MatchLog log;
    std::map<int, RunningMatch> running;
    std::optional<int> finished;
    bool goes_on = true;
    TimePoint now = Clock::now();
};

}  // namespace

TEST_CASE("A game is shown move by move, its result stays for a while, and the newest game is next") {
    Show show(9);
    const std::size_t all = show.log.plies.size();
    REQUIRE(all >= 5);
    CHECK(show.after(1s).is_null());  // nothing is played yet
    show.runs(0, "a", 1);
    CHECK(show.plies_after(250ms) == "game 1, ply 0");
    CHECK(show.plies_after(500ms) == "game 1, ply 1");
    show.runs(0, "a", 3);  // two quick moves are shown one after the other
    CHECK(show.plies_after(250ms) == "game 1, ply 1");
    CHECK(show.plies_after(250ms) == "game 1, ply 2");
    CHECK(show.plies_after(250ms) == "game 1, ply 2");
    CHECK(show.plies_after(250ms) == "game 1, ply 3");
    show.ends(0, "a");  // and the other moves were too quick to be seen
    show.runs(1, "b", 2);
    show.runs(2, "c", 2);
    CHECK(show.plies_after(500ms) == "game 1, ply 4");
    const auto last = show.after(500ms * (all - 4));
    CHECK(last.at("names") == protocol::Json({"ann", "bob"}));
    CHECK(last.at("games").at(0).at("plies") == all);
    CHECK(last.at("games").at(0).at("frame") == protocol::parse_json(show.log.plies.back().frame));
    CHECK(last.at("games").at(0).at("previous") == protocol::parse_json(show.log.plies[all - 2].frame));
    CHECK(last.at("result") == protocol::Json({{"winner", 0}, {"ending", "by_rules"}, {"detail", "square"}}));
    CHECK(show.plies_after(result_stays - 500ms) == fmt::format("game 1, ply {}, over", all));
    CHECK(show.plies_after(500ms) == "game 3, ply 0");
    CHECK(show.plies_after(3s) == "game 3, ply 2");
    show.ends(1, "b");
    show.ends(2, "c");
    // All games are over: the newest one is shown, and then its result, until the tournament goes on or ends.
    CHECK(show.plies_after(500ms * all + result_stays + 60s) == fmt::format("game 3, ply {}, over", all));
    show.runs(3, "d", 1);
    CHECK(show.plies_after(250ms) == "game 4, ply 0");
    show.ends(3, "d");
    show.goes_on = false;
    CHECK(show.plies_after(500ms * all) == fmt::format("game 4, ply {}, over", all));
    CHECK(show.plies_after(result_stays) == "null");
    CHECK(show.plies_after(60s) == "null");
}

TEST_CASE("A match that is void gives way to the next match of its game, and one that is gone to another game") {
    Show show(9);
    show.runs(4, "void", 3);
    CHECK(show.plies_after(1s) == "game 5, ply 1");
    show.runs(4, "again", 0);
    CHECK(show.plies_after(1s) == "game 5, ply 3");  // the moves that are known are still shown
    CHECK(show.plies_after(result_stays) == "game 5, ply 0");
    show.running.clear();  // the process was killed
    CHECK(show.plies_after(result_stays + 1s) == "game 5, ply 0");
    show.ends(2, "c");
    CHECK(show.plies_after(1s) == "game 3, ply 1");
}

TEST_CASE("A game that was hidden while it ran is shown from its beginning when it is over, even if a move was due") {
    Show show(9, R"({"protocol":2,"files":[],"hello":["game hide 1","plies 99","ending square a square is full"]})");
    show.runs(0, "a", 3);
    CHECK(show.plies_after(3s) == "game 1, ply 3");  // their number is told, not how the board looks
    CHECK(show.after(250ms).at("games").at(0).at("frame").is_null());
    show.ends(0, "a");
    CHECK(show.plies_after(250ms) == "game 1, ply 0");
    CHECK_FALSE(show.after(0s).at("games").at(0).at("frame").is_null());
    CHECK(show.plies_after(250ms) == "game 1, ply 0");
    CHECK(show.plies_after(250ms) == "game 1, ply 1");
}

TEST_CASE("Who comes after a while sees the newest game, and nothing of what bots have written") {
    Show show(9);
    show.runs(0, "a", 2);
    CHECK(show.plies_after(250ms) == "game 1, ply 0");
    show.log.result = {0, protocol::Ending::crashed, "it has written: secret"};
    show.log.failure.emplace().stderr_tail = "secret";
    show.log.failure->player = 1;
    show.log.plies[0].notes.text = "secret";
    show.ends(0, "a");
    show.ends(1, "b");
    show.now += 60s;
    CHECK(show.plies_after(250ms) == "game 2, ply 0");
    const auto end = show.after(60s);
    CHECK(end.at("result") == protocol::Json({{"winner", 0}, {"ending", "crashed"}, {"detail", nullptr}}));
    CHECK(end.dump().find("secret") == std::string::npos);
}

TEST_CASE("A long game is shown in a few minutes") {
    Show show(3);
    show.log.plies.resize(2);
    const protocol::LoggedPly first = show.log.plies[0], second = show.log.plies[1];
    for (int i = 0; i < 4000; ++i)
        show.log.plies.push_back(i % 2 == 0 ? first : second);  // no real game, so the board stops at its second ply
    show.ends(0, "a");
    const TimePoint begin = show.now;
    while (show.after(1s).at("result").is_null())
        REQUIRE(show.now - begin < 10min);
    CHECK(show.now - begin > 1min);
}

}  // namespace referee::serve
