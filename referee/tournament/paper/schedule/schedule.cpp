#include "referee/tournament/paper/schedule/schedule.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "games/user_error.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

constexpr std::array<std::string_view, all_formats.size()> names = {"round-robin", "gauntlet", "swiss", "knockout",
                                                                    "ladder"};

/// A key for a pair of entrants, the same for (a, b) and (b, a).
std::uint64_t key_of(int a, int b) {
    const auto [low, high] = std::minmax(a, b);
    return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint32_t>(high);
}

void check(const FormatSettings& settings, int entrants) {
    const auto refuse = [](const std::string& what) { throw UserError("tournament: " + what); };
    if (entrants < 2) refuse("it takes at least two entrants, not " + std::to_string(entrants));
    if (settings.games < 1) refuse("a pairing has at least one game, not " + std::to_string(settings.games));
    if (settings.challenger < 0 || settings.challenger >= entrants) refuse("the challenger is none of the entrants");
    if (settings.extra_pairs < 0) refuse("the number of extra pairs is negative");
    if (settings.staff < 0 || settings.staff > entrants) refuse("the staff is not among the entrants");
    if (settings.batch < 1) refuse("a batch has at least one pair, not " + std::to_string(settings.batch));
}

}  // namespace

std::string_view name_of(Format format) {
    return names[static_cast<std::size_t>(format)];
}

std::optional<Format> format_of(std::string_view name) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == name) return static_cast<Format>(i);
    }
    return std::nullopt;
}

std::uint64_t games_at_a_time(const FormatSettings& settings, int present) {
    const auto count = static_cast<std::uint64_t>(std::max(1, present));
    switch (settings.format) {
        case Format::ladder: return 2 * static_cast<std::uint64_t>(settings.batch);
        case Format::round_robin: return count * (count - 1);
        case Format::gauntlet: return 2 * (count - 1);
        case Format::swiss:
        case Format::knockout: return 1;
    }
    return 1;
}

Schedule::Schedule(const FormatSettings& settings, const Field& field, const RunSeed& seed)
    : settings_(settings), field_(field), seed_(seed) {
    check(settings, field.entrants());
    side_balance_.resize(static_cast<std::size_t>(field.entrants()));
}

const std::vector<PlannedGame>& Schedule::ready(const FinishedGames& results) {
    while (!ended_ && results.first_missing() >= planned()) {
        const int before = planned();
        ended_ = !add_round(results);
        if (!ended_ && planned() == before) throw std::logic_error("a round without games");
    }
    return games();
}

bool Schedule::finished(const FinishedGames& results) {
    return results.first_missing() >= static_cast<int>(ready(results).size());
}

void Schedule::add_pairing(int round, int first, int second, int games) {
    for (int left = games; left > 0; left -= 2)
        add_pair(round, first, second, left == 1);
}

void Schedule::add_pair(int round, int first, int second, bool single) {
    PlannedGame game;
    game.number = planned();
    game.round = round;
    game.first = first;
    game.second = second;
    game.pair = pairs_;
    if (settings_.openings) game.opening = next_opening(first, second);
    game.seed = seed_of(game);
    // A game that is planned now is not cancelled yet, even if a knockout is planned again from its beginning.
    add(game, false);
    if (single) return;
    ++game.number;
    std::swap(game.first, game.second);
    game.seed = seed_of(game);
    add(game, false);
}

std::uint64_t Schedule::seed_of(const PlannedGame& game) const {
    if (game.opening && opening_has_seed()) return opening_seed(seed_, *game.opening);
    const int draws = draws_of_game(game.number, game.pair, settings_.own_draws);
    return seed_.seed_for(Purpose::pair, static_cast<std::uint64_t>(draws));
}

bool Schedule::opening_has_seed() const {
    if (seed_.draws() == DrawMethod::splitmix64) return true;
    return settings_.listed_openings == 0 && !settings_.fresh_openings;
}

void Schedule::adopt(std::span<const PlannedGame> planned) {
    for (const PlannedGame& game : planned) {
        if (game.number != static_cast<int>(games_.size()))
            throw std::logic_error("the numbers of planned games are not dense");
        add(game, field_.cancelled().contains(game.number));
    }
}

void Schedule::add(const PlannedGame& game, bool is_cancelled) {
    games_.push_back(game);
    pairs_ = std::max(pairs_, game.pair + 1);
    if (is_cancelled) return;
    if (!field_.is_annulled(game.first) && !field_.is_annulled(game.second)) change_balance(game, 1);
    Meetings& both = meetings_[key_of(game.first, game.second)];
    ++both.games;
    if (std::exchange(both.last_pair, game.pair) == game.pair) return;
    ++both.pairs;
    if (game.opening)
        both.openings.add(*game.opening - first_opening(game.first, game.second), settings_.listed_openings);
}

void Schedule::change_balance(const PlannedGame& game, int by) {
    side_balance_.at(static_cast<std::size_t>(game.first)) += by;
    side_balance_.at(static_cast<std::size_t>(game.second)) -= by;
}

const Schedule::Meetings& Schedule::meetings(int a, int b) const {
    static const Meetings none;
    const auto found = meetings_.find(key_of(a, b));
    return found == meetings_.end() ? none : found->second;
}

int Schedule::next_opening(int a, int b) const {
    const int next = meetings(a, b).openings.next();
    if (settings_.listed_openings > 0) return next % settings_.listed_openings;
    return first_opening(a, b) + next;
}

int Schedule::first_opening(int a, int b) const {
    constexpr std::uint64_t first_openings = 250;
    const std::uint64_t key = key_of(a, b);
    if (settings_.listed_openings > 0 || key == key_of(0, 1)) return 0;
    return static_cast<int>(seed_.draw(Purpose::first_opening, key) % first_openings);
}

int Schedule::first_of(int a, int b) const {
    if (side_balance(a) != side_balance(b)) return side_balance(a) < side_balance(b) ? a : b;
    return lot_of(pairs_) ? a : b;
}

bool Schedule::lot_of(int number) const {
    return seed_.draw(Purpose::side, static_cast<std::uint64_t>(number)) % 2 == 0;
}

std::size_t Schedule::lot_among(std::size_t choices) const {
    return static_cast<std::size_t>(seed_.draw(Purpose::pairing, static_cast<std::uint64_t>(pairs_)) % choices);
}

}  // namespace referee::tournament
