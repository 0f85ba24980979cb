// Tests the names of entrants. A name identifies the winner in every table and log. So it must be fit to be shown, and
// different from the other entrant's name.
#include "referee/bots/entrant.hpp"

#include <doctest/doctest.h>

#include "tests/referee/temp_folder.hpp"
#include "tests/referee/user_error.hpp"

namespace {

using referee::parse_entrants;
using Names = std::array<std::string, 2>;

Names names_of(const Names& bots, const Names& names = {}) {
    const auto entrants = parse_entrants(bots, names);
    return {entrants[0].name, entrants[1].name};
}

std::string pair_said_of(const Names& bots, const Names& names = {}) {
    return error_of([&] { static_cast<void>(parse_entrants(bots, names)); });
}

}  // namespace

TEST_CASE("bots are named after their files") {
    CHECK(names_of({"/bin/cat", "/bin/echo -n"}) == Names{"cat", "echo"});
}

TEST_CASE("a player called human is a person, and has no command") {
    const auto entrants = parse_entrants({"human", "/bin/cat"}, {});
    CHECK(entrants[0].human);
    CHECK(entrants[0].name == "human");
    CHECK(entrants[0].logged("none").command.empty());
    CHECK_FALSE(entrants[1].human);
    CHECK(entrants[1].logged("none").command == std::vector<std::string>{"/bin/cat"});
    CHECK(entrants[1].logged("none").isolation == "none");
}

TEST_CASE("given names take precedence") {
    CHECK(names_of({"/bin/cat", "human"}, {"ann", "bob"}) == Names{"ann", "bob"});
    CHECK(names_of({"/bin/cat", "/bin/cat"}, {"ann", ""}) == Names{"ann", "cat"});
    CHECK(names_of({"Zoë=/bin/cat -n", "me=human"}) == Names{"Zoë", "me"});
    CHECK(pair_said_of({"a=/bin/cat", "/bin/cat"}, {"b", ""}) == "bot 'a=/bin/cat' has two names: 'a' and 'b'");
    CHECK(pair_said_of({"a=/no/bot", "human"}).find("no such file") != std::string::npos);
    CHECK(names_of({"/bin/cat --x=y", "/bin/echo"}) == Names{"cat", "echo"});
}

TEST_CASE("equal names are made different by arguments or folders, or else by numbers") {
    CHECK(names_of({"/bin/cat", "/bin/cat"}) == Names{"cat-1", "cat-2"});
    CHECK(names_of({"human", "human"}) == Names{"human-1", "human-2"});
    CHECK(names_of({"/bin/cat -n", "/bin/cat"}) == Names{"cat -n", "cat"});
    CHECK(names_of({"/bin/cat -n", "/bin/cat -n"}) == Names{"cat-1", "cat-2"});
    CHECK(names_of({"/bin/cat", "/bin/echo"}, {"", "cat"}) == Names{"bin/cat", "cat"});
}

TEST_CASE("a name that comes from a file or an argument is made fit to be shown") {
    const TempFolder folder;
    const std::string odd = folder.write("a\x1b[2J\n\xff", "#!/bin/sh\n");
    CHECK(names_of({"'" + odd + "'", "/bin/cat"})[0] == "a_[2J__");
    const std::string long_name = folder.write(std::string(200, 'n'), "#!/bin/sh\n");
    CHECK(names_of({long_name, "/bin/cat"})[0] == std::string(64, 'n'));
    for (const std::string& argument : {std::string("'\x1b[2J'"), std::string(500, 'x')}) {
        const Names names = names_of({"/bin/cat " + argument, "/bin/cat"});
        CHECK(names[0] != names[1]);
        for (const auto& name : names) {
            CHECK(name.size() <= 64);
            for (const char c : name)
                CHECK((c >= 0x20 && c < 0x7f));
        }
    }
}

TEST_CASE("two names are never the same, however long and alike") {
    const TempFolder folder;
    const std::string a = folder.write(std::string(100, 'n') + "a", "#!/bin/sh\n");
    const std::string b = folder.write(std::string(100, 'n') + "b", "#!/bin/sh\n");
    const std::string args(100, 'x');
    for (const Names& bots : {Names{a, b}, Names{a, a}, Names{a + " " + args, a + " " + args + "y"}}) {
        const Names names = names_of(bots);
        CHECK(names[0] != names[1]);
        CHECK(std::max(names[0].size(), names[1].size()) <= 64);
        CHECK(std::min(names[0].size(), names[1].size()) > 0);
    }
}

TEST_CASE("given names must be fit to be shown, and different") {
    CHECK(pair_said_of({"/bin/cat", "/bin/cat"}, {"x", "x"}) == "both bots are called 'x': give them different names");
    for (const std::string& name :
         {std::string("\x1b[2J"), std::string("a\nb"), std::string("\xc3"), std::string("x "), std::string(65, 'x')}) {
        const std::string said = pair_said_of({"/bin/cat", "/bin/cat"}, {name, ""});
        CHECK(said.find("a name must have at most 64 characters") != std::string::npos);
        CHECK(said.find('\x1b') == std::string::npos);
        CHECK(said.find('\n') == std::string::npos);
    }
    CHECK(pair_said_of({"/bin/cat", "human"}, {std::string(64, 'x'), ""}) == "(no error)");
}

TEST_CASE("a bot that can't be run is refused, whether it is named first or second") {
    CHECK(pair_said_of({"/no/bot", "human"}).find("no such file") != std::string::npos);
    CHECK(pair_said_of({"human", "/no/bot"}).find("no such file") != std::string::npos);
}
