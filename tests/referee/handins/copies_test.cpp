// Hand-ins that are the same, or differ in names, comments and blanks only.
#include "referee/handins/copies.hpp"

#include <doctest/doctest.h>

#include <tuple>
#include <utility>
#include <vector>

#include "referee/core/bots/kits.hpp"
#include "referee/handins/source_form.hpp"

namespace referee::handins {
namespace {

const std::string python = R"(import sys
# my bot
def best(moves, board):
    """The best move."""
    result = moves[0]
    for move in moves:
        if score(move, board) > score(result, board):
            result = move
    return result

def score(move, board):
    column = int(move.split()[1])
    return -abs(column - len(board[0]) // 2) + 3 * (move == "MAGNET")

while True:
    print(f"{best(read(), board)}", flush=True)
)";

/// The same with other names, comments and blanks.
const std::string renamed_python = R"(import sys

def choose(options, grid):
    b = options[ 0 ]     # starts here
    for m in options:
        if value(m, grid) > value(b, grid):
              b = m
    return b
def value(m, grid):
    '''How good
    it is.'''
    k = int(m.split()[1])
    return -abs(k - len(grid[0]) // 2) + 3 * (m == "MAGNET")
while True: print(f"{choose(read(), grid)}", flush = True)
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

Likeness of(const std::string& text, const std::string& name = "bot.py", const KnownFiles& known = {}) {
    return likeness_of({{name, text}}, known);
}

TEST_CASE("names, comments and blanks do not matter") {
    CHECK(of(python).form == of(renamed_python).form);
    CHECK(of(python).bytes != of(renamed_python).bytes);
    CHECK_FALSE(of(python).form.empty());
    CHECK(of(python) == of(python, "other_name.py"));
    const std::string cpp =
        "#include <vector>\n// first\nint best(const std::vector<int>& all) { /* a\n b */ int r = 0; for (int i : all) "
        "{ if "
        "(i > r && i != '\\n') r = i; } return r * 3 + static_cast<int>(all.size()); }\nint main() { return best({1, "
        "2, 3}); }\n";
    std::string other = replaced(replaced(cpp, "best", "choose_it"), "// first\n", "");
    other = replaced(replaced(other, "/* a\n b */", " "), "r = i", "r  =  i // why\n");
    CHECK(of(cpp, "bot.cpp").form == of(other, "bot.cpp").form);
    CHECK_FALSE(of(cpp, "bot.cpp").form.empty());
}

TEST_CASE("everything else matters") {
    for (const auto& [from, to] :
         std::vector<std::pair<std::string, std::string>>{{"> score", "< score"},
                                                          {"3 * ", "4 * "},
                                                          {"\"MAGNET\"", "\"DROP 0\""},
                                                          {"for move", "while move"},
                                                          {"result = move\n", "result = result\n"},
                                                          {"-abs(", "abs("}}) {
        INFO(from);
        CHECK(of(python).form != of(replaced(python, from, to)).form);
    }
    // A name is one name everywhere.
    CHECK(form_of("a = b; b = a", ".py").text != form_of("a = b; a = b", ".py").text);
    CHECK(form_of("x = '# no comment'", ".py").text != form_of("x = '# another'", ".py").text);
    CHECK(form_of("x = a // b", ".py").text != form_of("x = a", ".py").text);
    CHECK(form_of("#include <a>\n", ".c").text != form_of("", ".c").text);
}

TEST_CASE("a few lines are written alike by everybody") {
    const std::string function =
        "def choose(state):\n    for move in state.moves:\n        if move.endswith(\" 3\"): return move\n    return "
        "state.moves[0]\n";
    CHECK(of(function) == Likeness());
    CHECK(of("") == Likeness());
    CHECK(likeness_of({{"notes.txt", std::string(10'000, 'x')}}, {}) == Likeness());
}

TEST_CASE("what was handed out is nobody's copy") {
    const KnownFiles known = KnownFiles::shipped();
    for (const Kit& kit : kits()) {
        INFO(kit.name);
        for (const std::string game : {"magnetize", "cluster"}) {
            Project project;
            for (KitFile& file : files_of(kit, "my_bot", game, game))
                project.push_back({file.name, file.text});
            CHECK(likeness_of(project, known) == Likeness());
        }
    }
    // With the student's own file beside it, this file is compared.
    Project project = {{"bot.py", python}};
    CHECK(likeness_of(project, known) == of(python));
    for (const KitFile& file : files_of(kit_called("cpp"), "my_bot", "magnetize", "magnetize"))
        project.push_back({file.name, file.text});
    CHECK(likeness_of(project, known) == of(python));
}

TEST_CASE("groups are of different people, the largest first") {
    const Likeness a{"1", "A"}, a2{"2", "A"}, b{"3", "B"}, none{};
    const auto groups = copies_among(std::vector{a, none, b, a2, none, b, b, {"9", "C"}});
    REQUIRE(groups.size() == 2);
    CHECK(groups[0].members == std::vector<std::size_t>{2, 5, 6});
    CHECK(groups[0].byte_for_byte());
    CHECK(groups[1].members == std::vector<std::size_t>{0, 3});
    CHECK_FALSE(groups[1].byte_for_byte());
    const std::vector<std::string> names = {"a", "b", "c", "d", "e", "f", "g", "h"};
    CHECK(others_of(groups[0], 5, names) == "c, g, byte for byte");
    CHECK(text_of(groups[1], names) == "the same but for names, comments and blanks: a, d");
    const Copies all{{0, 1, 2, 3, 4, 5, 6, 7}, {"x", "x", "y", "x", "x", "x", "x", "x"}};
    CHECK(others_of(all, 0, names) ==
          "b, d, e, f, g and 1 other, byte for byte; c, but for names, comments and blanks");
}

TEST_CASE("hostile sources take time in proportion to their length") {
    for (const std::string piece :
         {"'", "\"\"\"", "/*", "\\", "a ", "f'", "`", "'a", "\xff", std::string(1, '\0').c_str()}) {
        std::string text;
        while (text.size() < (std::size_t{1} << 20))
            text += piece.empty() ? std::string(1, '\0') : piece;
        for (const char* suffix : {".py", ".cpp", ".js", ".sh", ".go"})
            CHECK(form_of(text, suffix).tokens <= text.size());
    }
}

}  // namespace
}  // namespace referee::handins
