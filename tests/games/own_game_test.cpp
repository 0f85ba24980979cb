// The readers of what the rules of a game of one's own say: each wrong line is refused with a message that names it.
#include <doctest/doctest.h>

#include <string>

#include "games/own_hello.hpp"
#include "games/own_position.hpp"

namespace {

using namespace games;

const std::string least = "game four 1\nplies 42\nending full the board is full\n";

/// The message of the refusal, or "" if the hello is accepted.
std::string refusal_of_hello(const std::string& reply) {
    try {
        static_cast<void>(read_hello(reply));
        return "";
    } catch (const WrongReply& wrong) {
        return wrong.what();
    }
}

OwnHello hello() {
    return read_hello(least + "piece X disc first\npiece \" ring second\n");
}

std::string refusal_of_position(const std::string& reply, const OwnPosition* before = nullptr) {
    try {
        static_cast<void>(read_position(reply, hello(), before));
        return "";
    } catch (const WrongReply& wrong) {
        return wrong.what();
    }
}

bool holds(const std::string& message, const std::string& part) {
    return message.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the hello of a game of one's own is read") {
    const OwnHello read = read_hello(least + "setting size 6 1 9 rows of the board\nboard hex\npiece X king second\n");
    CHECK(read.name == "four");
    CHECK(read.title == "four");
    CHECK(read.max_plies == 42);
    CHECK(read.board == "hex");
    REQUIRE(read.settings.size() == 1);
    CHECK(read.settings[0].fallback == "6");
    CHECK(read.mark(Side::first) == "1");
    CHECK(read.mark(Side::second) == "X");
    CHECK(read.lines.size() == 6);
}

TEST_CASE("a wrong hello of a game of one's own is refused with its line") {
    const std::pair<std::string, std::string> wrong[] = {
        {"size 3", "the word 'size' is unknown"},
        {"", "is missing"},
        {"game five 1", "there is more than one line `game`"},
        {"plies 41", "there is more than one line `plies`"},
        {"plies 0", "from 1 to 100000"},
        {"plies 100001", "from 1 to 100000"},
        {"plies 99999999999999999999", "from 1 to 100000"},
        {"plies 5 6", "too much"},
        {"plies  5", "one space"},
        {"plies 5 ", "one space"},
        {"piece . disc first", "not a dot"},
        {"piece XY disc first", "one character"},
        {"piece X svg first", "must be one of disc"},
        {"piece X disc #fff", "must be one of first"},
        {"ending full again", "declared twice"},
        {"ending " + std::string(33, 'w') + " text", "longer than 32"},
        {"ending alone", "is missing"},
        {"setting Size 1 1 2 text", "small letters"},
        {"setting size 3 1 2 text", "not between"},
        {"setting size 1 1 2", "is missing"},
        {"board round", "must be one of square"},
        {"title \x1b[2J", "printable"},
        {"title caf\xc3\xa9", "printable"},
        {"title " + std::string(1, '\0'), "printable"},
        {"rule\ttext", "printable"},
        {"title text\r", "printable"},
    };
    for (const auto& [line, problem] : wrong) {
        const std::string& text = line;
        CAPTURE(text);
        const std::string message = refusal_of_hello(least + line + "\n");
        CHECK_MESSAGE(holds(message, "line 4 of the reply"), message);
        CHECK_MESSAGE(holds(message, problem), message);
    }
    CHECK(holds(refusal_of_hello(least + "title a\ntitle b\n"),
                "line 5 of the reply, 'title b': there is more than one line `title`"));
    CHECK(holds(refusal_of_hello(least + "board hex\nboard hex\n"),
                "line 5 of the reply, 'board hex': there is more than one line `board`"));
    // Logs of earlier versions may contain such a hello.
    CHECK(read_hello(least + "title a\ntitle b\n", Repeats::allowed).title == "b");
    CHECK(holds(refusal_of_hello(""), "no line `game"));
    CHECK(holds(refusal_of_hello("game four 1\nending a b\n"), "no line `plies"));
    CHECK(holds(refusal_of_hello("game four 1\nplies 1\n"), "no line `ending"));
    CHECK(holds(refusal_of_hello("game four 3\n"), "version of the protocol"));
}

TEST_CASE("a game of one's own has at most as many settings as an object of a log has keys") {
    std::string reply = least;
    for (int i = 0; i < 1000; ++i)
        reply += "setting s" + std::to_string(i) + " 1 1 2 text\n";
    CHECK(refusal_of_hello(reply).empty());
    CHECK(holds(refusal_of_hello(reply + "setting more 1 1 2 text\n"), "a game has at most 1000 settings"));
}

TEST_CASE("no turn is lost before the first move of a game of one's own") {
    CHECK_NOTHROW(require_no_lost_turn(read_position("rows 0\nturn 1\nmoves 1\na\n", hello(), nullptr)));
    CHECK_THROWS_AS(require_no_lost_turn(read_position("rows 0\nlost 0\nturn 1\nmoves 1\na\n", hello(), nullptr)),
                    WrongReply);
}

TEST_CASE("the position of a game of one's own is read, and its frame is JSON") {
    const OwnPosition read = read_position(
        "rows 1\nX\".\nstate 1 -2\nlost 1\nmark a1 c1\narrow a1 b1\nnote a \"b\" \\\nturn 1\nmoves 2\na b\n7\n",
        hello(), nullptr);
    CHECK(read.lost == std::vector<Side>{Side::second});
    CHECK(read.state == "1 -2");
    CHECK(read.moves == std::vector<std::string>{"a b", "7"});
    std::string frame;
    write_frame(read, frame);
    CHECK(frame == R"({"board":["X\"."],"state":"1 -2","marks":["a1","c1"],"arrows":[["a1","b1"]],)"
                   R"("note":"a \"b\" \\","turn":1,"moves":["a b","7"]})");
    CHECK(read_position("rows 0\nover won 0 full\n", hello(), nullptr).outcome == Outcome::first_won);
    CHECK(read_position("rows 0\nchance 6 65536\n", hello(), nullptr).chance == std::vector<int>{6, 65536});
}

TEST_CASE("a wrong position of a game of one's own is refused") {
    const std::pair<std::string, std::string> wrong[] = {
        {"", "before `rows`"},
        {"turn 0\n", "begins with `rows N`"},
        {"rows 65\n", "from 0 to 64"},
        {"rows -1\n", "from 0 to 64"},
        {"rows 2\nX\n", "before row 2"},
        {"rows 1\n\n", "1 to 26"},
        {"rows 1\n" + std::string(27, '.') + "\n", "1 to 26"},
        {"rows 2\n.\n..\n", "differ in length"},
        {"rows 1\nY\n", "no piece"},
        {"rows 1\n.\n", "before `turn`"},
        {"rows 1\n.\nturn 2\n", "from 0 to 1"},
        {"rows 1\n.\nturn 0\n", "before `moves`"},
        {"rows 1\n.\nturn 0\nmoves 0\n", "from 1 to 100000"},
        {"rows 1\n.\nturn 0\nmoves 2\na\n", "before move 2"},
        {"rows 1\n.\nturn 0\nmoves 2\na\na\n", "listed twice"},
        {"rows 1\n.\nturn 0\nmoves 1\nLOST\n", "is not LOST"},
        {"rows 1\n.\nturn 0\nmoves 1\n a\n", "no spaces"},
        {"rows 1\n.\nturn 0\nmoves 1\n" + std::string(65, 'a') + "\n", "1 to 64"},
        {"rows 1\n.\nturn 0\nmoves 1\na\nb\n", "complete before"},
        {"rows 1\n.\nmark b1\n", "no cell"},
        {"rows 1\n.\nmark a0\n", "no cell"},
        {"rows 1\n.\nmark a\n", "no cell"},
        {"rows 1\n.\nmark\n", "is missing"},
        {"rows 0\nmark a1\n", "no cell"},
        {"rows 1\n.\narrow a1\n", "is missing"},
        {"rows 1\n.\nstate\n", "no number"},
        {"rows 1\n.\nstate x\n", "whole number"},
        {"rows 1\n.\nstate 1\nstate 1\n", "line 4 of the reply, 'state 1': there is more than one line `state`"},
        {"rows 1\n.\nnote a\nnote b\n", "line 4 of the reply, 'note b': there is more than one line `note`"},
        {"rows 1\n.\nlost 2\n", "from 0 to 1"},
        {"rows 1\n.\nchance\n", "1 to 64 dice"},
        {"rows 1\n.\nchance 0\n", "from 1 to 65536"},
        {"rows 1\n.\nover lost 0 full\n", "is followed by"},
        {"rows 1\n.\nover won 2 full\n", "from 0 to 1"},
        {"rows 1\n.\nover drawn bored\n", "no ending"},
        {"rows 1\n.\nview 0\n", "unknown"},
    };
    for (const auto& [reply, problem] : wrong) {
        const std::string& text = reply;
        CAPTURE(text);
        const std::string message = refusal_of_position(reply);
        CHECK_MESSAGE(holds(message, problem), message);
    }
    const OwnPosition before = read_position("rows 1\n..\nover drawn full\n", hello(), nullptr);
    CHECK(holds(refusal_of_position("rows 1\n.\nover drawn full\n", &before), "another size"));
    CHECK(refusal_of_position("rows 1\nXX\nover drawn full\n", &before).empty());
}

namespace {

const std::string least_2 = "game four 2\nplies 42\nending full the board is full\npiece X disc first\n";

/// Reads a position of a game with secrets and points of at most 9.
OwnPosition read_secret(const std::string& reply) {
    return read_position(reply, read_hello(least_2 + "secrets\nscore 9 points\n"), nullptr);
}

std::string refusal_of_secret(const std::string& reply) {
    try {
        static_cast<void>(read_secret(reply));
        return "";
    } catch (const WrongReply& wrong) {
        return wrong.what();
    }
}

}  // namespace

TEST_CASE("lines of version 2 need a hello of version 2") {
    for (const std::string line : {"secrets", "rows up", "score 5 points", "starts a FEN"}) {
        CAPTURE(line);
        CHECK(refusal_of_hello(least_2 + line + "\n").empty());
        CHECK(holds(refusal_of_hello(least + line + "\n"), "needs version 2: `game four 2`"));
        CHECK(holds(refusal_of_hello(least_2 + line + "\n" + line + "\n"), "more than one line"));
    }
    const OwnHello read = read_hello(least_2 + "rows up\nscore 5 points\nstarts a FEN\n");
    CHECK((read.protocol == 2 && read.rows_up && read.max_score == 5 && read.score_name == "points" &&
           !read.has_secrets));
    CHECK(read.settings.back().kind == Setting::Kind::position);
    CHECK(holds(refusal_of_hello(least_2 + "rows down\n"), "followed by `up`"));
    CHECK(holds(refusal_of_hello(least_2 + "score 0 points\n"), "from 1 to 1000000000"));
    CHECK(holds(refusal_of_hello(least_2 + "secrets\nstarts a FEN\n"), "exclude each other"));
    CHECK(holds(refusal_of_hello(least_2 + "starts a FEN\nsetting position 1 1 2 text\n"), "the setting position"));
    CHECK(holds(refusal_of_position("rows 1\nX\nscore 1 2\nturn 0\nmoves 1\na\n"), "the word 'score' is unknown"));
}

TEST_CASE("a position of a game with secrets has a view for each player") {
    const std::string end = "turn 0\nmoves 1\na\n";
    const OwnPosition read = read_secret(
        "rows 1\nX.\nnote all\nscore 3 -2\nview 0\nrows 1\nX.\nstate 4\nmark b1\nnote own\nview 1\nrows 1\n..\ntold 0 "
        "hid\ntold 0 "
        "LOST\nlost 1\n" +
        end);
    CHECK(read.seen_by(Side::first).rows.front() == "X.");
    CHECK(read.seen_by(Side::second).rows.front() == "..");
    CHECK_FALSE(read.views[0].told);
    REQUIRE(read.views[1].told);
    CHECK(*read.views[1].told == std::vector<std::string>{"0 hid", "0 LOST"});
    CHECK(read.lost.size() == 1);
    std::string frame;
    write_frame(read, frame);
    CHECK(frame ==
          R"({"board":["X."],"note":"all","score":[3,-2],"turn":0,"moves":["a"],"views":[{"board":["X."],"state":"4",)"
          R"("marks":["b1"],"note":"own"},{"board":[".."],"told":["0 hid","0 LOST"]}]})");

    const std::string view_0 = "view 0\nrows 0\n", view_1 = "view 1\nrows 0\n";
    const std::pair<std::string, std::string> wrong[] = {
        {"rows 0\n" + end, "no `view 0` and `view 1`"},
        {"rows 0\nchance 2\n", "no `view 0` and `view 1`"},
        {"rows 0\n" + view_0 + end, "one view"},
        {"rows 0\n" + view_1 + view_0 + end, "in this order"},
        {"rows 0\n" + view_0 + view_0 + end, "in this order"},
        {"rows 0\nview 0\nnote a\n", "a view begins with `rows N`"},
        {"rows 1\nX\n" + view_0, "another size than the one of the position"},
        {"rows 0\ntold 0 a\n", "`told` belongs into a view"},
        {"rows 0\n" + view_0 + "told 2 a\n", "from 0 to 1"},
        {"rows 0\n" + view_0 + "told 0 a  b\n", "1 to 64 characters"},
        {"rows 0\nscore 10 0\n", "differ by more"},
        {"rows 0\nscore 1000000001 1000000000\n", "from -1000000000 to 1000000000"},
        {"rows 0\nscore 5 -5\n", "differ by more"},
        {"rows 0\nscore 1 1\nscore 1 1\n", "more than one line `score`"},
        {"rows 0\nover drawn full\n", "its points are missing"},
        {"rows 0\nstart a\n", "no line `starts`"},
    };
    for (const auto& [reply, problem] : wrong) {
        const std::string& text = reply;
        CAPTURE(text);
        const std::string message = refusal_of_secret(reply);
        CHECK_MESSAGE(holds(message, problem), message);
    }
    CHECK(refusal_of_secret("rows 0\nscore 1 1\nover drawn full\n").empty());
}

TEST_CASE("what is told before a roll comes before what is told after it") {
    const std::string views = "view 0\nrows 0\ntold\nview 1\nrows 0\n";
    const OwnPosition before = read_secret("rows 0\nlost 1\n" + views + "chance 2\n");
    OwnPosition after =
        read_secret("rows 0\nlost 0\nview 0\nrows 0\ntold 1 rolled\nview 1\nrows 0\nturn 0\nmoves 1\na\n");
    add_earlier(before, "0 hidden", after);
    CHECK(*after.views[0].told == std::vector<std::string>{"1 rolled"});
    CHECK_FALSE(after.views[1].told);  // the usual lines
    CHECK(usual_news("0 hidden", after.lost) == std::vector<std::string>{"0 hidden", "1 LOST", "0 LOST"});
}
