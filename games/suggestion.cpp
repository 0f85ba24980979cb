#include "games/suggestion.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace games {

namespace {

/// Levenshtein distance: the fewest single-letter insertions, removals and replacements that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
    std::string_view found;
    std::size_t distance = 0;
    for (const auto candidate : known) {
        const auto d = edit_distance(word, candidate);
        if (d <= std::max<std::size_t>(1, candidate.size() / 3) && (found.empty() || d < distance)) {
            found = candidate;
            distance = d;
        }
    }
    return found;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
    const std::string_view meant = nearest(word, known);
    if (!meant.empty()) return "; did you mean '" + std::string(meant) + "'?";
    std::string all = "; there are: ";
    for (std::size_t i = 0; i < known.size(); ++i)
        all.append(i == 0 ? "" : ", ").append(known[i]);
    return known.empty() ? "" : all;
}

}  // namespace games
