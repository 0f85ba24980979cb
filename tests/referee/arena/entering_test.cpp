#include "referee/arena/entering.hpp"

#include <doctest/doctest.h>

namespace referee::arena {

namespace {

using tournament::Change;
using Texts = std::vector<std::string>;

std::vector<Person> two_people() {
    std::vector<Person> people(2);
    people[0].student.name = "Zoë";
    people[1].number = 1;
    people[1].student.name = "Zoë #1";  // as an entrant of the other
    return people;
}

HandIn accepted(int person, int version) {
    HandIn hand_in;
    hand_in.person = person;
    hand_in.version = version;
    hand_in.state = HandInState::accepted;
    return hand_in;
}

Texts names_of(const Entering& entering) {
    Texts names;
    for (const tournament::Newcomer& newcomer : entering.newcomers)
        names.push_back(newcomer.bot);
    return names;
}

tournament::TournamentHead head_of(const Texts& names, std::vector<Change> changes) {
    tournament::TournamentHead head;
    for (const std::string& name : names)
        head.entrants.push_back({name, {}, {}});
    head.changes = std::move(changes);
    return head;
}

}  // namespace

TEST_CASE("Only names of versions belong to students") {
    const auto people = two_people();
    CHECK(version_named("Zoë #12", people) == Played{0, 12});
    CHECK(version_named("Zoë #1 #12", people) == Played{1, 12});
    for (const char* name : {"Zoë", "greedy", "Zoe #1", "Zoë #0", "Zoë #x", "Zoë #1x", "Zoë #01", "Zoë #"})
        CHECK_MESSAGE(!version_named(name, people), name);
}

TEST_CASE("A first version joins, and the next one replaces it") {
    const auto people = two_people();
    const Texts staff = {"greedy", "random"};
    Entering next = entering(head_of(staff, {}), people, {accepted(0, 3)});
    CHECK(names_of(next) == Texts{"Zoë #3"});
    CHECK_FALSE(next.newcomers.front().replaces.has_value());

    const Change joined{.kind = Change::Kind::joined, .entrant = 2};
    const auto head = head_of({"greedy", "random", "Zoë #3"}, {joined});
    CHECK(entering(head, people, {accepted(0, 3)}).empty());
    next = entering(head, people, {accepted(0, 5), accepted(1, 1)});
    REQUIRE(names_of(next) == Texts{"Zoë #1 #1", "Zoë #5"});
    CHECK_FALSE(next.newcomers[0].replaces.has_value());
    CHECK(next.newcomers[1].replaces == 2);
}

TEST_CASE("Whoever is withdrawn leaves, and returns with the newest version") {
    auto people = two_people();
    const Change joined{.kind = Change::Kind::joined, .entrant = 2};
    const Change left{.kind = Change::Kind::withdrawn, .entrant = 2};
    people[0].withdrawn = true;
    const auto in = head_of({"greedy", "random", "Zoë #3"}, {joined});
    CHECK(entering(in, people, {accepted(0, 3)}).orders.withdrawn == Texts{"Zoë #3"});
    const auto out = head_of({"greedy", "random", "Zoë #3"}, {joined, left});
    CHECK(entering(out, people, {accepted(0, 3)}).empty());
    people[0].withdrawn = false;
    CHECK(entering(out, people, {accepted(0, 3)}).orders.returned == Texts{"Zoë #3"});
    CHECK(names_of(entering(out, people, {accepted(0, 4)})) == Texts{"Zoë #4"});
    CHECK(entering(in, people, {}).orders.withdrawn == Texts{"Zoë #3"});  // its files are gone
}

}  // namespace referee::arena
