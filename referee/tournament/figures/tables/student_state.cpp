#include "referee/tournament/figures/tables/student_state.hpp"

#include <algorithm>

namespace referee::tournament {

StudentState state_of(const Student& student, const TournamentHead& head, const Field& field) {
    StudentState state{student.handed_in.empty() ? "nothing handed in" : "not in this tournament"};
    std::optional<int> first;
    for (std::size_t i = 0; i < head.entrants.size() && !first; ++i)
        if (head.entrants[i].name == student.name) first = static_cast<int>(i);
    for (const Change& change : head.changes) {
        const int newcomer = change.kind == Change::Kind::joined     ? change.entrant
                             : change.kind == Change::Kind::replaced ? change.by
                                                                     : -1;
        const bool is_newer = first && newcomer >= 0 && field.place_of(newcomer) == field.place_of(*first);
        if (is_newer) state.refusal = nullptr;
        if (change.kind == Change::Kind::left_out && change.name == student.name) state.refusal = &change;
    }
    if (first) {
        state.status = "played";
        state.entrant = static_cast<std::size_t>(field.holder_of(*first));
    } else if (state.refusal != nullptr) {
        state.status = "refused";
    }
    return state;
}

}  // namespace referee::tournament
