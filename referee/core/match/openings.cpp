#include "referee/core/match/openings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <unordered_set>

#include "games/dice.hpp"
#include "games/user_error.hpp"
#include "referee/core/base/mutex.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/match/moves_hash.hpp"

namespace referee {

namespace {

using games::UserError;
using Moves = std::vector<std::string>;

/// If the rules are a program, and fail in this many draws of an opening, their failure is reported.
constexpr int max_failed_draws = 3;

/// The maximum numbers of random draws for one opening. Up to the first limit, draws go on until an opening is new and
/// nobody can win at once. Up to the second limit, they go on until an opening is new. After that, the best opening
/// found is used, even if it repeats an earlier one.
constexpr int draws_for_an_open_one = 40;
constexpr int draws_for_a_new_one = 1000;

/// An opening that was drawn at random, and the board after it.
struct Drawn {
    std::string moves{};  ///< each one with a newline; shorter than a list, because a long tournament keeps millions
    bool has_chance = false;  ///< it was drawn with the dice of the game, at its start or after some ply
    std::unique_ptr<games::Board> board;
};

/// The openings that were drawn for one game. A small game has few of them, and many draws repeat one. Such a draw
/// needs no board, which matters if the rules are a slow program.
class Draws {
public:
    /// Whether these dice draw an opening that was drawn before.
    bool repeats(int plies, std::uint64_t dice_seed) const {
        games::Dice dice(dice_seed);
        Path path;
        for (int ply = 0; ply < plies; ++ply) {
            const auto known = counts_.find(path);
            if (known == counts_.end()) return false;
            if (known->second == 0) return true;
            path.push_back(static_cast<std::size_t>(dice.below(known->second)));
        }
        return drawn_.contains(path);
    }
    void begin() { path_.clear(); }
    /// Adds a ply of an opening: one of `count` moves, or none if the game is over.
    void add(std::size_t count, std::size_t chosen) {
        counts_.emplace(path_, count);
        if (count > 0) path_.push_back(chosen);
    }
    /// Must be called after the last ply.
    void end() { drawn_.insert(path_); }

private:
    using Path = std::vector<std::size_t>;  ///< the places of the moves among the legal ones
    std::map<Path, std::size_t> counts_;    ///< the number of legal moves after a path
    std::set<Path> drawn_;
    Path path_;
};

/// Draws an opening with these dice. None if the game is over after it, or earlier.
std::optional<Drawn> draw(const games::GameSpec& spec, std::uint64_t game_seed, int plies, std::uint64_t dice_seed,
                          Draws& draws) {
    games::Dice dice(dice_seed);
    draws.begin();
    Drawn drawn{.board = spec.make_board(game_seed)};
    for (int ply = 0; ply < plies && !games::is_over(drawn.board->outcome()); ++ply) {
        drawn.has_chance = drawn.has_chance || drawn.board->hand();
        const auto moves = drawn.board->legal_moves();
        const auto chosen = static_cast<std::size_t>(dice.below(moves.size()));
        draws.add(moves.size(), chosen);
        drawn.board->play_legal(moves.at(chosen));
        drawn.moves.append(moves[chosen]) += '\n';
    }
    if (games::is_over(drawn.board->outcome())) draws.add(0, 0);
    draws.end();
    drawn.has_chance = drawn.has_chance || drawn.board->hand();
    if (games::is_over(drawn.board->outcome())) return std::nullopt;
    return drawn;
}

Moves moves_in(std::string_view lines) {
    Moves moves;
    for (; !lines.empty(); lines.remove_prefix(moves.back().size() + 1))
        moves.emplace_back(lines.substr(0, lines.find('\n')));
    return moves;
}

/// A hash of the position. Uses both the frame and the display of the board, because the frame of a very large board
/// shows only the last ply, and the display of a small board shows less than its frame.
std::uint64_t position_of(const Drawn& drawn, std::uint64_t game_seed) {
    std::string position;
    drawn.board->write_frame(position);
    position += drawn.board->display();
    position += std::to_string(games::index(drawn.board->to_move()));
    if (drawn.has_chance) position += ' ' + std::to_string(game_seed);
    return hash_of(position);
}

/// Whether the side to move can win at once. If so, that side would win both games of the pair.
bool is_as_good_as_won(const games::Board& board) {
    const games::Side side = board.to_move();
    for (const std::string& move : board.legal_moves()) {
        const auto next = board.clone();
        next->play_legal(move);
        if (games::winner(next->outcome()) == side) return true;
    }
    return false;
}

/// An opening, and the position to which it leads.
struct Found {
    std::string moves;
    bool has_chance = false;
    std::uint64_t position = 0;
    int faults = 0;
};

/// The best of up to `draws_for_a_new_one` openings. None if no game lasts long enough. It is more important that the
/// position is new than that nobody can win at once. Throws games::RulesFailure if some draws fail, and no earlier one
/// has succeeded.
std::optional<Found> best_of(const games::GameSpec& spec, std::uint64_t game_seed, int plies,
                             const std::unordered_set<std::uint64_t>& positions) {
    constexpr int won = 1, known = 2;
    games::Dice seeds(~game_seed);  // not the game's own dice
    std::optional<Found> best;
    Draws drawn_before;
    int failed = 0;
    for (int draws = 0; draws < draws_for_a_new_one; ++draws) {
        if (draws >= draws_for_an_open_one && best && best->faults < known) break;
        try {
            const std::uint64_t dice_seed = seeds.next();
            if (drawn_before.repeats(plies, dice_seed)) continue;
            auto drawn = draw(spec, game_seed, plies, dice_seed, drawn_before);
            if (!drawn) continue;
            const std::uint64_t position = position_of(*drawn, game_seed);
            const int faults = positions.contains(position) ? known : is_as_good_as_won(*drawn->board) ? won : 0;
            if (!best || faults < best->faults)
                best = Found{std::move(drawn->moves), drawn->has_chance, position, faults};
            if (faults == 0) break;
        } catch (const games::RulesFailure&) {
            if (++failed < max_failed_draws) continue;
            if (!best) throw;
            break;
        }
    }
    return best;
}

class RandomOpenings final : public Openings {
public:
    RandomOpenings(const games::GameSpec& spec, int plies, const RunSeed& seed)
        : spec_(spec), plies_(plies), seed_(seed) {
        if (!spec.make_board(0)->moves_listed())
            throw UserError("openings: the board of " + games::to_string(spec) +
                            " is too large for random plies; play without openings");
        add_next();
    }

    Opening at(int i) override {
        const Lock lock(mutex_);
        const auto wanted = static_cast<std::size_t>(i);
        add_up_to(wanted);
        return {seed_of(wanted), {"", moves_in(drawn_[wanted % drawn_.size()])}};
    }

    GameStart start_of(int i, std::uint64_t seed) override {
        if (seed == seed_of(static_cast<std::size_t>(i))) return at(i).start;
        const Lock lock(mutex_);
        const auto best = best_of(spec_, seed, plies_, {});
        if (!best) refuse_length();
        return {"", moves_in(best->moves)};
    }

    bool has(int i) override {
        const Lock lock(mutex_);
        try {
            add_up_to(static_cast<std::size_t>(i));
        } catch (const games::RulesFailure&) {
            return true;  // the games with this opening report it
        }
        return static_cast<std::size_t>(i) < drawn_.size();
    }

    void abandon_on(int stop_fd) override {
        const Lock lock(mutex_);
        spec_.stop_fd = stop_fd;
    }

private:
    std::uint64_t seed_of(std::size_t i) const { return opening_seed(seed_, static_cast<int>(i)); }

    void add_up_to(std::size_t i) REQUIRES(mutex_) {
        while (!used_up_ && i >= drawn_.size())
            add_next();
    }

    [[noreturn]] void refuse_length() const {
        throw UserError("openings: no game of " + games::to_string(spec_) + " lasts longer than " +
                        std::to_string(plies_) + " random plies; ask for shorter openings");
    }

    /// Openings repeat only in a game without chance, in which any seed fits the moves.
    void add_next() REQUIRES(mutex_) {
        auto best = best_of(spec_, seed_of(drawn_.size()), plies_, positions_);
        if (best) has_chance_ = has_chance_ || best->has_chance;
        if (!best && (drawn_.empty() || has_chance_)) refuse_length();
        used_up_ = !best || (!positions_.insert(best->position).second && !has_chance_);
        if (!used_up_) drawn_.push_back(std::move(best->moves));
    }

    games::GameSpec spec_;
    int plies_;
    RunSeed seed_;
    Mutex mutex_;
    bool has_chance_ GUARDED_BY(mutex_) = false;         ///< of some opening so far
    std::vector<std::string> drawn_ GUARDED_BY(mutex_);  ///< the moves of the distinct openings, as in Drawn
    /// Hashes of the positions after the distinct openings.
    std::unordered_set<std::uint64_t> positions_ GUARDED_BY(mutex_);
    bool used_up_ GUARDED_BY(mutex_) = false;
};

class ListedOpenings final : public Openings {
public:
    ListedOpenings(const OpeningList& list, const RunSeed& seed) : openings_(in_order(list, seed)) {}

    Opening at(int i) override { return {.start = openings_[static_cast<std::size_t>(i) % openings_.size()]}; }
    bool has(int i) override { return i < static_cast<int>(openings_.size()); }

private:
    std::vector<GameStart> openings_;
};

/// In older files, the order allowed to compute the seed.
void shuffle_with_dice(std::vector<GameStart>& openings, std::uint64_t seed) {
    games::Dice dice(~seed);
    for (std::size_t left = openings.size(); left > 1; --left)
        std::swap(openings[left - 1], openings[dice.below(left)]);
}

void shuffle(std::vector<GameStart>& openings, const RunSeed& seed) {
    if (seed.draws() == DrawMethod::splitmix64) return shuffle_with_dice(openings, seed.number());
    std::vector<std::pair<std::uint64_t, std::size_t>> places;
    for (std::size_t i = 0; i < openings.size(); ++i)
        places.emplace_back(seed.draw(Purpose::opening_order, i), i);
    std::ranges::sort(places);
    std::vector<GameStart> shuffled;
    for (const auto& [drawn, place] : places)
        shuffled.push_back(std::move(openings[place]));
    openings = std::move(shuffled);
}

}  // namespace

std::string_view name_of(OpeningOrder order) {
    return order == OpeningOrder::random ? "random" : "file";
}

std::optional<OpeningOrder> opening_order_of(std::string_view name) {
    for (const OpeningOrder order : {OpeningOrder::as_written, OpeningOrder::random}) {
        if (name_of(order) == name) return order;
    }
    return std::nullopt;
}

std::vector<GameStart> in_order(const OpeningList& list, const RunSeed& seed) {
    std::vector<GameStart> openings = list.openings;
    if (list.order == OpeningOrder::random) shuffle(openings, seed);
    std::rotate(openings.begin(), openings.begin() + list.start, openings.end());
    return openings;
}

void refuse_list_of_secrets(const games::GameSpec& spec, const std::string& source) {
    if (!spec.game->has_secrets) return;
    throw UserError(
        fmt::format("{}: {} has secrets, and whoever has played an opening knows its hidden moves in "
                    "the next game; use --openings N, which are new in each game",
                    source, spec.game->name));
}

OpeningList list_of(const OpeningWish& wish, const games::GameSpec& spec) {
    const std::string source = wish.file.empty() ? "--opening" : wish.file;
    refuse_list_of_secrets(spec, source);
    const std::string text = wish.file.empty() ? fmt::format("{}", fmt::join(wish.lines, "\n"))
                                               : read_long_text_file(wish.file, max_openings_file);
    OpeningList list{read_openings(text, source, spec), wish.order.value_or(OpeningOrder::as_written),
                     wish.start.value_or(1) - 1};
    if (list.start >= static_cast<int>(list.openings.size())) {
        throw UserError(fmt::format("--openings: start={}: '{}' has {} opening{}", list.start + 1, source,
                                    list.openings.size(), list.openings.size() == 1 ? "" : "s"));
    }
    return list;
}

std::unique_ptr<Openings> make_openings(const games::GameSpec& spec, int plies, const OpeningList& list,
                                        const RunSeed& seed) {
    if (!list.openings.empty()) return std::make_unique<ListedOpenings>(list, seed);
    if (plies > 0) return std::make_unique<RandomOpenings>(spec, plies, seed);
    return nullptr;
}

std::string openings_in_words(int plies, const OpeningList& list) {
    if (plies > 0) return fmt::format("openings of {} random {}", plies, plies == 1 ? "ply" : "plies");
    if (list.openings.empty()) return {};
    const std::size_t count = list.openings.size();
    return fmt::format("{} opening{} from a list{}{}", count, count == 1 ? "" : "s",
                       list.order == OpeningOrder::random ? ", in random order" : "",
                       list.start > 0 ? fmt::format(", from number {} on", list.start + 1) : "");
}

}  // namespace referee
