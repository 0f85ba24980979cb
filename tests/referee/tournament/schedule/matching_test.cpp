// Compares the matchings that are found in graphs with brute force.
#include <doctest/doctest.h>

#include "games/dice.hpp"
#include "referee/tournament/schedule/matching.hpp"

namespace tournament_test {

using namespace referee::tournament;

namespace {

Graph random_graph(int size, int percent, games::Dice& dice) {
    Graph graph(size);
    for (int a = 0; a < size; ++a) {
        for (int b = 0; b < a; ++b)
            graph.set(a, b, static_cast<int>(dice.below(100)) < percent);
    }
    return graph;
}

/// Returns whether the entrants in this bit set can be paired.
bool can_be_paired(const Graph& graph, unsigned set) {
    if (set == 0) return true;
    int a = 0;
    while ((set >> a & 1u) == 0)
        ++a;
    for (int b = a + 1; b < graph.size(); ++b) {
        if ((set >> b & 1u) != 0 && graph.has(a, b) && can_be_paired(graph, set & ~(1u << a | 1u << b))) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("a perfect matching is found if and only if there is one") {
    games::Dice dice(8);
    int found = 0;
    for (int i = 0; i < 4000; ++i) {
        const int size = 2 + static_cast<int>(dice.below(9));
        const Graph graph = random_graph(size, 15 + static_cast<int>(dice.below(45)), dice);
        const unsigned set = static_cast<unsigned>(dice.next()) & ((1u << size) - 1);
        std::vector<bool> present;
        for (int a = 0; a < size; ++a)
            present.push_back((set >> a & 1u) != 0);
        const auto matching = perfect_matching(graph, present);
        REQUIRE(matching.has_value() == can_be_paired(graph, set));
        if (!matching) continue;
        ++found;
        for (int a = 0; a < size; ++a) {
            const int partner = (*matching)[static_cast<std::size_t>(a)];
            REQUIRE((partner >= 0) == present[static_cast<std::size_t>(a)]);
            if (partner < 0) continue;
            CHECK(graph.has(a, partner));
            CHECK((*matching)[static_cast<std::size_t>(partner)] == a);
        }
    }
    CHECK(found > 500);
    CHECK(found < 3500);
}

TEST_CASE("two triangles have no matching, a hexagon has two disjoint ones, and a complete graph of six has five") {
    const auto rounds_of = [](const Graph& graph) {
        int rounds = 0;
        for (int effort = 100'000; has_disjoint_matchings(graph, rounds + 1, effort); ++rounds)
            CHECK(effort > 0);
        return rounds;
    };
    Graph triangles(6);
    Graph hexagon(6);
    Graph all(6);
    for (int a = 0; a < 6; ++a) {
        triangles.set(a, a < 3 ? (a + 1) % 3 : 3 + (a + 1) % 3, true);
        hexagon.set(a, (a + 1) % 6, true);
        for (int b = 0; b < a; ++b)
            all.set(a, b, true);
    }
    CHECK(rounds_of(triangles) == 0);
    CHECK(rounds_of(hexagon) == 2);
    CHECK(rounds_of(all) == 5);
}

TEST_CASE("if the search takes too long, the answer is yes") {
    Graph triangles(6);
    for (int a = 0; a < 6; ++a)
        triangles.set(a, a < 3 ? (a + 1) % 3 : 3 + (a + 1) % 3, true);
    int effort = 1;
    CHECK(has_disjoint_matchings(triangles, 1, effort));
    CHECK(effort < 0);
}

}  // namespace tournament_test
