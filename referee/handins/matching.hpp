// Finds the student to whom a hand-in belongs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/handins/person_names.hpp"
#include "referee/handins/platform_forms.hpp"
#include "referee/handins/student.hpp"

namespace referee::handins {

/// What has told whose an entry is.
enum class FoundBy : std::uint8_t { nothing, name, number, email, login, platform_id, handle, team, teacher };

/// "name", "number", "e-mail address", ...
[[nodiscard]] std::string_view name_of(FoundBy found_by);

/// Whose an entry is. It is nobody's if nothing, or too much, tells whose it is.
struct Owner {
    const Student* student = nullptr;  ///< found by `team`: the first member of the team whose it is
    FoundBy found_by = FoundBy::nothing;
    const Student* suggestion = nullptr;  ///< if it is nobody's: whose it may be
    std::string why_not{};                ///< if it is nobody's: why, as the end of a sentence about the hand-in
    std::string team{};                   ///< the team that the teacher has named; empty: a student, or nobody
};

/// Finds the students to whom entries belong. Requires: the list outlives the finder.
class StudentFinder {
public:
    explicit StudentFinder(const std::vector<Student>& students);

    /// The student with the entry's identifiers, each compared with its own column of the list; or else with its name,
    /// which must have all words of the student's name and no others: in any order, without upper and lower case, and
    /// if nobody has just this name, without accents. If the name and the identifiers belong to different students, it
    /// is nobody's. Everything less is a suggestion.
    [[nodiscard]] Owner owner_of(const EntryName& entry) const;

private:
    struct Known {
        const Student* student;
        NameWords name;       ///< in the list
        NameWords marked;     ///< with what tells the student from others of the same name
        bool without_blanks;  ///< see is_without_blanks()
    };
    using Places = std::set<std::size_t>;

    [[nodiscard]] Places named(const EntryName& entry, const NameWords& words) const;
    [[nodiscard]] Places named(const EntryName& entry, const NameWords& words, Spelling spelling) const;
    [[nodiscard]] Places with_login(const EntryName& entry, const NameWords& words) const;
    [[nodiscard]] Places with_a_word_of(const NameWords& words) const;
    [[nodiscard]] const Student* suggestion_for(const EntryName& entry, const NameWords& words) const;

    std::vector<Known> known_;
    std::map<std::pair<IdKind, std::string>, Places> by_identifier_;
    std::map<std::string, Places> by_login_;  ///< also by the part of an address before the '@'
    /// How often the most similar name is looked for: each time, all names are compared.
    static constexpr int max_nearest = 500;
    mutable int nearest_looked_up_ = 0;
    std::vector<std::string> sorted_letters_, joined_letters_;  ///< of the names
    std::map<std::string, Places> by_word_;  ///< the students who have a word in their names, in any spelling
};

}  // namespace referee::handins
