#include "sample_bots/othello/patterns.hpp"

#include <algorithm>
#include <utility>

namespace sample_bots::othello {

namespace {

/// The cell to which a symmetry of the board moves `cell`. `way` is one of 8 symmetries; 0 is the identity.
int moved(int cell, int way) {
    int row = cell / 8;
    int column = cell % 8;
    if ((way & 1) != 0) column = 7 - column;
    if ((way & 2) != 0) row = 7 - row;
    if ((way & 4) != 0) std::swap(row, column);
    return row * 8 + column;
}

/// The cells of a pattern in each of its places, in the order of the pattern's cells.
std::vector<std::vector<int>> places_of(const Pattern& pattern) {
    std::vector<std::vector<int>> places;
    std::vector<std::vector<int>> sets;
    for (int way = 0; way < 8; ++way) {
        std::vector<int> cells;
        for (int i = 0; i < pattern.size; ++i)
            cells.push_back(moved(pattern.cells[static_cast<std::size_t>(i)], way));
        std::vector<int> set = cells;
        std::sort(set.begin(), set.end());
        if (std::find(sets.begin(), sets.end(), set) != sets.end()) continue;
        sets.push_back(set);
        places.push_back(cells);
    }
    return places;
}

/// For each cell of the pattern, the index of the cell onto which a symmetry of the pattern moves it. The identity if
/// the pattern is not symmetric.
std::vector<int> mirror_of(const Pattern& pattern) {
    const auto begin = pattern.cells.begin();
    const auto end = begin + pattern.size;
    std::vector<int> order;
    for (int way = 1; way < 8; ++way) {
        order.clear();
        for (auto cell = begin; cell != end; ++cell)
            order.push_back(static_cast<int>(std::find(begin, end, moved(*cell, way)) - begin));
        const bool onto_itself = std::find(order.begin(), order.end(), pattern.size) == order.end();
        if (onto_itself && !std::is_sorted(order.begin(), order.end())) return order;
    }
    for (int i = 0; i < pattern.size; ++i)
        order[static_cast<std::size_t>(i)] = i;
    return order;
}

}  // namespace

PatternIndex::PatternIndex() {
    std::size_t lane = 0;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        for (const auto& cells : places_of(patterns[i])) {
            int factor = 1;
            for (const int cell : cells) {
                parts_[static_cast<std::size_t>(cell / 8)][std::size_t{1} << cell % 8][lane] =
                    static_cast<std::uint16_t>(factor);
                factor *= 3;
            }
            first_[lane++] = static_cast<std::uint32_t>(first_weight[i]);
        }
    }
    for (auto& row : parts_) {
        for (std::size_t discs = 1; discs < row.size(); ++discs) {
            const std::size_t rest = discs & (discs - 1);
            if (rest == 0) continue;
            for (lane = 0; lane < lanes; ++lane)
                row[discs][lane] = static_cast<std::uint16_t>(row[rest][lane] + row[discs ^ rest][lane]);
        }
    }
}

std::vector<std::uint32_t> representatives() {
    std::vector<std::uint32_t> first(weights_of_stage);
    for (std::size_t i = 0; i < first.size(); ++i)
        first[i] = static_cast<std::uint32_t>(i);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        const auto mirror = mirror_of(patterns[i]);
        std::vector<int> factors(mirror.size());
        int factor = 1;
        for (int& each : factors) {
            each = factor;
            factor *= 3;
        }
        for (int filling = 0; filling < patterns[i].fillings(); ++filling) {
            int mirrored = 0;
            for (std::size_t cell = 0; cell < mirror.size(); ++cell)
                mirrored += filling / factors[cell] % 3 * factors[static_cast<std::size_t>(mirror[cell])];
            first[static_cast<std::size_t>(first_weight[i] + filling)] =
                static_cast<std::uint32_t>(first_weight[i] + std::min(filling, mirrored));
        }
    }
    return first;
}

}  // namespace sample_bots::othello
