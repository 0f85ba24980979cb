// Openings from a file: what is read, what is refused, and in which order they are played.
#include "referee/tournament/schedule/openings.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "games/spec.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/user_error.hpp"

namespace {

using namespace referee::tournament;
using referee::GameStart;
using Moves = std::vector<std::string>;

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
    ListedOpenings openings(list, seed);
    std::vector<Moves> moves;
    for (int i = 0; i < count; ++i)
        moves.push_back(openings.at(i).start.moves);
    return moves;
}

std::string refusal_of(const std::string& text, const char* game = "magnetize:height=4,width=5") {
    return error_of([&] { static_cast<void>(read_openings(text, "book", games::parse_spec(game))); });
}

}  // namespace

TEST_CASE("each line is an opening, and comments and blank lines are none") {
    const auto openings = read_openings("# book\n\nDROP 0, DROP 1,MAGNET\r\n   \n  MAGNET  ", "book", spec());
    CHECK(openings == std::vector<GameStart>{{"", {"DROP 0", "DROP 1", "MAGNET"}}, {"", {"MAGNET"}}});
}

TEST_CASE("moves may be written without spaces between them, however many") {
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

TEST_CASE("a wrong opening is refused with its line and its move") {
    CHECK(refusal_of("# x\nDROP 0\nDROP 0, DROP 9\n") ==
          "openings 'book', line 3: move 2, 'DROP 9', is not legal there");
    CHECK(
        refusal_of("DROP 0 DROP 1").starts_with("openings 'book', line 1: move 1, 'DROP 0 DROP 1', is not written as"));
    CHECK(refusal_of("DROP 0,,").starts_with("openings 'book', line 1: move 2, '', is not written as a move"));
    const std::string square = "DROP 0, DROP 4, DROP 0, DROP 4, DROP 1, DROP 2, DROP 1";
    CHECK(refusal_of(square) == "openings 'book', line 1: the game is over after it");
    CHECK(refusal_of(square + ", DROP 2") == "openings 'book', line 1: the game is over before move 8, 'DROP 2'");
    CHECK(refusal_of("\n# nothing\n") ==
          "openings 'book' holds none: write the moves of one, or a position, on each line");
    CHECK(refusal_of("ROTATE 1", "cluster") ==
          "openings 'book', line 1: in cluster the legal moves depend on what is drawn; write positions, or use "
          "--openings N");
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
    CHECK(refusal_of("..../..../..*. *\n").find("has height 3, and the game has height=4: they must be the same") !=
          std::string::npos);
}

TEST_CASE("they are played in their order, from the first that is wanted, again and again") {
    OpeningList list = list_of_five();
    list.start = 3;
    CHECK(played(list, 1, 6) ==
          std::vector<Moves>{{"DROP 3"}, {"DROP 4"}, {"DROP 0"}, {"DROP 1"}, {"DROP 2"}, {"DROP 3"}});
    ListedOpenings openings(list, 1);
    CHECK(openings.has(4));
    CHECK_FALSE(openings.has(5));
    CHECK(openings.at(7).seed == opening_seed(1, 7));
}

TEST_CASE("a random order has each of them once, and follows from the seed") {
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

TEST_CASE("the list that a user wants is read from its file") {
    const TempFolder folder;
    const std::string book = folder.write("book", "DROP 0\nDROP 1\n");
    OpeningWish wish;
    wish.file = book;
    wish.start = 2;
    CHECK(list_of(wish, spec()) == OpeningList{{{"", {"DROP 0"}}, {"", {"DROP 1"}}}, OpeningOrder::as_written, 1});
    wish.start = 3;
    CHECK(error_of([&] { static_cast<void>(list_of(wish, spec())); }) ==
          "--openings: start=3: '" + book + "' has 2 openings");
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

TEST_CASE("openings are told in words") {
    CHECK(openings_in_words(0, {}).empty());
    CHECK(openings_in_words(1, {}) == "openings of 1 random ply");
    OpeningList list = list_of_five();
    CHECK(openings_in_words(0, list) == "5 openings from a list");
    list.order = OpeningOrder::random;
    list.start = 1;
    CHECK(openings_in_words(0, list) == "5 openings from a list, in random order, from number 2 on");
}
