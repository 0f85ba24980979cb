#include "referee/arena/marks.hpp"

#include <algorithm>
#include <cstdint>

#include "referee/arena/team_people.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/figures/tables/sheet.hpp"
#include "referee/tournament/figures/tables/standings.hpp"
#include "referee/tournament/figures/tables/tables.hpp"

namespace referee::arena {

namespace {

const HandIn* hand_in_of(int person, const std::vector<HandIn>& hand_ins) {
    const auto found = std::ranges::find(hand_ins, person, &HandIn::person);
    return found == hand_ins.end() ? nullptr : &*found;
}

}  // namespace

std::vector<handins::Student> students_of_final(const std::vector<Person>& people, const std::vector<HandIn>& newest) {
    std::vector<handins::Student> students;
    for (const Person& person : students_among(people)) {
        students.push_back(person.student);
        const HandIn* hand_in = hand_in_of(person.holder, newest);
        if (hand_in == nullptr) continue;
        students.back().handed_in = hand_in->file;
        students.back().remark = hand_in->choice;
    }
    return students;
}

std::vector<LeftOut> left_out_of_final(const std::vector<Person>& people, const std::vector<HandIn>& newest,
                                       const std::vector<HandIn>& accepted) {
    std::vector<LeftOut> left_out;
    for (const Person& person : people) {
        const HandIn* hand_in = hand_in_of(person.number, newest);
        if (hand_in == nullptr || person.members == 0) continue;
        const std::string& name = person.student.name;
        if (person.withdrawn) {
            left_out.push_back({name, "withdrawn by the teacher"});
        } else if (hand_in_of(person.number, accepted) == nullptr) {
            left_out.push_back({name, hand_in->reason, "", hand_in->build_output});
        }
    }
    return left_out;
}

std::string marks_of(const tournament::Store& final, const std::vector<Person>& people,
                     const std::vector<HandIn>& accepted) {
    const tournament::Account account = account_of(final);
    tournament::ResultTable table = students_table(account, standings_of(account, true));
    const auto status = table.place_of("status");
    const auto place = static_cast<std::ptrdiff_t>(table.place_of("why")) + 1;
    table.columns.insert(table.columns.begin() + place, {{"version"}, {"handed_in_at"}});
    const std::vector<Person> students = students_among(people);
    for (std::size_t row = 0; row < table.rows.size() && row < students.size(); ++row) {
        std::vector<tournament::TableValue> cells(2);
        const HandIn* hand_in = hand_in_of(students[row].holder, accepted);
        const auto* state = std::get_if<std::string>(&table.rows[row][status]);
        if (hand_in != nullptr && state != nullptr && *state == "played")
            cells = {std::int64_t{hand_in->version}, time_text(hand_in->at)};
        table.rows[row].insert(table.rows[row].begin() + place, cells.begin(), cells.end());
    }
    std::string text;
    write_sheet(
        table, tournament::SheetFormat::csv, [&](std::string_view part) { text += part; }, final.head().list_separator);
    return text;
}

}  // namespace referee::arena
