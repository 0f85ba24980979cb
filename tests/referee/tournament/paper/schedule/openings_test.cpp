// Tests that openings are legal, undecided, distinct, and the same for the same seed, or that they come from a list.
#include "referee/core/match/openings.hpp"
#include "referee/tournament/paper/schedule/make_schedule.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "games/own_board.hpp"
#include "games/spec.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "tests/messages.hpp"
#include "tests/referee/temp_folder.hpp"

namespace {

using namespace referee;
using namespace referee::tournament;
using referee::GameStart;
using Moves = std::vector<std::string>;

/// Returns the board after an opening. Checks that every ply of the opening is legal.
std::unique_ptr<games::Board> board_after(const games::GameSpec& spec, const Opening& opening) {
    auto board = spec.make_board(opening.seed);
    for (const std::string& move : opening.start.moves) {
        REQUIRE(!games::is_over(board->outcome()));
        REQUIRE(board->play(move) == games::Verdict::played);
    }
    return board;
}

bool can_win_at_once(const games::GameSpec& spec, const Opening& opening) {
    const auto board = board_after(spec, opening);
    return std::ranges::any_of(board->legal_moves(), [&](const std::string& move) {
        const auto next = board->clone();
        next->play_legal(move);
        return games::winner(next->outcome()) == board->to_move();
    });
}

std::unique_ptr<Openings> random_openings(const games::GameSpec& spec, int plies, std::uint64_t seed) {
    return make_openings(spec, plies, {}, seed);
}

std::vector<Opening> first_of(Openings& openings, int count) {
    std::vector<Opening> list;
    for (int i = 0; i < count; ++i)
        list.push_back(openings.at(i));
    return list;
}

const games::GameSpec& spec() {
    static const games::GameSpec made = games::parse_spec("magnetize:height=4,width=5");
    return made;
}

OpeningList list_of_five() {
    return {{{"", {"DROP 0"}}, {"", {"DROP 1"}}, {"", {"DROP 2"}}, {"", {"DROP 3"}}, {"", {"DROP 4"}}},
            OpeningOrder::as_written,
            0};
}

std::vector<Moves> played(const OpeningList& list, std::uint64_t seed, int count) {
    std::vector<Moves> moves;
    for (const Opening& opening : first_of(*make_openings(spec(), 0, list, seed), count))
        moves.push_back(opening.start.moves);
    return moves;
}

std::string refusal_of(const std::string& text, const char* game = "magnetize:height=4,width=5") {
    return error_of([&] { return read_openings(text, "book", games::parse_spec(game)); });
}

/// A board of a game of one's own, in which the same moves are legal in every position.
class SameMoves final : public games::OwnBoard {
public:
    SameMoves(std::shared_ptr<const games::OwnHello> hello, const games::SettingValues& values, Moves moves)
        : OwnBoard(std::move(hello), values) {
        games::OwnPosition position;
        position.to_move = games::Side::first;
        position.moves = std::move(moves);
        begin(position, {});
    }
    std::unique_ptr<Board> clone() const override { return std::make_unique<SameMoves>(*this); }
    games::Verdict play(std::string_view answer) override {
        const auto verdict = judge(answer);
        if (verdict == games::Verdict::played) advance(answer, games::OwnPosition(now()), {});
        return verdict;
    }
};

/// A game of one's own in which these moves are always legal.
games::GameSpec game_with(const Moves& moves) {
    const auto hello =
        std::make_shared<const games::OwnHello>(games::read_hello("game same 1\nplies 9\nending never it ends\n"));
    auto game = std::make_shared<games::GameInfo>(games::info_of(*hello));
    game->make_board = [=](const games::SettingValues& values, std::uint64_t) {
        return std::make_unique<SameMoves>(hello, values, moves);
    };
    return games::parse_settings(game, "");
}

}  // namespace

TEST_CASE("in every game openings of any length are legal, undecided and different") {
    for (const auto& game : games::catalogue()) {
        const games::GameSpec spec = games::parse_settings(game, "");
        for (const int plies : {2, 5, 8}) {
            const auto openings = first_of(*random_openings(spec, plies, 7), 25);
            std::set<std::string> positions;
            for (int i = 0; i < 25; ++i) {
                const Opening& opening = openings[static_cast<std::size_t>(i)];
                CHECK(opening.seed == opening_seed(7, i));
                CHECK(static_cast<int>(opening.start.moves.size()) == plies);
                const auto board = board_after(spec, opening);
                CHECK(!games::is_over(board->outcome()));
                CHECK(!can_win_at_once(spec, opening));
                positions.insert(board->display());
            }
            CHECK(positions.size() >= (plies == 2 ? 10 : 24));
        }
    }
}

TEST_CASE("an opening depends on the seed and its number, not on the order of the calls") {
    const auto spec = games::parse_spec("magnetize");
    const auto openings = first_of(*random_openings(spec, 4, 1), 30);
    const auto backward = random_openings(spec, 4, 1);
    for (int i = 29; i >= 0; --i)
        CHECK(backward->at(i) == openings[static_cast<std::size_t>(i)]);
    CHECK(first_of(*random_openings(spec, 4, 2), 30) != openings);
}

TEST_CASE("in a game with chance an opening can be drawn for the seed of a game") {
    const auto spec = games::parse_spec("cluster");
    const auto openings = random_openings(spec, 4, 1);
    const Opening third = openings->at(2);
    CHECK(openings->start_of(2, third.seed) == third.start);
    for (const std::uint64_t seed : {5u, 6u, 7u}) {
        const GameStart start = openings->start_of(2, seed);
        CHECK(start.moves.size() == 4);
        CHECK(start == openings->start_of(9, seed));
        board_after(spec, {seed, start});
    }
}

TEST_CASE("several threads get the same openings") {
    const auto spec = games::parse_spec("othello");
    const auto expected = first_of(*random_openings(spec, 6, 1), 200);
    const auto shared = random_openings(spec, 6, 1);
    std::vector<std::vector<Opening>> got(4, std::vector<Opening>(200));
    {
        std::vector<std::jthread> threads;
        for (std::size_t thread = 0; thread < got.size(); ++thread) {
            threads.emplace_back([&, thread] {
                for (std::size_t i = thread; i < 200; i += got.size())
                    got[thread][i] = shared->at(static_cast<int>(i));
            });
        }
    }
    for (std::size_t i = 0; i < 200; ++i)
        CHECK(got[i % got.size()][i] == expected[i]);
}

TEST_CASE("there are as many distinct openings as a long test needs") {
    const auto spec = games::parse_spec("magnetize");
    const auto openings = random_openings(spec, 6, 11);
    std::set<std::string> positions;
    constexpr int count = 3'000;
    for (int i = 0; i < count; ++i)
        positions.insert(board_after(spec, openings->at(i))->display());
    CHECK(positions.size() == count);
    CHECK(openings->has(count));
}

TEST_CASE("when the distinct openings are used up, they repeat in the same order") {
    // Othello has four first moves. The second ply after each of them leads to three distinct positions.
    const auto spec = games::parse_spec("othello");
    for (const auto& [plies, distinct] : {std::pair(1, 4), std::pair(2, 12)}) {
        const auto openings = random_openings(spec, plies, 3);
        std::set<std::vector<std::string>> all;
        for (int i = 0; i < distinct; ++i)
            all.insert(openings->at(i).start.moves);
        CHECK(all.size() == static_cast<std::size_t>(distinct));
        for (int i = distinct; i < 5 * distinct; ++i) {
            CHECK(openings->at(i).start.moves == openings->at(i % distinct).start.moves);
            CHECK(openings->at(i).seed == opening_seed(3, i));
        }
        CHECK(openings->has(distinct - 1));
        CHECK(!openings->has(distinct));
    }
}

TEST_CASE("in a game with chance an opening with another seed is another opening") {
    const auto spec = games::parse_spec("cluster");
    const auto openings = random_openings(spec, 1, 3);
    for (int i = 0; i < 500; ++i)
        board_after(spec, openings->at(i));
    CHECK(openings->has(500));
}

TEST_CASE("impossible openings are refused in words") {
    const auto said = [](const char* game, int plies) {
        return error_of([&] { return random_openings(games::parse_spec(game), plies, 1); });
    };
    CHECK(said("othello", 70).ends_with("lasts longer than 70 random plies; ask for shorter openings"));
    CHECK(said("fitz:height=500,width=500", 3).ends_with("is too large for random plies; play without openings"));
}

TEST_CASE("each line is an opening, except comments and blank lines") {
    const auto openings = read_openings("# book\n\nDROP 0, DROP 1,MAGNET\r\n   \n  MAGNET  ", "book", spec());
    CHECK(openings == std::vector<GameStart>{{"", {"DROP 0", "DROP 1", "MAGNET"}}, {"", {"MAGNET"}}});
}

TEST_CASE("any number of moves may be written without spaces between them") {
    const auto board = games::parse_spec("othello").make_board(1);
    std::string line;
    std::vector<std::string> moves;
    while (line.size() < 80) {
        moves.emplace_back(board->legal_moves().front());
        line += (line.empty() ? "" : ",") + moves.back();
        board->play_legal(moves.back());
    }
    CHECK(read_openings(line, "book", games::parse_spec("othello")) == std::vector<GameStart>{{"", moves}});
}

TEST_CASE("the moves of a game of one's own may contain the signs of the file") {
    const auto moves_in = [](const std::string& line, const Moves& legal) {
        return read_openings(line, "book", game_with(legal)).at(0).moves;
    };
    CHECK(moves_in("1,2 , 3", {"1,2", "3"}) == Moves{"1,2", "3"});
    CHECK(moves_in("1,2,1,2", {"1", "2", "1,2"}) == Moves{"1,2", "1,2"});  // the longest one
    CHECK(moves_in("1  ,2,1,2", {"1", "2", "1,2"}) == Moves{"1", "2", "1,2"});
    CHECK(moves_in("1,21,2", {"1", "21", "2", "1,2"}) == Moves{"1", "21", "2"});  // and a comma or the end after it
    CHECK(moves_in("a,,b", {"a,", "b"}) == Moves{"a,", "b"});
    CHECK(moves_in("a,b", {"a,", "b", "a"}) == Moves{"a", "b"});
    CHECK(moves_in("a1/b2, a1/b2", {"a1/b2"}) == Moves{"a1/b2", "a1/b2"});
    CHECK(moves_in(std::string(64, 'a'), {std::string(64, 'a')}) == Moves{std::string(64, 'a')});
    CHECK(moves_in("#1\n", {"#1", "b"}) == Moves{"#1"});
    CHECK(moves_in("# 1\nb", {"1", "b"}) == Moves{"b"});
    const auto said = [](const std::string& text, const Moves& legal) {
        return error_of([&] { return read_openings(text, "book", game_with(legal)); });
    };
    CHECK(said("# 1\nb", {"#1", "b"}) ==
          "openings 'book', line 1: move 1, '# 1', is not legal there; a valid line: #1");
    CHECK(said("a/b", {"a"}) == "openings 'book', line 1: move 1, 'a/b', is not legal there; a valid line: a");
    CHECK(said("1,2", {"1,2 3"}) == "openings 'book', line 1: move 1, '1', is not legal there; a valid line: 1,2 3");
    CHECK(said("# 1", {"1"}) == "openings 'book' contains no openings: write the moves of an opening on each line");
}

TEST_CASE("an opening that is written as a line is read as the same opening") {
    const Moves legal = {"1", "2", "1,2", "1, 2", "a", "a,", ",", "#", "# x", "/"};
    for (const std::string& first : legal) {
        for (const std::string& second : legal) {
            for (const std::string& third : legal) {
                const GameStart opening{"", {first, second, third}};
                const auto read = read_openings(line_of(opening, true), "book", game_with(legal));
                CHECK(read == std::vector<GameStart>{opening});
            }
        }
    }
}

TEST_CASE("an invalid opening is refused with its line and its move") {
    CHECK(refusal_of("# x\nDROP 0\nDROP 0, DROP 9\n") ==
          "openings 'book', line 3: move 2, 'DROP 9', is not legal there; a valid line: DROP 0");
    CHECK(
        refusal_of("DROP 0 DROP 1").starts_with("openings 'book', line 1: move 1, 'DROP 0 DROP 1', is not written as"));
    CHECK(refusal_of("DROP 0,,").starts_with("openings 'book', line 1: move 2, '', is not written as a move"));
    const std::string square = "DROP 0, DROP 4, DROP 0, DROP 4, DROP 1, DROP 2, DROP 1";
    const std::string valid = "; a valid line: " + square.substr(0, square.rfind(','));
    CHECK(refusal_of(square) == "openings 'book', line 1: the game is over after it" + valid);
    CHECK(refusal_of(square + ", DROP 2") ==
          "openings 'book', line 1: the game is over before move 8, 'DROP 2'" + valid);
    CHECK(refusal_of("\n# nothing\n") ==
          "openings 'book' contains no openings: write the moves of an opening, or a position, on each line");
    CHECK(refusal_of("ROTATE 1", "cluster")
              .starts_with("openings 'book', line 1: in cluster the legal moves depend on what is drawn; write "
                           "positions, or use --openings N; a valid line: "));
}

TEST_CASE("the line that a refusal shows is valid, in every game") {
    for (const auto& game : games::catalogue()) {
        for (const char* line : {"?", "?/? 0", "a, b", "DROP 0, ?", "f5 d6 a1", "(;GM[Othello]B[a1];)"}) {
            const std::string said = refusal_of(line, game->name.c_str());
            const auto begin = said.rfind("; a valid line: ");
            INFO(said);
            REQUIRE(begin != std::string::npos);
            CHECK(read_openings(said.substr(begin + 16), "book", games::parse_spec(game->name)).size() == 1);
        }
    }
}

TEST_CASE("a line may be a position, in every game") {
    const auto openings = read_openings("DROP 0\n...../*..../o..../**..o o\n", "book", spec());
    CHECK(openings == std::vector<GameStart>{{"", {"DROP 0"}}, {"...../*..../o..../**..o o 0 0", {}}});
    const auto othello = read_openings("---------------------------OX------XO--------------------------- O ; a remark",
                                       "book", games::parse_spec("othello"));
    CHECK(othello.at(0).position == "---------------------------OX------XO--------------------------- O");
    CHECK(read_openings("..a/..../...../...b/... 0 1", "book", games::parse_spec("cluster:side=3")).size() == 1);
    CHECK(refusal_of("...../*..../o..../**..o\n")
              .starts_with("openings 'book', line 1: position '...../*..../o..../**..o': it ends before it says who "
                           "moves, * or o; write "));
    CHECK(contains(refusal_of("..../..../..*. *\n"), "has height 3, and the game has height=4: they must be the same"));
}

TEST_CASE("the openings of a list are played in its order, from the given start, again and again") {
    OpeningList list = list_of_five();
    list.start = 3;
    CHECK(played(list, 1, 6) ==
          std::vector<Moves>{{"DROP 3"}, {"DROP 4"}, {"DROP 0"}, {"DROP 1"}, {"DROP 2"}, {"DROP 3"}});
    const auto openings = make_openings(spec(), 0, list, 1);
    CHECK(openings->has(4));
    CHECK_FALSE(openings->has(5));
}

TEST_CASE("a random order has each opening once, and follows from the seed") {
    OpeningList list = list_of_five();
    list.order = OpeningOrder::random;
    const auto first = played(list, 1, 5);
    CHECK(first == played(list, 1, 5));
    auto sorted = first;
    std::ranges::sort(sorted);
    CHECK(sorted == played(list_of_five(), 1, 5));
    int same = 0;
    for (std::uint64_t seed = 2; seed < 22; ++seed)
        same += played(list, seed, 5) == first ? 1 : 0;
    CHECK(same < 3);
    OpeningList later = list;
    later.start = 2;
    CHECK(played(later, 1, 1)[0] == first[2]);
}

TEST_CASE("the requested list is read from its file") {
    const TempFolder folder;
    const std::string book = folder.write("book", "DROP 0\nDROP 1\n");
    OpeningWish wish;
    wish.file = book;
    wish.start = 2;
    CHECK(list_of(wish, spec()) == OpeningList{{{"", {"DROP 0"}}, {"", {"DROP 1"}}}, OpeningOrder::as_written, 1});
    wish.start = 3;
    CHECK(error_of([&] { return list_of(wish, spec()); }) == "--openings: start=3: '" + book + "' has 2 openings");
}

TEST_CASE("each pairing goes through the list from its first opening") {
    FormatSettings settings;
    settings.games = 14;
    settings.openings = true;
    settings.listed_openings = 3;
    const auto schedule = make_schedule(settings, 4, 5);
    const FinishedGames none;
    std::map<std::pair<int, int>, std::vector<int>> met;
    for (const PlannedGame& game : schedule->ready(none))
        met[std::minmax(game.first, game.second)].push_back(game.opening.value());
    CHECK(met.size() == 6);
    for (const auto& [pairing, openings] : met)
        CHECK(openings == std::vector<int>{0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2, 0, 0});
}

TEST_CASE("openings are described in words") {
    CHECK(openings_in_words(0, {}).empty());
    CHECK(openings_in_words(1, {}) == "openings of 1 random ply");
    OpeningList list = list_of_five();
    CHECK(openings_in_words(0, list) == "5 openings from a list");
    list.order = OpeningOrder::random;
    list.start = 1;
    CHECK(openings_in_words(0, list) == "5 openings from a list, in random order, from number 2 on");
}
