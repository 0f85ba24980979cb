// Recognises the columns of a list of students.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "referee/handins/csv_table.hpp"

namespace referee::handins {

enum class Column : std::uint8_t {
    other,
    name,
    first_name,
    name_prefix,  ///< in Dutch: "van den"
    last_name,
    second_last_name,  ///< in Spanish
    number,
    email,
    login,
    platform_id,
    handle,
    group,
    role,            ///< in the course: student, teacher, ...
    any_of_student,  ///< the name, the number or the address of a student: GitHub Classroom's "identifier"
};

/// The place of the header: the first line with a column that tells who a student is. Some platforms write a few lines
/// above it. 0 if
/// there is none.
[[nodiscard]] std::size_t header_of(std::span<const TableLine> lines);

/// The places of the columns. A column is recognised by its header, in the languages and words of many platforms, or
/// if the header says nothing, by its cells: addresses and numbers. Of several columns of a kind, the first counts. A
/// column that only counts the lines is none. Requires: `lines` begins
/// with the header.
[[nodiscard]] std::map<Column, std::size_t> columns_of(std::span<const TableLine> lines);

/// Whether a table is the gradebook of Canvas, in which lines without an id are no people.
[[nodiscard]] bool is_gradebook_of_canvas(const TableLine& header);

}  // namespace referee::handins
