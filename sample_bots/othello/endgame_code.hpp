// The search of the endgame solver. endgame.cpp includes it twice: for any processor, and for processors with AVX2.
// Each inclusion uses `turned_by` and `moves_of` of the surrounding namespace.

/// The final lead of a side. Empty cells count for the winner. Requires: neither side can move any more.
inline int final_lead(Cells own, Cells other) {
    const int lead = std::popcount(own) - std::popcount(other);
    const int empty = 64 - std::popcount(own | other);
    return lead > 0 ? lead + empty : lead < 0 ? lead - empty : 0;
}

/// The cells of all quarters of the board with an odd number of empty cells. The side that moves first in such a
/// quarter usually also makes the last move there.
inline Cells odd_quarters(Cells empty) {
    Cells odd = 0;
    for (const Cells quarter : quarters) {
        if ((std::popcount(empty & quarter) & 1) != 0) odd |= quarter;
    }
    return odd;
}

/// Searches a position to the end of the game. All scores are leads of the side to move, with bounds on both sides
/// (fail-soft). They are meaningless once the clock has stopped the search.
class Search {
public:
    Search(const PatternEvaluation& evaluate, EndgameTable& table, EndgameClock& clock)
        : evaluate_(evaluate), table_(table), clock_(clock) {}

    /// Stores the best move in the table. Requires: there is a move.
    int solve_root(Cells own, Cells other, int alpha, int beta);
    std::uint64_t nodes() const { return nodes_; }
    /// The entry of a position, or null.
    const EndgameTable::Entry* find(Cells own, Cells other) {
        return table(64 - std::popcount(own | other)).find(own, other);
    }

private:
    struct Child {
        Cells own, other;  ///< from the opponent's point of view
        int cell;
        int worth;
    };

    int solve(Cells own, Cells other, int alpha, int beta);
    int one_empty(Cells own, int cell);
    int two_empty(Cells own, Cells other, int beta, int a, int b);
    int few_empty(Cells own, Cells other, int alpha, int beta, const int* cells, int count);
    int some_empty(Cells own, Cells other, int alpha, int beta, Cells empty);
    int many_empty(Cells own, Cells other, int alpha, int beta);
    int list(Cells own, Cells other, Cells moves, int first, Child* children);
    int judge(Cells own, Cells other, int depth, int alpha, int beta);
    EndgameTable& table(int left) { return left >= shared_from ? table_ : small_table_; }

    const PatternEvaluation& evaluate_;
    EndgameTable& table_;
    EndgameTable small_table_{small_table_bits};
    EndgameClock& clock_;
    std::uint64_t nodes_ = 0;
};

/// Begins with a guess. Narrow windows, first around the guess and then around each result, cost less than one wide
/// window.
inline int Search::solve_root(Cells own, Cells other, int alpha, int beta) {
    constexpr int guessed_from = 12;
    constexpr int guess_depth = 5;
    if (beta - alpha <= 2 || std::popcount(~(own | other)) < guessed_from) return many_empty(own, other, alpha, beta);
    const int judged = judge(own, other, guess_depth, no_score * per_disc, -no_score * per_disc) / (2 * per_disc) * 2;
    int lead = std::clamp(judged, alpha + 1, beta - 1);
    for (;;) {
        const int guess = lead;
        lead = many_empty(own, other, guess - 1, guess + 1);
        if (clock_.stopped() || lead == guess || lead <= alpha || lead >= beta) return lead;
    }
}

inline int Search::solve(Cells own, Cells other, int alpha, int beta) {
    const Cells empty = ~(own | other);
    const int left = std::popcount(empty);
    if (alpha >= 2 * std::min(left, 20)) {
        const int most = 64 - 2 * std::popcount(corner_stable(other));
        if (most <= alpha) return most;
    }
    if (left >= sorted_from) return many_empty(own, other, alpha, beta);
    return some_empty(own, other, alpha, beta, empty);
}

/// One empty cell is left. The last move is not played; its result is only counted.
inline int Search::one_empty(Cells own, int cell) {
    ++nodes_;
    const Cells other = ~(own | Cells{1} << cell);
    const int lead = 2 * std::popcount(own);
    if (const Cells turned = turned_by(cell, own, other); turned != 0) return lead + 2 * std::popcount(turned) - 62;
    if (const Cells turned = turned_by(cell, other, own); turned != 0) return lead - 2 * std::popcount(turned) - 64;
    return lead - 64 + (lead > 63 ? 2 : 0);
}

inline int Search::two_empty(Cells own, Cells other, int beta, int a, int b) {
    ++nodes_;
    int best = no_score;
    if ((around[static_cast<std::size_t>(a)] & other) != 0) {
        if (const Cells turned = turned_by(a, own, other); turned != 0) best = -one_empty(other ^ turned, b);
    }
    if (best < beta && (around[static_cast<std::size_t>(b)] & other) != 0) {
        if (const Cells turned = turned_by(b, own, other); turned != 0) {
            best = std::max(best, -one_empty(other ^ turned, a));
        }
    }
    if (best != no_score) return best;
    // The side to move has to pass, so the other side moves and minimises.
    int least = -no_score;
    if (const Cells turned = turned_by(a, other, own); turned != 0) least = one_empty(own ^ turned, b);
    if (const Cells turned = turned_by(b, other, own); turned != 0) least = std::min(least, one_empty(own ^ turned, a));
    return least != -no_score ? least : final_lead(own, other);
}

/// Three or four empty cells, in the order in which they are tried.
inline int Search::few_empty(Cells own, Cells other, int alpha, int beta, const int* cells, int count) {
    ++nodes_;
    int best = no_score;
    for (int i = 0; i < count; ++i) {
        const int cell = cells[i];
        if ((around[static_cast<std::size_t>(cell)] & other) == 0) continue;
        const Cells turned = turned_by(cell, own, other);
        if (turned == 0) continue;
        const Cells mine = own | turned | Cells{1} << cell;
        int rest[3];
        for (int j = 0, k = 0; j < count; ++j)
            if (j != i) rest[k++] = cells[j];
        const int floor = std::max(alpha, best);
        const int score = count == 3 ? -two_empty(other ^ turned, mine, -floor, rest[0], rest[1])
                                     : -few_empty(other ^ turned, mine, -beta, -floor, rest, 3);
        if (score >= beta) return score;
        best = std::max(best, score);
    }
    if (best != no_score) return best;
    if (moves_of(other, own) == 0) return final_lead(own, other);
    return -few_empty(other, own, -beta, -alpha, cells, count);
}

/// Up to sorted_from - 1 empty cells. Tries corners and cells in odd quarters first. Does no other sorting, because it
/// would cost time.
inline int Search::some_empty(Cells own, Cells other, int alpha, int beta, Cells empty) {
    const Cells odd = odd_quarters(empty);
    const int count = std::popcount(empty);
    if (count <= 4) {
        int cells[4];
        int listed = 0;
        for (Cells part = empty & odd; part != 0; part &= part - 1)
            cells[listed++] = std::countr_zero(part);
        for (Cells part = empty & ~odd; part != 0; part &= part - 1)
            cells[listed++] = std::countr_zero(part);
        if (count >= 3) return few_empty(own, other, alpha, beta, cells, count);
        if (count == 2) return two_empty(own, other, beta, cells[0], cells[1]);
        return count == 1 ? one_empty(own, cells[0]) : final_lead(own, other);
    }
    ++nodes_;
    int best = no_score;
    for (const Cells part :
         {empty & odd & corners, empty & ~odd & corners, empty & odd & ~corners, empty & ~odd & ~corners}) {
        for (Cells left = part; left != 0; left &= left - 1) {
            const int cell = std::countr_zero(left);
            if ((around[static_cast<std::size_t>(cell)] & other) == 0) continue;
            const Cells turned = turned_by(cell, own, other);
            if (turned == 0) continue;
            const Cells bit = Cells{1} << cell;
            const int score =
                -some_empty(other ^ turned, own | turned | bit, -beta, -std::max(alpha, best), empty ^ bit);
            if (score >= beta) return score;
            best = std::max(best, score);
        }
    }
    if (best != no_score) return best;
    if (moves_of(other, own) == 0) return final_lead(own, other);
    return -some_empty(other, own, -beta, -alpha, empty);
}

/// Lists the children, the most promising first. A child is promising if it leaves the opponent few moves, and few
/// moves to corners.
inline int Search::list(Cells own, Cells other, Cells moves, int first, Child* children) {
    const Cells empty = ~(own | other);
    const Cells odd = odd_quarters(empty);
    const int left = std::popcount(empty);
    int count = 0;
    for (; moves != 0; moves &= moves - 1) {
        const int cell = std::countr_zero(moves);
        const Cells bit = Cells{1} << cell;
        const Cells turned = turned_by(cell, own, other);
        const Cells mine = own | turned | bit;
        const Cells theirs = other ^ turned;
        if (left > shared_from) table_.expect(theirs, mine);
        const Cells answers = moves_of(theirs, mine);
        int worth = cell == first ? 1 << 20 : 0;
        worth -= 16 * (std::popcount(answers) + std::popcount(answers & corners));
        if (left < 21 && (bit & odd) != 0) worth += left < 12 ? 12 : 6;
        if ((bit & corners) != 0) worth += 16;
        worth += 6 * std::popcount(corner_stable(mine));
        if (left >= judged_from)
            worth -= judge(theirs, mine, (left - judged_from) / 4, no_score * per_disc, -no_score * per_disc);
        int at = count++;
        for (; at > 0 && children[at - 1].worth < worth; --at)
            children[at] = children[at - 1];
        children[at] = {theirs, mine, cell, worth};
    }
    return count;
}

/// The lead that a search of `depth` plies finds with the evaluation, from the mover's point of view, in units of the
/// evaluation.
inline int Search::judge(Cells own, Cells other, int depth, int alpha, int beta) {
    const Cells moves = moves_of(own, other);
    const Cells moves_of_other = moves_of(other, own);
    if (moves == 0) {
        return moves_of_other == 0 ? per_disc * final_lead(own, other) : -judge(other, own, depth, -beta, -alpha);
    }
    if (depth == 0) return evaluate_(own, other, std::popcount(moves), std::popcount(moves_of_other));
    int best = no_score * per_disc;
    for (Cells left = moves; left != 0 && best < beta; left &= left - 1) {
        const int cell = std::countr_zero(left);
        const Cells turned = turned_by(cell, own, other);
        const Cells mine = own | turned | Cells{1} << cell;
        best = std::max(best, -judge(other ^ turned, mine, depth - 1, -beta, -std::max(alpha, best)));
    }
    return best;
}

inline int Search::many_empty(Cells own, Cells other, int alpha, int beta) {
    if (clock_.is_over(++nodes_)) return 0;
    const Cells moves = moves_of(own, other);
    if (moves == 0) {
        if (moves_of(other, own) == 0) return final_lead(own, other);
        return -many_empty(other, own, -beta, -alpha);
    }
    const int left = std::popcount(~(own | other));
    int first = -1;
    if (const EndgameTable::Entry* entry = table(left).find(own, other)) {
        if (entry->low >= beta || entry->low == entry->high) return entry->low;
        if (entry->high <= alpha) return entry->high;
        beta = std::min(beta, int{entry->high});
        first = entry->cell;
    }
    Child children[34];
    const int count = list(own, other, moves, first, children);
    const auto store = [&](int low, int high, int cell) {
        table(left).store({own, other, static_cast<std::int8_t>(low), static_cast<std::int8_t>(high),
                           static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(left)});
    };
    // A child that is known to be good enough ends the search before any child is searched.
    for (int i = 0; i < count && left >= looked_up_from; ++i) {
        const EndgameTable::Entry* known = table(left - 1).find(children[i].own, children[i].other);
        if (known == nullptr || -known->high < beta) continue;
        store(-known->high, 64, children[i].cell);
        return -known->high;
    }
    int best = no_score;
    int best_cell = children[0].cell;
    for (int i = 0; i < count; ++i) {
        const Child& child = children[i];
        const int floor = std::max(alpha, best);
        int score = no_score;
        if (i > 0 && beta - floor > 1) score = -solve(child.own, child.other, -floor - 1, -floor);
        if (i == 0 || beta - floor <= 1 || (score > floor && score < beta)) {
            score = -solve(child.own, child.other, -beta, -floor);
        }
        if (clock_.stopped()) return 0;
        if (score <= best) continue;
        best = score;
        best_cell = child.cell;
        if (best >= beta) break;
    }
    store(best > alpha ? best : -64, best < beta ? best : 64, best_cell);
    return best;
}
