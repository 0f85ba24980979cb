#include "referee/tournament/schedule/openings.hpp"

#include <memory>

#include "games/dice.hpp"
#include "games/user_error.hpp"
#include "referee/match/moves_hash.hpp"
#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

namespace {

/// The maximum number of draws to find an opening in which nobody can win at once; and to find a new one, or any.
constexpr int draws_for_an_open_one = 40;
constexpr int draws_for_a_new_one = 1000;

struct Draft {
    std::vector<std::string> moves;
    std::unique_ptr<games::Board> board;
};

/// The opening that these dice draw, or nothing if the game is over before it is long enough.
std::optional<Draft> draw(const games::GameSpec& spec, std::uint64_t game_seed, int plies, std::uint64_t dice_seed) {
    games::Dice dice(dice_seed);
    Draft draft{{}, spec.make_board(game_seed)};
    for (int ply = 0; ply < plies && !games::is_over(draft.board->outcome()); ++ply) {
        const auto moves = draft.board->legal_moves();
        draft.moves.push_back(moves.at(dice.below(moves.size())));
        draft.board->play_legal(draft.moves.back());
    }
    if (games::is_over(draft.board->outcome())) return std::nullopt;
    return draft;
}

/// The frame of a very large board shows only the last ply; the display of a small board shows less than its frame.
std::uint64_t position_of(const games::Board& board, std::uint64_t game_seed) {
    std::string position;
    board.write_frame(position);
    position += board.display();
    position += std::to_string(games::index(board.to_move()));
    if (board.hand()) position += ' ' + std::to_string(game_seed);
    return hash_of(position);
}

/// Whether the side to move can win at once: then that side wins both games of the pair.
bool is_as_good_as_won(const games::Board& board) {
    const games::Side side = board.to_move();
    for (const std::string& move : board.legal_moves()) {
        const auto next = board.clone();
        next->play_legal(move);
        if (games::winner(next->outcome()) == side) return true;
    }
    return false;
}

/// The dice that draw an opening, and the position to which it leads.
struct Found {
    std::uint64_t dice_seed = 0;
    std::uint64_t position = 0;
    int faults = 0;
};

/// The best of a number of draws: one whose position is new before one in which nobody can win at once.
std::optional<Found> best_of(const games::GameSpec& spec, std::uint64_t game_seed, int plies,
                             const std::unordered_set<std::uint64_t>& positions) {
    constexpr int won = 1, known = 2;
    games::Dice seeds(~game_seed);  // others than the game's own
    std::optional<Found> best;
    for (int draws = 0; draws < draws_for_a_new_one; ++draws) {
        if (draws >= draws_for_an_open_one && best && best->faults < known) break;
        const std::uint64_t dice_seed = seeds.next();
        const auto draft = draw(spec, game_seed, plies, dice_seed);
        if (!draft) continue;
        const std::uint64_t position = position_of(*draft->board, game_seed);
        const int faults = positions.contains(position) ? known : is_as_good_as_won(*draft->board) ? won : 0;
        if (!best || faults < best->faults) best = Found{dice_seed, position, faults};
        if (faults == 0) break;
    }
    return best;
}

}  // namespace

RandomOpenings::RandomOpenings(const games::GameSpec& spec, int plies, std::uint64_t tournament_seed)
    : spec_(spec), plies_(plies), tournament_seed_(tournament_seed) {
    const auto board = spec.make_board(0);
    has_chance_ = board->hand().has_value();
    if (!board->moves_listed()) {
        throw games::UserError("openings: the board of " + games::to_string(spec) +
                               " is too large for random plies; play without openings");
    }
    add_next();
}

std::uint64_t RandomOpenings::seed_of(std::size_t i) const {
    return opening_seed(tournament_seed_, static_cast<int>(i));
}

void RandomOpenings::add_next() {
    const auto best = best_of(spec_, seed_of(drawn_with_.size()), plies_, positions_);
    if (!best && (drawn_with_.empty() || has_chance_)) {
        throw games::UserError("openings: no game of " + games::to_string(spec_) + " lasts longer than " +
                               std::to_string(plies_) + " random plies; ask for shorter openings");
    }
    used_up_ = !best || !positions_.insert(best->position).second;
    if (!used_up_) drawn_with_.push_back(best->dice_seed);
}

void RandomOpenings::add_up_to(std::size_t i) {
    while (!used_up_ && i >= drawn_with_.size())
        add_next();
}

bool RandomOpenings::has(int i) {
    const std::lock_guard lock(mutex_);
    add_up_to(static_cast<std::size_t>(i));
    return static_cast<std::size_t>(i) < drawn_with_.size();
}

Opening RandomOpenings::at(int i) {
    const std::lock_guard lock(mutex_);
    const auto wanted = static_cast<std::size_t>(i);
    add_up_to(wanted);
    const std::size_t place = wanted % drawn_with_.size();
    // If openings repeat, the game has no chance, and any seed fits the moves.
    return {seed_of(wanted), {"", draw(spec_, seed_of(place), plies_, drawn_with_[place]).value().moves}};
}

}  // namespace referee::tournament
