#include "referee/tournament/figures/tables/student_state.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/tournament/paper/store/student_entrants.hpp"

namespace referee::tournament {

StudentState state_of(const Student& student, const TournamentHead& head, const Field& field) {
    StudentState state{student.handed_in.empty() ? "nothing handed in" : "not in this tournament"};
    state.entrant = entrant_of(student, head, field);
    for (const Change& change : head.changes) {
        const int newcomer = change.kind == Change::Kind::joined     ? change.entrant
                             : change.kind == Change::Kind::replaced ? change.by
                                                                     : -1;
        if (newcomer >= 0 && is_bot_of(student, static_cast<std::size_t>(newcomer), head, field))
            state.refusal = nullptr;
        if (change.kind == Change::Kind::left_out && change.name == student.entrant()) state.refusal = &change;
    }
    if (student.is_newest_version) state.refusal = nullptr;
    // What was refused is not this student's any more, by a decision of the teacher.
    if (student.handed_in.empty() && !head.hand_ins.decisions.empty()) state.refusal = nullptr;
    if (state.entrant) {
        state.status = "played";
    } else if (state.refusal != nullptr) {
        state.status = "refused";
    } else if (student.handed_in.empty() && !head.hand_ins.unowned.empty()) {
        const auto& unowned = head.hand_ins.unowned;
        const auto is_suggested = [&](const handins::Unowned& one) {
            const auto whose = std::ranges::find(head.students, one.suggestion, &Student::name);
            return whose != head.students.end() && whose->entrant() == student.entrant();
        };
        const auto suggested = std::ranges::find_if(unowned, is_suggested);
        if (suggested != unowned.end()) state.status = "perhaps handed in";
        state.doubt = suggested == unowned.end() ? handins::unowned_text(unowned.size())
                                                 : fmt::format("perhaps this student's: '{}'", suggested->entry);
    }
    return state;
}

}  // namespace referee::tournament
