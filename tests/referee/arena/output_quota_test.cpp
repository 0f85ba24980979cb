#include "referee/arena/output_quota.hpp"

#include <doctest/doctest.h>

#include <string>

namespace referee::arena {

namespace {

/// A match of two bots that write as many bytes in each of two plies and after them; the second one has failed.
protocol::MatchLog match(const std::string& first, const std::string& second, std::size_t bytes) {
    protocol::MatchLog log;
    log.players[0].name = first;
    log.players[1].name = second;
    for (int i = 0; i < 4; ++i) {
        protocol::LoggedPly& ply = log.plies.emplace_back();
        ply.player = i % 2;
        ply.notes.text = std::string(bytes, 'n');
    }
    for (auto& notes : log.last_notes)
        notes.text = std::string(bytes, 'l');
    log.failure.emplace();
    log.failure->player = 1;
    log.failure->stderr_tail = std::string(bytes, 's');
    return log;
}

}  // namespace

TEST_CASE("What a person's bots write is kept until the quota is used up") {
    OutputQuota quota(
        [](std::string_view name) {
            return name == "staff" ? std::nullopt : std::optional(name.starts_with("Zoe") ? 0 : 1);
        },
        100);
    auto log = match("Zoe #1", "Kim #1", 20);  // 60 of Zoe, 80 of Kim
    quota.apply(log);
    CHECK(log.plies[1].notes.text.size() == 20);
    CHECK(log.failure->stderr_tail == std::string(20, 's'));
    log = match("staff", "Kim #2", 20);
    quota.apply(log);
    CHECK(log.plies[0].notes.text.size() == 20);
    CHECK(log.last_notes[0].text.size() == 20);
    CHECK(log.plies[1].notes.text.empty());
    CHECK(log.plies[1].notes.left_out == 20);
    CHECK(log.plies[3].notes.text.empty());
    CHECK(log.last_notes[1].text.empty());
    CHECK(log.failure->stderr_tail == "[20 bytes left out: your bots have written too much]\n");
    log = match("Zoe #1", "staff", 13);  // 39: in all, 99
    quota.apply(log);
    CHECK(log.plies[0].notes.text.size() == 13);
    CHECK(log.failure->stderr_tail.size() == 13);
    log = match("Kim #3", "Zoe #9", 5);  // 15 of Kim, in all 95; 20 of Zoe
    quota.apply(log);
    CHECK(log.plies[0].notes.text.size() == 5);
    CHECK(log.plies[1].notes.text.empty());
}

TEST_CASE("The words of an info line count, too") {
    OutputQuota quota([](std::string_view) { return std::optional(0); }, 100);
    protocol::Info info;
    info.depth = 7;
    info.pv = std::string(10, 'p');
    info.text = std::string(20, 't');
    protocol::MatchLog log;
    for (int i = 0; i < 4; ++i) {
        protocol::LoggedPly& ply = log.plies.emplace_back();
        ply.player = i % 2;
        ply.notes.info = info;
    }
    quota.apply(log);  // 60 of each player
    CHECK(log.plies[2].notes.info == info);
    for (const int player : {1, 3}) {
        const protocol::Notes& notes = log.plies[static_cast<std::size_t>(player)].notes;
        REQUIRE(notes.info);
        CHECK(notes.info->depth == 7);
        CHECK(notes.info->pv.empty());
        CHECK(notes.info->text.empty());
    }
}

}  // namespace referee::arena
