#include "referee/tournament/paper/schedule/field.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "games/user_error.hpp"

namespace referee::tournament {

namespace {

constexpr std::array<std::string_view, 8> change_names = {"left_out", "joined", "withdrawn", "replaced",
                                                          "returned", "again",  "rounds",    "played"};

}  // namespace

std::string_view name_of(Change::Kind kind) {
    return change_names[static_cast<std::size_t>(kind)];
}

std::optional<Change::Kind> change_kind_of(std::string_view name) {
    for (std::size_t i = 0; i < change_names.size(); ++i) {
        if (change_names[i] == name) return static_cast<Change::Kind>(i);
    }
    return std::nullopt;
}

Field::Field(int entrants, std::span<const Change> changes) : entrants_(static_cast<std::size_t>(entrants)) {
    for (int i = 0; i < entrants; ++i)
        entrants_[static_cast<std::size_t>(i)].place = i;
    for (const Change& change : changes)
        apply(change);
}

Field::Entry& Field::entry(int entrant) {
    if (entrant < 0 || entrant >= entrants())
        throw games::UserError("a change refers to entrant " + std::to_string(entrant) +
                               ", but the number of entrants is " + std::to_string(entrants()));
    return entrants_[static_cast<std::size_t>(entrant)];
}

void Field::apply(const Change& change) {
    switch (change.kind) {
        case Change::Kind::left_out:
        case Change::Kind::played: return;
        case Change::Kind::joined: entry(change.entrant).stays.front().joined = change.planned; break;
        case Change::Kind::withdrawn: leave(change); break;
        case Change::Kind::replaced: {
            Entry& heir = entry(change.by);
            if (change.by <= change.entrant)
                throw games::UserError("a change puts entrant " + std::to_string(change.by) +
                                       " in the place of entrant " + std::to_string(change.entrant) +
                                       ", which is not older");
            leave(change);
            heir.stays.front().joined = change.planned;
            heir.place = at(change.entrant).place;
            heir.predecessor = change.entrant;
            entry(change.entrant).replaced_by = change.by;
            break;
        }
        case Change::Kind::returned: {
            Entry& entry = this->entry(change.entrant);
            if (is_in(change.entrant))
                throw games::UserError("a change lets entrant " + std::to_string(change.entrant) +
                                       " return, but it has not left");
            entry.stays.push_back({change.planned});
            entry.replaced_by.reset();
            for (const int game : change.restored)
                cancelled_.erase(game);
            break;
        }
        case Change::Kind::again: break;
        case Change::Kind::rounds: rounds_ = change.rounds; break;
    }
    changed_at_.insert(change.planned);
}

void Field::leave(const Change& change) {
    Entry& entry = this->entry(change.entrant);
    int& left = entry.stays.back().left;
    left = std::min(left, change.planned);  // the results of an entrant may be annulled after it has left
    entry.annulled = change.annulled;
    for (const int game : change.cancelled)
        cancelled_[game].insert(change.entrant);
    for (const int game : change.reinstated)
        cancelled_.erase(game);
}

bool Field::is_in(int entrant, int planned) const {
    return std::ranges::any_of(at(entrant).stays,
                               [&](const Stay& stay) { return stay.joined <= planned && planned < stay.left; });
}

bool Field::has_walkover(int game, int entrant, int other) const {
    if (is_annulled(entrant)) return false;
    const auto cancelled = cancelled_.find(game);
    return cancelled == cancelled_.end() ? is_annulled(other) : !cancelled->second.contains(entrant);
}

std::vector<int> Field::present(int planned) const {
    std::vector<int> present;
    for (int i = 0; i < entrants(); ++i) {
        if (is_in(i, planned)) present.push_back(i);
    }
    std::stable_sort(present.begin(), present.end(), [&](int a, int b) { return place_of(a) < place_of(b); });
    return present;
}

std::vector<int> Field::first_entrants() const {
    std::vector<int> first;
    for (int i = 0; i < entrants(); ++i) {
        if (at(i).joined() == 0 && at(i).place == i) first.push_back(i);
    }
    return first;
}

std::vector<int> Field::late() const {
    std::vector<int> late;
    for (int i = 0; i < entrants(); ++i) {
        if (at(i).joined() > 0 && at(i).place == i) late.push_back(i);
    }
    return late;
}

int Field::holder_of(int entrant, int planned) const {
    while (at(entrant).replaced_by && at(*at(entrant).replaced_by).joined() <= planned)
        entrant = *at(entrant).replaced_by;
    return entrant;
}

}  // namespace referee::tournament
