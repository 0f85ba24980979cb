// Fills a column of a platform's own table: the marks go home.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/handins/student.hpp"

namespace referee::handins {

struct FilledTable {
    std::string bytes;
    std::size_t filled = 0;            ///< cells
    std::vector<std::string> unknown;  ///< the lines that are of none of the students, each as a text
    std::vector<std::string> missing;  ///< the students with a mark who have no line
};

/// Writes the marks of students into one column of a table. All other bytes stay as they are, also the cells of those
/// who have no mark. A line is that of the student with its identifiers or its name (see StudentFinder). The decimal
/// sign is that of the table's other numbers, or else a comma beside semicolons. `file` is the table's name in
/// messages; `column` is the header of the column, or its unique beginning; `marks` has a mark for each of `students`.
/// Throws games::UserError if there is no such column, or if two lines are of the same student.
[[nodiscard]] FilledTable filled_table(std::string_view table, const std::string& file, const std::string& column,
                                       const std::vector<Student>& students,
                                       std::span<const std::optional<double>> marks);

}  // namespace referee::handins
