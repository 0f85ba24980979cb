// The teams of a class, as a column of the list of students has them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/fields.hpp"
#include "referee/handins/csv_table.hpp"
#include "referee/handins/student.hpp"

namespace referee::handins {

/// The members that a team may have, unless the teacher says more: a column of groups may be that of the lab sections.
inline constexpr int usual_team_size = 6;
/// The column of the teams, unless the teacher names another one.
inline constexpr const char* usual_team_column = "Team";

/// Where the list of students has the teams.
struct Teams {
    std::string column{};        ///< its header; empty: the students hand in alone
    std::string pattern{};       ///< which of several groups in a cell is the team; empty: a cell has one
    int size = usual_team_size;  ///< the most members of a team

    static void fields(auto& self, auto&& visit) {
        visit("column", self.column);
        visit("pattern", self.pattern);
        visit("size", self.size);
    }
    friend bool operator==(const Teams&, const Teams&) = default;
};

/// Reads "Groups=Team *": a column and, if its cells have several groups, a pattern for the team, in which `*` stands
/// for any text. An empty text names no column. Throws games::UserError if a part is missing.
[[nodiscard]] Teams parse_teams(const std::string& text, const std::optional<int>& size);

/// A student and the line of the list.
struct StudentInLine {
    Student student;
    const TableLine* line;
};

/// Sets the teams of the students from the column of `header`. Returns what the teacher should know: who has no team.
/// Requires: the names are those of the list. Throws games::UserError, with the lines, if there is no such column, if a
/// student has two teams, if a team has too many members, or if its name can't be told from another one.
[[nodiscard]] std::vector<std::string> set_teams(std::vector<StudentInLine>& students, const TableLine& header,
                                                 const Teams& teams, const std::string& file);

/// The first of the names, and the number of the others. Requires: there is one.
[[nodiscard]] std::string few_of(const std::vector<std::string>& names);

/// The names of the entrants of the students in the list, each once, in its order.
[[nodiscard]] std::vector<std::string> entrants_of(const std::vector<Student>& students);

/// The students whose entrant has this name, in the order of the list.
[[nodiscard]] std::vector<const Student*> members_of(const std::string& entrant, const std::vector<Student>& students);

/// Whether the class has teams.
[[nodiscard]] bool has_teams(std::span<const Student> students);

}  // namespace referee::handins
