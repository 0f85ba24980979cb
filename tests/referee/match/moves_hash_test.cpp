// Tests that matches have the same hash if and only if they have the same moves.
#include "referee/match/moves_hash.hpp"

#include <doctest/doctest.h>

#include <set>

#include "tests/protocol/sample_log.hpp"

using namespace referee;

TEST_CASE("times, names and seeds make no difference to the hash of a match, but moves and endings do") {
    const protocol::MatchLog log = sample_log();
    protocol::MatchLog same = log;
    same.id = "another";
    same.started_at = "2027-01-01T00:00:00Z";
    same.players[0].name = "somebody";
    same.plies[0].wall = protocol::Micros(1);
    same.seed = 5;  // this game draws nothing from its seed
    CHECK(moves_hash_of(same) == moves_hash_of(log));

    std::set<std::uint64_t> hashes = {moves_hash_of(log)};
    protocol::MatchLog other = log;
    other.plies[1].move = "DROP 1";
    hashes.insert(moves_hash_of(other));
    other = log;
    other.plies.pop_back();
    hashes.insert(moves_hash_of(other));
    other = log;
    other.plies[0].move += other.plies[1].move;
    other.plies.pop_back();
    hashes.insert(moves_hash_of(other));
    other = log;
    other.result.ending = protocol::Ending::timeout;
    hashes.insert(moves_hash_of(other));
    other = log;
    other.result.winner = 0;
    hashes.insert(moves_hash_of(other));
    CHECK(hashes.size() == 6);
}

TEST_CASE("in a game with chance the seed is a part of the hash") {
    protocol::MatchLog log = sample_log();
    log.plies[0].hand = {{1, 2}};
    protocol::MatchLog other = log;
    other.seed = 5;
    CHECK(moves_hash_of(other) != moves_hash_of(log));
}

TEST_CASE("hashes are written as 16 digits and read back") {
    // The expected hashes come from a separate Python program of ten lines.
    CHECK(hash_text(hash_of("")) == "f52a15e9a9b5e89b");
    CHECK(hash_text(hash_of("DROP 0\nMAGNET\n")) == "d83d1a99c855c7c6");
    for (const std::uint64_t hash : {std::uint64_t{0}, std::uint64_t{255}, ~std::uint64_t{0}})
        CHECK(hash_of_text(hash_text(hash)) == hash);
    CHECK(hash_text(255) == "00000000000000ff");
    for (const char* wrong :
         {"", "ff", "00000000000000FF", "00000000000000fg", "00000000000000ff0", "+0000000000000ff"})
        CHECK(!hash_of_text(wrong));
}
