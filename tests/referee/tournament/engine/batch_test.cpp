#include "referee/tournament/engine/batch.hpp"

#include <doctest/doctest.h>

#include "games/user_error.hpp"

using namespace referee::tournament;

namespace {

Batch sample_batch() {
    Batch batch;
    batch.tournament = "0badcafe";
    batch.version = "1.2";
    batch.settings.game = "othello";
    batch.settings.limits.move = std::chrono::milliseconds(100);
    batch.settings.limits.first_move = std::chrono::seconds(1);
    batch.entrants = {{"a", {"./a", "-x"}, {{"a", "00ff"}}}, {"b", {"./b"}, {}}};
    BatchGame game;
    game.game = {4, 1, 1, 0, 2, 99, 3};
    game.opening = {"a position/of two rows X", {"PUT 1", "PUT 2"}};
    batch.games = {game, {}};
    batch.games[1].game.second = 1;
    return batch;
}

}  // namespace

TEST_CASE("a batch is the same after it is written and read") {
    const Batch batch = sample_batch();
    const Batch read = batch_of_json(to_json(batch));
    CHECK(to_json(read) == to_json(batch));
    CHECK(read.version == "1.2");
    CHECK(read.entrants == batch.entrants);
    CHECK(read.games[0].game == batch.games[0].game);
    CHECK(read.games[0].opening == batch.games[0].opening);
    CHECK(read.games[1].game == batch.games[1].game);
}

TEST_CASE("text that is not a batch is refused") {
    Batch batch = sample_batch();
    const std::string text = to_json(batch);
    CHECK_THROWS_AS(static_cast<void>(batch_of_json(text.substr(0, text.size() / 2))), games::UserError);
    CHECK_THROWS_AS(static_cast<void>(batch_of_json("{}")), games::UserError);
    batch.games[0].game.first = 2;
    CHECK_THROWS_AS(static_cast<void>(batch_of_json(to_json(batch))), games::UserError);
}

TEST_CASE("limits follow the speed of a host only if the settings say so") {
    Batch batch = sample_batch();
    protocol::Limits own = batch.settings.limits;
    own.move = std::chrono::milliseconds(30);
    const EntrantLimits limits{batch.settings.limits, {own, std::nullopt}};
    CHECK(limits_at(batch, limits, 500).common.move == std::chrono::milliseconds(100));
    batch.settings.reference_speed = 1000;
    CHECK(limits_at(batch, limits, 500).common.move == std::chrono::milliseconds(200));
    CHECK(limits_at(batch, limits, 2000).common.first_move == std::chrono::milliseconds(500));
    CHECK(limits_at(batch, limits, 500).own[0]->move == std::chrono::milliseconds(60));
    CHECK_FALSE(limits_at(batch, limits, 500).own[1].has_value());
    CHECK(limits_at(batch, limits, 2000).common.margin == batch.settings.limits.margin);
}

TEST_CASE("tournaments have different ids") {
    TournamentHead head;
    head.created_at = "2020-01-01T00:00:00Z";
    head.settings = "{}";
    head.seed = 1;
    const std::string id = tournament_id(head);
    head.seed = 2;
    CHECK(tournament_id(head) != id);
    CHECK(id.size() == 8);
}
