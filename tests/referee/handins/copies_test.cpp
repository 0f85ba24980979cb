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
while True:
  print(f"{choose(read(), grid)}", flush = True)
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

Likeness of(const std::string& text, const std::string& name = "bot.py", const KnownFiles& known = {}) {
    return likeness_of({{name, text}}, known);
}

/// The form of a text that is compared.
std::string form(const std::string& text, const std::string& name = "bot.py") {
    const Likeness likeness = of(text, name);
    REQUIRE(likeness.size() == 1);
    return likeness.front().form;
}

TEST_CASE("names, comments and blanks do not matter") {
    CHECK(form(python) == form(renamed_python));
    CHECK(of(python).front().bytes != of(renamed_python).front().bytes);
    CHECK(form(python) == form(replaced(python, "\n", "\r\n")));
    CHECK(form_of("a = "
                  ""
                  "\"\"\"x\ny\"\"\"",
                  ".py")
              .text == form_of("a = \"\"\"x\r\ny\"\"\"", ".py").text);
    CHECK(of(python) == of(python, "other_name.py"));
    const std::string cpp =
        "#include <vector>\n// first\nint best(const std::vector<int>& all) { /* a\n b */ int r = 0; for (int i : all) "
        "{ if "
        "(i > r && i != '\\n') r = i; } return r * 3 + static_cast<int>(all.size()); }\nint main() { return best({1, "
        "2, 3}); }\n";
    std::string other = replaced(replaced(cpp, "best", "choose_it"), "// first\n", "");
    other = replaced(replaced(other, "/* a\n b */", " "), "r = i", "r  =  i // why\n");
    CHECK(form(cpp, "bot.cpp") == form(other, "bot.cpp"));
}

TEST_CASE("everything else matters") {
    for (const auto& [from, to] :
         std::vector<std::pair<std::string, std::string>>{{"> score", "< score"},
                                                          {"3 * ", "4 * "},
                                                          {"\"MAGNET\"", "\"DROP 0\""},
                                                          {"for move", "while move"},
                                                          {"result = move\n", "result = result\n"},
                                                          {"-abs(", "abs("}}) {
        const std::string& changed = from;
        INFO(changed);
        CHECK(form(python) != form(replaced(python, from, to)));
    }
    // A name is one name everywhere.
    CHECK(form_of("a = b; b = a", ".py").text != form_of("a = b; a = b", ".py").text);
    CHECK(form_of("x = '# no comment'", ".py").text != form_of("x = '# another'", ".py").text);
    CHECK(form_of("x = a // b", ".py").text != form_of("x = a", ".py").text);
    CHECK(form_of("#include <a>\n", ".c").text != form_of("", ".c").text);
    // Names of a library are not the student's.
    for (const auto& [a, b, suffix] : std::vector<std::tuple<std::string, std::string, const char*>>{
             {"best = max(moves, key=value)", "best = min(moves, key=value)", ".py"},
             {"import math\nx = math.sin(y)", "import math\nx = math.cos(y)", ".py"},
             {"func f(a int) int { if a > max(a, 3) { return 1 } }",
              "func f(a int) int { if a > min(a, 3) { return 1 } }", ".go"},
             {"int f(int a) { return std::max(a, 3); }", "int f(int a) { return std::min(a, 3); }", ".cpp"},
             {"const f = (a, b) => Math.max(a, b);", "const f = (a, b) => Math.min(a, b);", ".js"}})
        CHECK(form_of(a, suffix).text != form_of(b, suffix).text);
    // Texts in brackets are data, also on a line for themselves; so is one on a line that goes on.
    CHECK(form_of("x = [\n\"a\"\n]", ".py").text != form_of("x = [\n\"b\"\n]", ".py").text);
    CHECK(form_of("x = \\\n\"a\"\n", ".py").text != form_of("x = \\\n\"b\"\n", ".py").text);
    // The blocks of Python are made by blanks.
    CHECK(form_of("if a:\n  b()\n  c()\n", ".py").text != form_of("if a:\n  b()\nc()\n", ".py").text);
    CHECK(form_of("if a:\n  b()\n  c()\n", ".py").text == form_of("if a:\n\tb()\n\tc()\n", ".py").text);
}

TEST_CASE("the names that a source makes itself do not matter, in many languages") {
    for (const auto& [a, b, suffix] : std::vector<std::tuple<std::string, std::string, const char*>>{
             {"for a, b in c.items():\n  self.d = a\n", "for x, y in c.items():\n  self.z = x\n", ".py"},
             {"x: int = 3\nf = lambda a, b: a * b + x", "y: int = 3\ng = lambda c, d: c * d + y", ".py"},
             {"func (b *Board) best(m Move, n int) int { x, y := n, b.z(m); return x + y }",
              "func (c *Board) most(k Move, l int) int { p, q := l, c.z(k); return p + q }", ".go"},
             {"class Bot { int best(List<Move> all) { for (Move m : all) return m.x(); } }",
              "class My { int first(List<Move> l) { for (Move n : l) return n.x(); } }", ".java"},
             {"function f(a, b) { let c = [a, b]; for (const d of c) g(d); }",
              "function h(x, y) { let z = [x, y]; for (const w of z) g(w); }", ".js"},
             {"fn best(a: &Vec<i32>, b: usize) -> i32 { let mut c = a[b]; c += 1; c }",
              "fn most(x: &Vec<i32>, y: usize) -> i32 { let mut z = x[y]; z += 1; z }", ".rs"}}) {
        const std::string& source = a;
        INFO(source);
        CHECK(form_of(a, suffix).text == form_of(b, suffix).text);
    }
}

TEST_CASE("a few changed lines of what was handed out are nobody's copy") {
    KnownFiles known;
    known.add({"kit.py", python});
    CHECK(of(replaced(python, "result = moves[0]", "result = moves[-1]"), "bot.py", known).empty());
    const std::string own = replaced(python, "result", "value * 2 + 1");
    CHECK(of(own + own, "bot.py", known).size() == 1);
}

TEST_CASE("hand-ins are the same if one file is") {
    const std::string other = replaced(python, "abs", "len");
    const std::vector<Likeness> hand_ins = {likeness_of({{"bot.py", python}, {"old.py", other}}, {}),
                                            of(renamed_python), likeness_of({{"a.py", python}, {"b.py", other}}, {})};
    const auto groups = copies_among(hand_ins);
    REQUIRE(groups.size() == 2);
    CHECK(groups[0].members == std::vector<std::size_t>{0, 1, 2});
    CHECK(groups[1].members == std::vector<std::size_t>{0, 2});
    const std::vector<std::string> names = {"a", "b", "c"};
    CHECK(others_of(groups, 0, names) == "c, byte for byte; b, but for names, comments and blanks");
    CHECK(others_of(groups, 1, names) == "a, c, but for names, comments and blanks");
}

TEST_CASE("files without words are compared byte for byte") {
    const std::string text(1000, 'x');
    for (const char* name : {"bot.rb", "bot.lua", "bot.ipynb", "bot.docx", "broken.zip"}) {
        CHECK(of(text, name).size() == 1);
        CHECK(of(text, name) == likeness_of({{"another", text}, {"run.sh", "exec ruby bot.rb"}}, {}));
        CHECK(of(text, name) != of(text + " ", name));
    }
    CHECK(of("puts 1", "bot.rb").empty());
    CHECK(likeness_of({{"bot.py", python}, {"book.bin", text}}, {}).size() == 1);
}

TEST_CASE("only so much is read word by word") {
    std::string large = python;
    for (int i = 0; large.size() <= max_source_read; ++i)
        large += "name" + std::to_string(i) + " = 1\n";
    const Likeness both = likeness_of({{"b.py", large}, {"bot.py", python}}, {});
    REQUIRE(both.size() == 2);
    CHECK(both[0] == of(python).front());
    CHECK(both[1].bytes == both[1].form);
    CHECK(both[1] != of(large + "\n").front());
}

TEST_CASE("a few lines are written alike by everybody") {
    const std::string function =
        "def choose(state):\n    for move in state.moves:\n        if move.endswith(\" 3\"): return move\n    return "
        "state.moves[0]\n";
    CHECK(of(function) == Likeness());
    CHECK(of("") == Likeness());
    CHECK(likeness_of({{"notes.txt", std::string(10'000, 'x')}}, {}).empty());
}

TEST_CASE("what was handed out is nobody's copy") {
    const KnownFiles known = KnownFiles::shipped();
    for (const Kit& kit : kits()) {
        INFO(kit.name);
        for (const std::string game : {"magnetize", "cluster"}) {
            Project project;
            for (KitFile& file : files_of(kit, "my_bot", game, game))
                project.push_back({file.name, file.text});
            CHECK(likeness_of(project, known).empty());
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
    const Likeness a{{"1", "A"}}, a2{{"2", "A"}}, b{{"3", "B"}}, none{}, c{{"9", "C"}};
    const auto groups = copies_among(std::vector{a, none, b, a2, none, b, b, c});
    REQUIRE(groups.size() == 2);
    CHECK(groups[0].members == std::vector<std::size_t>{2, 5, 6});
    CHECK(groups[0].byte_for_byte());
    CHECK(groups[1].members == std::vector<std::size_t>{0, 3});
    CHECK_FALSE(groups[1].byte_for_byte());
    const std::vector<std::string> names = {"a", "b", "c", "d", "e", "f", "g", "h"};
    CHECK(others_of(groups, 5, names) == "c, g, byte for byte");
    CHECK(text_of(groups[1], names) == "the same but for names, comments and blanks: a, d");
    const Copies all{{0, 1, 2, 3, 4, 5, 6, 7}, {"x", "x", "y", "x", "x", "x", "x", "x"}};
    CHECK(others_of(std::vector{all}, 0, names) ==
          "b, d, e, f, g and 1 other, byte for byte; c, but for names, comments and blanks");
}

TEST_CASE("hostile sources take time in proportion to their length") {
    for (const std::string piece : {"'", "\"\"\"", "/*", "\\", "a ", "f'", "`", "'a", "\xff", "", "def f(", "a,",
                                    "a=", "(", "f(a) {", "in ", "\n "}) {
        std::string text;
        while (text.size() < (std::size_t{1} << 20))
            text += piece.empty() ? std::string(1, '\0') : piece;
        for (const char* suffix : {".py", ".cpp", ".js", ".sh", ".go"})
            CHECK(form_of(text, suffix).lines.size() <= text.size());
    }
}

}  // namespace
}  // namespace referee::handins
