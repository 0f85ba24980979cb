#include "tests/simulation/bracket.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/simulation/book.hpp"

namespace simulation {

namespace {

constexpr int most_extra_games = 4;

const Participant& at(const Book& book, int entrant) {
    return book.entrants[static_cast<std::size_t>(entrant)];
}

Places places_of(const Book& book, const Row& row) {
    return std::minmax({at(book, row.first).place, at(book, row.second).place});
}

/// Whether somebody holds this place now.
bool is_held(const Book& book, int place) {
    return std::ranges::any_of(book.entrants, [&](const auto& one) { return one.present && one.place == place; });
}

/// The usual bracket: in each round the best place meets the worst one, so a place comes into the slot of the better of
/// the two that meet.
int folded(int slot, int slots) {
    while (slot >= slots) {
        int size = slots;
        while (2 * size <= slot)
            size *= 2;
        slot = 2 * size - 1 - slot;
    }
    return slot;
}

void seat(Bracket& bracket, const std::vector<int>& places) {
    bracket.slots = 1;
    while (bracket.slots < static_cast<int>(places.size()))
        bracket.slots *= 2;
    for (int seed = 0; const int place : places)
        bracket.slot_of[place] = seed++;
    bracket.known.insert(places.begin(), places.end());
}

/// The games in which a pairing is decided: those of the versions that have played it last.
std::vector<Row> deciding_games(const Book& book, int round, const Places& both) {
    std::vector<Row> games;
    for (const Row& row : book.games) {
        if (row.round != round || places_of(book, row) != both) continue;
        if (!games.empty() &&
            std::minmax(row.first, row.second) != std::minmax(games.back().first, games.back().second))
            games.clear();
        games.push_back(row);
    }
    return games;
}

/// Who has won a pairing: a place. None: nobody yet.
std::optional<int> winner_of(const Book& book, int round, const Places& both) {
    double lead = 0;  // of the better place
    bool is_cancelled = false;
    const std::vector<Row> games = deciding_games(book, round, both);
    for (const Row& row : games) {
        is_cancelled = is_cancelled || book.cancelled.contains(row.number);
        const auto found = book.results.find(row.number);
        if (found == book.results.end()) {
            if (!book.cancelled.contains(row.number)) return std::nullopt;
            continue;
        }
        if (!found->second.counts() || found->second.winner < 0) continue;
        const int winner = found->second.winner == 0 ? row.first : row.second;
        lead += at(book, winner).place == both.first ? 1 : -1;
    }
    if (!is_cancelled) {
        if (lead != 0) return lead > 0 ? both.first : both.second;
        if (static_cast<int>(games.size()) >= book.games_of_pairing + most_extra_games) return both.first;
    }
    const bool one = is_held(book, both.first), other = is_held(book, both.second);
    if (one == other) return std::nullopt;
    return one ? both.first : both.second;
}

/// The late entrants without a slot that are there, in the order in which they came.
std::vector<int> waiting(const Book& book, const Bracket& bracket) {
    std::vector<int> places;
    for (int i = 0; i < static_cast<int>(book.entrants.size()); ++i)
        if (at(book, i).place == i && !bracket.known.contains(i) && is_held(book, i)) places.push_back(i);
    return places;
}

/// Those who are still in after a round. Nobody else is, if both of a pairing have left.
void resolve(const Book& book, Bracket& bracket) {
    for (const Places& both : planned_pairings(book, bracket.round)) {
        const auto winner = winner_of(book, bracket.round, both);
        if (!winner && (is_held(book, both.first) || is_held(book, both.second))) bracket.is_sure = false;
        if (!winner) continue;
        if (bracket.is_play_in())
            bracket.slot_of[*winner] = bracket.slot_of.at(both.first);  // the late one is the second
        bracket.slot_of.erase(*winner == both.first ? both.second : both.first);
    }
    if (bracket.is_play_in()) return;
    bracket.slots /= 2;
    for (auto& [place, slot] : bracket.slot_of)
        slot = folded(slot, bracket.slots);
}

}  // namespace

std::set<Places> planned_pairings(const Book& book, int round) {
    std::set<Places> pairings;
    for (const Row& row : book.games)
        if (row.round == round) pairings.insert(places_of(book, row));
    return pairings;
}

Bracket next_bracket(const Book& book) {
    Bracket next;
    if (book.brackets.empty()) {
        std::vector<int> first;
        for (int i = 0; i < book.first_entrants; ++i)
            first.push_back(i);
        seat(next, first);
    } else {
        next = book.brackets.rbegin()->second;
        resolve(book, next);
        ++next.round;
    }
    std::erase_if(next.slot_of, [&](const auto& one) { return !is_held(book, one.first); });
    next.late.clear();
    next.worst.clear();
    next.pairings.clear();
    const std::vector<int> late = waiting(book, next);
    if (next.slot_of.empty() && !late.empty())
        seat(next, late);
    else if (!late.empty()) {
        for (auto one = next.slot_of.rbegin(); one != next.slot_of.rend() && next.worst.size() < late.size(); ++one)
            next.worst.insert(one->first);
        next.late.insert(late.begin(), late.begin() + static_cast<std::ptrdiff_t>(next.worst.size()));
        next.known.insert(next.late.begin(), next.late.end());
        return next;
    }
    for (; next.slots > 1; next.slots /= 2, ++next.round) {  // a round in which nobody meets anybody has no games
        std::map<int, std::vector<int>> meeting;
        for (auto& [place, slot] : next.slot_of)
            meeting[folded(slot, next.slots / 2)].push_back(place);
        for (const auto& [slot, places] : meeting)
            if (places.size() == 2) next.pairings.insert(std::minmax({places[0], places[1]}));
        if (!next.pairings.empty()) break;
        for (auto& [place, slot] : next.slot_of)
            slot = folded(slot, next.slots / 2);
    }
    return next;
}

bool plays_on(const Book& book, int place) {
    if (book.brackets.empty()) return true;
    const Bracket& now = book.brackets.rbegin()->second;
    for (const Places& both : planned_pairings(book, now.round)) {
        if (both.first != place && both.second != place) continue;
        const auto winner = winner_of(book, now.round, both);
        if (!winner) return true;
        if (*winner != place) return false;
    }
    const bool is_out = now.known.contains(place) && !now.slot_of.contains(place) && !now.late.contains(place);
    return !is_out && !next_bracket(book).is_over();
}

std::optional<int> known_games(const Book& book) {
    if (book.brackets.empty()) return std::nullopt;
    const Bracket& now = book.brackets.rbegin()->second;
    std::map<int, bool> comes_on;  // by slot after the round: whether somebody who is there will be in it
    for (const auto& [place, slot] : now.slot_of) {
        const int after = now.is_play_in() ? slot : folded(slot, now.slots / 2);
        comes_on[after] = comes_on[after] || is_held(book, place);
    }
    int anew = 0, extra = 0;
    const bool is_over = std::ranges::none_of(book.games, [&](const Row& row) { return book.is_open(row.number); });
    for (const Places& both : planned_pairings(book, now.round)) {
        const auto winner = winner_of(book, now.round, both);
        const int slot = now.slot_of.at(both.first);
        const int after = now.is_play_in() ? slot : folded(slot, now.slots / 2);
        comes_on[after] = winner ? is_held(book, *winner) : is_held(book, both.first) || is_held(book, both.second);
        const std::vector<Row> games = deciding_games(book, now.round, both);
        const bool both_held = is_held(book, both.first) && is_held(book, both.second);
        const bool has_new = !at(book, games.back().first).present || !at(book, games.back().second).present;
        if (!winner && both_held && has_new) ++anew;
        if (!winner && both_held && !has_new && is_over) extra += 2;
    }
    const auto in =
        std::ranges::count_if(comes_on, [](const auto& one) { return one.second; }) + std::ssize(waiting(book, now));
    const auto planned = static_cast<int>(book.games.size() - book.cancelled.size());
    return planned + book.games_of_pairing * (std::max(0, static_cast<int>(in) - 1) + anew) + (anew == 0 ? extra : 0);
}

}  // namespace simulation
