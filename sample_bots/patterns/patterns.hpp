// A learned evaluation for any game on a small board: weights for the contents (*fillings*) of small groups of cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "games/game.hpp"

namespace sample_bots::patterns {

/// The patterns of a game, specialised in patterns/<game>.hpp (S. Lucas, "Learning to play Othello with n-tuple
/// systems", 2008). A cell is in one of `states` states, written in binary with one bit set for each digit.
///
///   Cells, planes, states, stages  the type of bit set, its number of digits, the states of a cell, the stages
///   fits(rules)                    whether the weights were learned for these settings
///   lanes(rules, side)             the groups of cells that are looked up when this side is to move
///   see(rules, state)              the digits of all cells from the point of view of the side to move
///   stage(rules, state)            0..stages - 1
///   mirrored                       whether the lanes depend on the side
///   extra(rules, state), extras    an array of indices 0..extras - 1: additional weights that count
template <class G>
struct Patterns;

/// A group of cells. Its filling is the index of a weight.
struct Lane {
    std::vector<int> cells;  ///< the cell with the lowest digit of the filling first
    std::uint32_t first_weight;
};

/// The lanes of a game. Lanes with the same key are mirrored or shifted copies of each other, and share their weights.
class Lanes {
public:
    explicit Lanes(int states) : states_(states) {}

    void add(int key, std::vector<int> cells) {
        declare(key, static_cast<int>(cells.size()));
        lanes_.push_back({std::move(cells), tables_.at(key)});
    }
    /// Makes room for the weights of a key, whether lanes of it follow or not. `cells`: how many each of its lanes has.
    void declare(int key, int cells) {
        if (!tables_.try_emplace(key, weights_).second) return;
        std::uint32_t fillings = 1;
        for (int i = 0; i < cells; ++i)
            fillings *= static_cast<std::uint32_t>(states_);
        weights_ += fillings;
    }
    const std::vector<Lane>& all() const { return lanes_; }
    /// The number of weights of a stage.
    std::uint32_t weights() const { return weights_; }
    int states() const { return states_; }

private:
    int states_;
    std::uint32_t weights_ = 0;
    std::vector<Lane> lanes_;
    std::map<int, std::uint32_t> tables_;
};

/// Looks up which weights count in a position. For each eight cells, adds their contribution to all lanes in one step.
class LaneIndex {
public:
    static constexpr std::size_t max_lanes = 288;
    static constexpr std::size_t max_extras = 16;
    /// The indices of weights: one for each lane, and room for the extra weights.
    using Numbers = std::array<std::uint32_t, max_lanes + max_extras>;

    explicit LaneIndex(const Lanes& lanes) : used_(lanes.all().size()), width_((used_ + 15) / 16 * 16) {
        for (const Lane& lane : lanes.all()) {
            for (const int cell : lane.cells)
                bytes_ = std::max(bytes_, static_cast<std::size_t>(cell) / 8 + 1);
        }
        if (width_ > max_lanes) throw std::invalid_argument("there are more lanes than max_lanes");
        parts_.resize(bytes_ * 256 * width_);
        for (std::size_t lane = 0; lane < used_; ++lane) {
            first_.push_back(lanes.all()[lane].first_weight);
            int factor = 1;
            for (const int cell : lanes.all()[lane].cells) {
                for (std::size_t filled = 0; filled < 256; ++filled) {
                    if ((filled >> cell % 8 & 1) != 0)
                        part(static_cast<std::size_t>(cell / 8), filled)[lane] += static_cast<std::uint16_t>(factor);
                }
                factor *= lanes.states();
            }
        }
    }

    std::size_t size() const { return used_; }

    /// Finds the indices of the weights, one for each lane. `planes`: the digits of all cells, the lowest digit first.
    template <class Cells, std::size_t Planes>
    void find(const std::array<Cells, Planes>& planes, Numbers& numbers) const {
        std::array<std::uint16_t, max_lanes> sum;
        std::fill_n(sum.begin(), width_, std::uint16_t{0});
        for (std::size_t plane = Planes; plane-- > 0;) {
            if (plane + 1 < Planes) add(sum, sum.data());  // the next lower digit: the sum so far counts twice
            for (std::size_t byte = 0; byte < bytes_; ++byte) {
                const auto filled = planes[plane].words[byte / 8] >> byte % 8 * 8 & 0xff;
                if (filled != 0) add(sum, parts_.data() + (byte * 256 + filled) * width_);
            }
        }
        for (std::size_t lane = 0; lane < used_; ++lane)
            numbers[lane] = first_[lane] + sum[lane];
    }

private:
    /// Adds in steps of a constant length, which compilers can vectorise.
    void add(std::array<std::uint16_t, max_lanes>& sum, const std::uint16_t* part) const {
        constexpr std::size_t step = 16;
        for (std::size_t lane = 0; lane < width_; lane += step) {
            for (std::size_t i = lane; i < lane + step; ++i)
                sum[i] = static_cast<std::uint16_t>(sum[i] + part[i]);
        }
    }

    std::uint16_t* part(std::size_t byte, std::size_t filled) { return parts_.data() + (byte * 256 + filled) * width_; }

    std::size_t used_;
    std::size_t width_;      ///< the length of a part, in lanes; 0 if the smallest boards have none
    std::size_t bytes_ = 0;  ///< with the cells of all lanes, eight in each
    std::vector<std::uint16_t> parts_;
    std::vector<std::uint32_t> first_;
};

/// Finds the weights that count in positions of a game.
template <class G>
class Seen {
public:
    using Game = Patterns<G>;

    explicit Seen(const G& rules)
        : rules_(rules),
          weights_(Game::lanes(rules, games::Side::first).weights() + Game::extras),
          first_(Game::lanes(rules, games::Side::first)) {
        if (Game::mirrored) second_.emplace(Game::lanes(rules, games::Side::second));
    }

    /// The number of weights of all stages.
    std::size_t weights() const { return std::size_t{weights_} * Game::stages; }

    /// The indices of the weights that count in a position.
    std::span<const std::uint32_t> operator()(const typename G::State& state, LaneIndex::Numbers& numbers) const {
        const LaneIndex& index = second_ && rules_.to_move(state) == games::Side::second ? *second_ : first_;
        index.find(Game::see(rules_, state), numbers);
        const auto first = static_cast<std::uint32_t>(Game::stage(rules_, state)) * weights_;
        for (std::size_t lane = 0; lane < index.size(); ++lane)
            numbers[lane] += first;
        const auto extra = Game::extra(rules_, state);
        static_assert(std::tuple_size_v<std::remove_const_t<decltype(extra)>> <= LaneIndex::max_extras);
        for (std::size_t i = 0; i < extra.size(); ++i)
            numbers[index.size() + i] = first + weights_ - Game::extras + extra[i];
        return {numbers.data(), index.size() + extra.size()};
    }

private:
    const G& rules_;
    std::uint32_t weights_;
    LaneIndex first_;                  ///< used when Side::first is to move
    std::optional<LaneIndex> second_;  ///< used when Side::second is to move, if it has other lanes
};

/// The resolution of stored weights: units per log-odds of 1.
inline constexpr int per_log_odd = 50;

/// Evaluates positions with the weights, if there are any.
template <class G>
class Evaluation {
public:
    /// Requires: `rules` and `weights` outlive the evaluation. Throws std::invalid_argument if `weights` is neither
    /// empty nor of the size that Seen requires.
    Evaluation(const G& rules, std::span<const std::int8_t> weights) : weights_(weights) {
        if (weights.empty() || !Patterns<G>::fits(rules)) return;
        seen_ = std::make_shared<const Seen<G>>(rules);
        if (weights.size() != seen_->weights())
            throw std::invalid_argument("there are " + std::to_string(weights.size()) + " weights, not " +
                                        std::to_string(seen_->weights()) + ": they are of other patterns");
    }

    /// Whether there are weights for these settings.
    bool known() const { return seen_ != nullptr; }

    /// How well the side to move stands: the log-odds of a win, in units of 1 / per_log_odd. Requires: known().
    int operator()(const typename G::State& state) const {
        LaneIndex::Numbers numbers;
        int sum = 0;
        for (const auto number : (*seen_)(state, numbers))
            sum += weights_[number];
        return sum;
    }

private:
    std::shared_ptr<const Seen<G>> seen_;  ///< shared by copies
    std::span<const std::int8_t> weights_;
};

}  // namespace sample_bots::patterns
