#include "referee/tournament/schedule/openings.hpp"

#include <memory>
#include <optional>
#include <unordered_set>

#include "games/dice.hpp"
#include "games/user_error.hpp"
#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

namespace {

/// The number of times that an opening is drawn again, for a better one, and for any at all.
constexpr int tries_for_a_better_one = 40;
constexpr int tries_for_any = 1000;

struct Draft {
    Opening opening;
    std::unique_ptr<games::Board> board;
    std::string position;
    int faults = 0;
};

/// An opening drawn with these dice, or nothing if the game is over before it is long enough.
std::optional<Draft> draw(const games::GameSpec& spec, std::uint64_t seed, int plies, games::Dice& dice) {
    Draft draft;
    draft.opening.seed = seed;
    auto board = spec.make_board(seed);
    for (int ply = 0; ply < plies && !games::is_over(board->outcome()); ++ply) {
        const auto moves = board->legal_moves();
        draft.opening.moves.push_back(moves.at(dice.below(moves.size())));
        board->play_legal(draft.opening.moves.back());
    }
    if (games::is_over(board->outcome())) return std::nullopt;
    board->write_frame(draft.position);
    draft.position += std::to_string(games::index(board->to_move()));
    draft.board = std::move(board);
    return draft;
}

/// Whether the side to move can win at once: who has that side then wins either game of the pair.
bool is_as_good_as_won(const games::Board& board) {
    const games::Side side = board.to_move();
    for (const std::string& move : board.legal_moves()) {
        const auto next = board.clone();
        next->play_legal(move);
        if (games::winner(next->outcome()) == side) return true;
    }
    return false;
}

/// The best of a number of drafts, for a start where none of these positions has been reached.
std::optional<Draft> best_of(const games::GameSpec& spec, std::uint64_t seed, int plies,
                             const std::unordered_set<std::string>& positions) {
    games::Dice dice(~seed);  // others than the game's own
    std::optional<Draft> best;
    for (int tries = 0; tries < (best ? tries_for_a_better_one : tries_for_any); ++tries) {
        auto draft = draw(spec, seed, plies, dice);
        if (!draft) continue;
        draft->faults = (is_as_good_as_won(*draft->board) ? 2 : 0) + (positions.contains(draft->position) ? 1 : 0);
        if (draft->faults == 0) return draft;
        if (!best || draft->faults < best->faults) best = std::move(draft);
    }
    return best;
}

}  // namespace

std::vector<Opening> generate_openings(const games::GameSpec& spec, int count, int plies,
                                       std::uint64_t tournament_seed) {
    if (!spec.make_board(0)->moves_listed()) {
        throw games::UserError("openings: the board of " + games::to_string(spec) +
                               " is too large for random plies; play without openings");
    }
    std::vector<Opening> openings;
    std::unordered_set<std::string> positions;
    for (int i = 0; i < count; ++i) {
        auto best = best_of(spec, opening_seed(tournament_seed, i), plies, positions);
        if (!best) {
            throw games::UserError("openings: no game of " + games::to_string(spec) + " lasts longer than " +
                                   std::to_string(plies) + " random plies; ask for shorter openings");
        }
        positions.insert(best->position);
        openings.push_back(std::move(best->opening));
    }
    return openings;
}

}  // namespace referee::tournament
