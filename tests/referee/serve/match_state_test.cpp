#include "referee/serve/match_state.hpp"

#include <doctest/doctest.h>

#include "referee/match/limits.hpp"
#include "referee/match/record.hpp"

using namespace referee;

TEST_CASE("the state of a match counts the bytes of its frames, which grow in some games") {
    MatchPlan plan{games::parse_spec("cluster"), 7, {}, usual_limits(), {}};
    serve::MatchState state(plan, 0);
    const auto board = plan.spec.make_board(plan.seed);
    protocol::MatchLog log;
    log.game = plan.spec.game->name;
    log.config = config_of(plan.spec);
    log.seed = plan.seed;
    while (!games::is_over(board->outcome())) {
        protocol::LoggedPly& ply = log.plies.emplace_back();
        ply.player = games::index(board->to_move());
        ply.move = board->legal_moves().front();
        REQUIRE(board->play(ply.move) == games::Verdict::played);
        for (const auto side : board->lost_turns())
            ply.lost.push_back(games::index(side));
        state.add(*board, ply);
    }
    add_frames(plan.spec, log);
    std::size_t sum = log.initial.size();
    for (const auto& ply : log.plies)
        sum += ply.frame.size();
    CHECK(state.frame_bytes() == sum);
    CHECK(sum > 2 * log.initial.size() * log.plies.size());
}
