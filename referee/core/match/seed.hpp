// The seeds of games, and all other random choices that follow from the seed of a tournament or a series.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "referee/core/base/random_bits.hpp"

namespace referee {

/// The largest seed. Every JSON reader can represent integers up to it exactly.
inline constexpr std::uint64_t max_seed = (std::uint64_t{1} << 53) - 1;

/// A new seed, at most max_seed.
[[nodiscard]] inline std::uint64_t random_seed() {
    return random_bits() & max_seed;
}

/// The purpose of a random choice. Choices with different purposes or numbers are independent of each other.
enum class Purpose : std::uint8_t {
    pair,           ///< the seed of a pair's games; the number of the pair (of the game: own_draws)
    opening,        ///< the seed of the games with a drawn opening; the number of the opening
    first_opening,  ///< the opening with which a pairing begins; 2^32 times the lower entrant, plus the higher one
    side,           ///< who moves first, if nothing else decides; the number of the pair
    pairing,        ///< the pairing of a ladder that is chosen by lot; the number of the pair
    opening_order,  ///< the place of an opening in the random order of a list; its place in the list
    check,          ///< the seed of the games that check whether a bot is fit to play; 0
    id,             ///< the id that tells a tournament from others in its batches; 0
};

/// The words of the purposes, in their order. Each choice is computed from them (docs/tournament_file.md), so they
/// never change.
inline constexpr std::array<std::string_view, 8> purposes = {"pair",    "opening",       "first-opening", "side",
                                                             "pairing", "opening-order", "check",         "id"};

/// The way in which choices follow from a seed.
enum class DrawMethod : std::uint8_t {
    splitmix64,  ///< of files of older versions: a few seeds of games suffice to compute the seed of the tournament
    sha256,
};
/// The name of a way: "splitmix64" or "sha256".
[[nodiscard]] std::string_view name_of(DrawMethod draws);
[[nodiscard]] std::optional<DrawMethod> draws_of(std::string_view name);

/// The seed of a tournament or a series. Nobody can compute it, or another choice, from the choices that are published:
/// each is the SHA-256 of a key, its purpose and its number. The key is derived from the seed with so much work that
/// nobody can try all seeds. (A seed that its user typed has few digits, and can be found in spite of this.)
class RunSeed {
public:
    /// Takes two or three milliseconds for DrawMethod::sha256, unless this thread has last made one of the same number.
    RunSeed(std::uint64_t number, DrawMethod draws = DrawMethod::sha256);

    [[nodiscard]] std::uint64_t number() const { return number_; }
    [[nodiscard]] DrawMethod draws() const { return draws_; }

    /// A random number of 64 bits.
    [[nodiscard]] std::uint64_t draw(Purpose purpose, std::uint64_t number) const;
    /// A seed, at most max_seed.
    [[nodiscard]] std::uint64_t seed_for(Purpose purpose, std::uint64_t number) const;

private:
    std::uint64_t number_;
    DrawMethod draws_;
    std::string key_;  ///< empty for DrawMethod::splitmix64, which rarely needs it
};

/// The games that share their random events, and with them a seed: a pair, in which the bots swap sides. If games have
/// draws of their own, a single game. Then what a bot has seen in the first game of a pair tells nothing of the second.
[[nodiscard]] constexpr int draws_of_game(int game, int pair, bool own_draws) {
    return own_draws ? game : pair;
}

/// The seed of draws_of_game() in a series that has `all` of them. If there is only one, it is the seed of the run, so
/// it can be repeated by a run with its seed. In a longer series, the first log must not show the seed from which the
/// later ones follow.
[[nodiscard]] inline std::uint64_t seed_of_draws(const RunSeed& run, int draws, int all) {
    return all == 1 ? run.number() : run.seed_for(Purpose::pair, static_cast<std::uint64_t>(draws));
}

/// The seed of the game that starts with this drawn opening. In a game with chance, such an opening is legal only with
/// its own seed.
[[nodiscard]] inline std::uint64_t opening_seed(const RunSeed& run, int opening) {
    return run.seed_for(Purpose::opening, static_cast<std::uint64_t>(opening));
}

}  // namespace referee
