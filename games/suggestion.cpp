#include "games/suggestion.hpp"

#include <algorithm>
#include <vector>

namespace games {

namespace {

/// Optimal string alignment distance: the minimum number of insertions, deletions and substitutions of a letter, and
/// swaps of two neighbours, that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            cost[i][j] = std::min({replaced, cost[i - 1][j] + 1, cost[i][j - 1] + 1});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[a.size()][b.size()];
}

/// Whether `word` is an option without its last words or without its first words: "--move" and "--time" are parts of
/// "--move-time".
bool has_part(std::string_view option, std::string_view word) {
    if (!word.starts_with("--") || word.size() < 4) return false;
    const bool begins = option.starts_with(word) && option.substr(word.size()).starts_with('-');
    return begins || option.ends_with(word.substr(1));
}

/// The shortest option that contains the word, or nothing.
std::string_view shortest_with(std::string_view word, std::span<const std::string_view> known) {
    std::string_view found;
    for (const auto candidate : known) {
        if (has_part(candidate, word) && (found.empty() || candidate.size() < found.size())) found = candidate;
    }
    return found;
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
    std::string_view found;
    std::size_t distance = 0;
    for (const auto candidate : known) {
        const std::size_t allowed = std::max<std::size_t>(1, candidate.size() / 3);
        const bool too_long = word.size() > candidate.size() + allowed;  // a word from outside may have any length
        if (too_long || candidate.size() > word.size() + allowed) continue;
        const auto d = edit_distance(word, candidate);
        if (d <= allowed && (found.empty() || d < distance)) {
            found = candidate;
            distance = d;
        }
    }
    // One mistyped letter is likelier than an omitted part of an option, but two are not.
    constexpr std::size_t slip = 1;
    const std::string_view whole = found.empty() || distance > slip ? shortest_with(word, known) : std::string_view();
    return whole.empty() ? found : whole;
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
