// Learns the weights of a game's patterns from games of the bot against itself. Uses temporal difference learning (R.
// Sutton, "Learning to predict by the methods of temporal differences", 1988), with smaller steps for weights that have
// already changed much (J. Duchi et al., "Adaptive subgradient methods", 2011).
//
//   training learn GAME GAMES SEARCHED SEED WEIGHTS
//     learns from GAMES games that look one ply ahead, then from SEARCHED games of alphabeta, and writes the weights
//   training duel GAME A B GAMES PLIES LIMIT SEED
//     plays alphabeta with weights A against weights B, after PLIES random plies. '-' is the evaluation made by hand.
//     Magnetize may have settings. LIMIT is a number of positions a move, or of milliseconds ("20ms"); "50000,5000" are
//     the limits of A and B.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/dice.hpp"
#include "games/game.hpp"
#include "games/spec.hpp"
#include "sample_bots/alphabeta.hpp"
#include "sample_bots/evaluate_magnetic_cave.hpp"
#include "sample_bots/evaluate_magnetize.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/patterns/patterns.hpp"
#include "sample_bots/playout.hpp"

namespace {

using namespace sample_bots;

template <class G>
class Training {
public:
    /// Learns from games on all these boards, equally many on each. Requires: `boards` is not empty and outlives the
    /// training; all have the same weights.
    Training(const std::deque<G>& boards, std::uint64_t seed) : boards_(boards.begin(), boards.end()), dice_(seed) {
        weights_.resize(boards_.front().seen.weights());
    }

    /// Learns from games in which each side looks one ply ahead.
    void learn(long games) {
        learn(games, 0.02F, 1e-3F, [this] { play_game(); });
    }

    /// Learns from games in which alphabeta chooses the moves, with the weights of the last time that a twentieth of
    /// the games was over.
    void learn_from_searches(long games) {
        learn(games, 0.01F, 0.1F, [this, games] {
            if (played_ % part(games) == 0) use_weights_in_searches();
            play_searched_game();
        });
    }

    void write(const char* path) const {
        const std::vector<std::int8_t> bytes = rounded();
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }

private:
    using State = typename G::State;
    using Move = typename G::Move;
    using Moves = typename G::Moves;

    static constexpr float lambda = 0.7F;        ///< the weight of the end of the game, relative to the next position
    static constexpr int max_random_plies = 10;  ///< the maximum number of random plies at the beginning of a game
    static constexpr int random_in = 30;         ///< later, one of this many moves is random

    struct Board {
        explicit Board(const G& of) : rules(of), knowledge(of, {}), seen(of) {}

        const G& rules;
        Knowledge<G> knowledge;
        patterns::Seen<G> seen;
        std::optional<Knowledge<G>> searched{};  ///< with the weights that searches use
    };

    /// A position of a game.
    struct Played {
        State state;
        bool quiet;                    ///< no threat has to be answered; the evaluation is only used in such positions
        bool random;                   ///< the move after it was random, so the result says nothing about the position
        std::optional<float> found{};  ///< the value for the side to move that a search found
    };

    static long part(long games) { return std::max(games / 20, 1L); }

    /// `first_change`: what every weight is taken to have changed before. The larger, the smaller the first steps.
    template <class Play>
    void learn(long games, float first_rate, float first_change, Play play) {
        changes_.assign(weights_.size(), first_change);
        for (played_ = 0; played_ < games;) {
            board_ = &boards_[static_cast<std::size_t>(played_ + 1) % boards_.size()];
            play();
            ++played_;
            learn_from_game(first_rate * (1 - 0.95F * static_cast<float>(played_) / static_cast<float>(games)));
            if (played_ % part(games) == 0) tell();
        }
    }

    std::vector<std::int8_t> rounded() const {
        std::vector<std::int8_t> bytes;
        for (const float weight : weights_) {
            const float units = std::clamp(weight * patterns::per_log_odd, -127.0F, 127.0F);
            bytes.push_back(static_cast<std::int8_t>(std::lround(units)));
        }
        return bytes;
    }

    /// The probability that the side to move wins. A draw counts as half a win.
    float value(const State& state) const {
        patterns::LaneIndex::Numbers numbers;
        return value(board_->seen(state, numbers));
    }
    float value(std::span<const std::uint32_t> seen) const {
        float sum = 0;
        for (const auto number : seen)
            sum += weights_[number];
        return 1 / (1 + std::exp(-sum));
    }
    static float result(games::Outcome outcome, games::Side side) {
        return outcome == games::won(side) ? 1.0F : outcome == games::Outcome::drawn ? 0.5F : 0.0F;
    }

    /// The value of a move, from the point of view of the side that makes it.
    float worth(const State& state, Move move) const {
        const games::Side mover = rules().to_move(state);
        State after = state;
        rules().play(after, move);
        if (games::is_over(rules().outcome(after))) return result(rules().outcome(after), mover);
        const float score = board_->knowledge.wins_at_once(after) ? 1 : value(after);
        return rules().to_move(after) == mover ? score : 1 - score;
    }

    Move choose(const State& state, const Moves& moves) {
        Move best = moves[0];
        float best_worth = -1;
        for (const Move move : moves) {
            const float chance = static_cast<float>(dice_.below(1000)) * 1e-6F;  // chooses among equal moves
            const float score = worth(state, move) + chance;
            if (score > best_worth) best = move;
            best_worth = std::max(best_worth, score);
        }
        return best;
    }

    /// Plays until the game ends or a side can win at once, or until `choose` returns no move, after it has set the
    /// end.
    template <class Choose>
    void play_until_decided(Choose choose) {
        game_.clear();
        State state = rules().start();
        const auto random_plies = static_cast<std::size_t>(dice_.below(max_random_plies + 1));
        while (!games::is_over(rules().outcome(state)) && !board_->knowledge.wins_at_once(state)) {
            Moves moves;
            rules().moves(state, moves);
            const bool quiet = !board_->knowledge.keep_answers(state, moves);
            const bool random = quiet && (game_.size() < random_plies || dice_.below(random_in) == 0);
            game_.push_back({state, quiet, random});
            const std::optional<Move> move = random ? moves[dice_.below(moves.size())] : choose(state, moves);
            if (!move) return;
            rules().play(state, *move);
        }
        const games::Outcome outcome = rules().outcome(state);
        end_ = games::is_over(outcome) ? outcome : games::won(rules().to_move(state));
    }

    void use_weights_in_searches() {
        searched_weights_ = rounded();
        for (Board& board : boards_)
            board.searched.emplace(board.rules, searched_weights_);
    }

    void play_game() {
        play_until_decided(
            [this](const State& state, const Moves& moves) -> std::optional<Move> { return choose(state, moves); });
    }

    /// The game ends as soon as a search is certain of its result.
    void play_searched_game() {
        constexpr std::uint64_t nodes = 200;
        constexpr std::size_t table_bytes = std::size_t{1} << 17;
        AlphaBeta<G> player(rules(), {.nodes = nodes}, table_bytes, *board_->searched);
        play_until_decided([&](const State& state, const Moves&) -> std::optional<Move> {
            const Move move = player.choose(state);
            const auto& thoughts = player.thoughts();
            if (thoughts.depth == 0) return move;
            constexpr float per_log_odd = 100;
            game_.back().found = 1 / (1 + std::exp(-static_cast<float>(thoughts.score) / per_log_odd));
            if (!thoughts.mate) return move;
            const games::Side mover = rules().to_move(state);
            end_ = games::won(*thoughts.mate > 0 ? mover : games::opponent(mover));
            return std::nullopt;
        });
    }

    /// Learns from the end of the game to its beginning. The value of a position should be between that of the next
    /// position, or the one that a search of it found, and the result.
    void learn_from_game(float rate) {
        float target = result(end_, games::Side::first);
        for (auto played = game_.rbegin(); played != game_.rend(); ++played) {
            if (!played->quiet) continue;
            const bool first = rules().to_move(played->state) == games::Side::first;
            patterns::LaneIndex::Numbers numbers;
            const auto seen = board_->seen(played->state, numbers);
            const float own = value(seen);
            const float known = played->found.value_or(own);
            const float for_first = first ? known : 1 - known;
            const float mixed = lambda * target + (1 - lambda) * for_first;
            if (played->random) {
                target = for_first;
                continue;
            }
            if (played->found) target = mixed;
            change(seen, (first ? target : 1 - target) - own, rate);
            target = mixed;
        }
    }

    void change(std::span<const std::uint32_t> seen, float gradient, float rate) {
        error_ += gradient * gradient;
        ++positions_;
        for (const auto number : seen) {
            changes_[number] += gradient * gradient;
            weights_[number] += rate * gradient / std::sqrt(changes_[number]);
        }
    }

    void tell() {
        std::printf("%8ld games: root of mean squared error %.4f\n", played_,
                    std::sqrt(error_ / static_cast<double>(positions_)));
        std::fflush(stdout);
        error_ = 0;
        positions_ = 0;
    }

    const G& rules() const { return board_->rules; }

    std::deque<Board> boards_;
    const Board* board_ = nullptr;  ///< of the present game
    long played_ = 0;               ///< the games of this phase
    std::vector<std::int8_t> searched_weights_;
    std::vector<float> weights_;
    std::vector<float> changes_;  ///< for each weight, the sum of the squares of its gradients
    games::Dice dice_;
    std::vector<Played> game_;
    games::Outcome end_ = games::Outcome::ongoing;
    double error_ = 0;    ///< the sum of squared errors since the last report
    long positions_ = 0;  ///< the number of positions in this sum
};

template <class G>
int learn(const std::deque<G>& boards, char** arguments) {
    Training<G> training(boards, std::strtoull(arguments[2], nullptr, 10));
    training.learn(std::atol(arguments[0]));
    training.learn_from_searches(std::atol(arguments[1]));
    training.write(arguments[3]);
    return 0;
}

/// Plays a game from this position to its end. `players` is indexed by side.
template <class G>
games::Outcome play_out(const G& rules, typename G::State state, std::array<AlphaBeta<G>*, 2> players) {
    while (!games::is_over(rules.outcome(state)))
        rules.play(state, players[static_cast<std::size_t>(games::index(rules.to_move(state)))]->choose(state));
    return rules.outcome(state);
}

template <class G>
typename G::State random_opening(const G& rules, int plies, games::Dice& dice) {
    for (;;) {
        auto state = rules.start();
        for (int ply = 0; ply < plies && !games::is_over(rules.outcome(state)); ++ply)
            rules.play(state, random_move(rules, state, dice));
        if (!games::is_over(rules.outcome(state))) return state;
    }
}

/// Reads the weights in a file. Returns none for "-".
std::vector<std::int8_t> read(std::string_view path) {
    std::ifstream file(path.data(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    return {bytes.begin(), bytes.end()};
}

/// Reads a number of positions or, if "ms" follows, of milliseconds.
SearchLimits limit(std::string_view text) {
    const auto number = std::strtoull(std::string(text).c_str(), nullptr, 10);
    if (text.ends_with("ms")) return {.time = std::chrono::milliseconds(number)};
    return {.nodes = number};
}

template <class G>
int duel(const G& rules, char** arguments) {
    const std::array weights = {read(arguments[0]), read(arguments[1])};
    const int games = std::atoi(arguments[2]);
    const std::string_view both = arguments[4];
    const std::array limits = {limit(both.substr(0, both.find(','))), limit(both.substr(both.find(',') + 1))};
    constexpr std::size_t table_bytes = std::size_t{4} << 20;
    games::Dice dice(std::strtoull(arguments[5], nullptr, 10));
    std::array<int, 3> results{};  // A's wins, draws and losses
    for (int game = 0; game < games; game += 2) {
        const auto opening = random_opening(rules, std::atoi(arguments[3]), dice);
        for (const games::Side side : {games::Side::first, games::Side::second}) {
            AlphaBeta<G> a(rules, limits[0], table_bytes, Knowledge<G>(rules, weights[0]));
            AlphaBeta<G> b(rules, limits[1], table_bytes, Knowledge<G>(rules, weights[1]));
            const auto outcome =
                side == games::Side::first ? play_out(rules, opening, {&a, &b}) : play_out(rules, opening, {&b, &a});
            ++results[outcome == games::won(side) ? 0 : outcome == games::Outcome::drawn ? 1 : 2];
        }
    }
    std::printf("A won %d, drew %d, lost %d\n", results[0], results[1], results[2]);
    return 0;
}

int wrong_use() {
    std::fprintf(stderr,
                 "training: learn GAME GAMES SEARCHED SEED WEIGHTS, or duel GAME A B GAMES PLIES LIMIT SEED, with "
                 "magnetize or magnetic_cave as the game\n");
    return 2;
}

games::magnetize::Config magnetize_config(std::string_view text) {
    const auto spec = games::parse_spec(text);
    const auto number = [&](const char* setting) { return static_cast<int>(spec.values.get(setting)); };
    return {number("height"), number("width"), number("square"), number("maglock"), number("max_plies")};
}

int learn_magnetize(char** arguments) {
    std::deque<games::magnetize::Magnetize<2>> boards;
    for (const auto& [height, width] : std::initializer_list<std::pair<int, int>>{
             {5, 12}, {4, 8}, {5, 12}, {8, 8}, {5, 9}, {6, 10}, {7, 9}, {8, 12}, {5, 12}, {6, 7}, {7, 12}, {10, 10}}) {
        boards.emplace_back(
            magnetize_config("magnetize:height=" + std::to_string(height) + ",width=" + std::to_string(width)));
    }
    return learn(boards, arguments);
}

int duel_magnetize(std::string_view game, char** arguments) {
    return games::magnetize::with_rules(magnetize_config(game),
                                        [&](const auto& rules) { return duel(rules, arguments); });
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc < 3) return wrong_use();
    const std::string_view what = argv[1];
    const std::string_view game = games::name_in(argv[2]);
    const bool learns = what == "learn" && argc == 7;
    if (!learns && (what != "duel" || argc != 9)) return wrong_use();
    char** arguments = argv + 3;
    if (game == "magnetize") return learns ? learn_magnetize(arguments) : duel_magnetize(argv[2], arguments);
    if (game != "magnetic_cave") return wrong_use();
    const std::deque<games::magnetic_cave::MagneticCave> boards(1, games::magnetic_cave::MagneticCave({}));
    return learns ? learn(boards, arguments) : duel(boards.front(), arguments);
} catch (const std::exception& error) {
    std::fprintf(stderr, "training: %s\n", error.what());
    return 2;
}
