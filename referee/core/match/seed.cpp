#include "referee/core/match/seed.hpp"

#include <charconv>
#include <map>

#include "games/dice.hpp"
#include "referee/core/base/sha256.hpp"

namespace referee {

namespace {

constexpr std::string_view salt_of_keys = "referee draws";
/// So many that trying all 2^53 seeds takes more than a century on a processor that computes 20 billion SHA-256 a
/// second, and so few that tests can play thousands of tournaments.
constexpr int rounds_of_keys = 4096;

/// The choices of older versions. Each step is a bijection.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t purpose, std::uint64_t number) {
    return games::Dice(games::Dice(games::Dice(seed).next() ^ purpose).next() ^ number).next();
}

/// A command makes the seeds of its tournaments for each account and schedule, so each thread remembers their keys.
std::string key_of(std::uint64_t number) {
    constexpr std::size_t max_known = 1000;
    thread_local std::map<std::uint64_t, std::string> known;
    if (known.size() == max_known && !known.contains(number)) known.clear();
    std::string& key = known[number];
    if (key.empty()) key = key_of_password(std::to_string(number), salt_of_keys, rounds_of_keys);
    return key;
}

}  // namespace

std::string_view name_of(DrawMethod draws) {
    return draws == DrawMethod::sha256 ? "sha256" : "splitmix64";
}

std::optional<DrawMethod> draws_of(std::string_view name) {
    for (const DrawMethod draws : {DrawMethod::splitmix64, DrawMethod::sha256})
        if (name_of(draws) == name) return draws;
    return std::nullopt;
}

RunSeed::RunSeed(std::uint64_t number, DrawMethod draws)
    : number_(number), draws_(draws), key_(draws == DrawMethod::sha256 ? key_of(number) : "") {}

std::uint64_t RunSeed::draw(Purpose purpose, std::uint64_t number) const {
    // Older versions made no choice for the later purposes, or made it in another way.
    if (draws_ == DrawMethod::splitmix64 && purpose <= Purpose::pairing)
        return mixed(number_, static_cast<std::uint64_t>(purpose), number);
    std::string text = key_.empty() ? key_of(number_) : key_;
    text.append(" ").append(purposes.at(static_cast<std::size_t>(purpose))).append(" ").append(std::to_string(number));
    const std::string sum = sha256_of(text);
    std::uint64_t drawn = 0;
    std::from_chars(sum.data(), sum.data() + 16, drawn, 16);
    return drawn;
}

std::uint64_t RunSeed::seed_for(Purpose purpose, std::uint64_t number) const {
    return draw(purpose, number) >> 11;  // 64 - 53
}

}  // namespace referee
