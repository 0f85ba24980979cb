// Finds the student or the team to whom a hand-in belongs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/handins/matching.hpp"
#include "referee/handins/team_names.hpp"

namespace referee::handins {

/// Finds the owners of hand-ins in a class, with or without teams. Requires: the list outlives the finder.
class OwnerFinder {
public:
    explicit OwnerFinder(const std::vector<Student>& students);

    /// The student whose the entry is, see StudentFinder. In a class with teams it may be that of a team: by the name
    /// of the team, or of several submitters who are all its members. An identifier of somebody who is no member
    /// contradicts that. Whatever contains two teams is nobody's.
    [[nodiscard]] Owner owner_of(const EntryName& entry) const;

private:
    /// A team with the first of its members in the list.
    struct Team {
        std::string name;
        NameWords words;
        const Student* first;
        std::vector<const Student*> members;
    };

    [[nodiscard]] std::vector<const Team*> teams_named(const EntryName& entry) const;
    [[nodiscard]] std::vector<const Team*> teams_named(const EntryName& entry, Spelling spelling) const;
    [[nodiscard]] Owner of_team(const EntryName& entry, const Team& team) const;
    [[nodiscard]] Owner of_moodle(const EntryName& entry) const;
    [[nodiscard]] std::optional<Owner> of_member(const EntryName& entry) const;
    [[nodiscard]] Owner of_submitters(const EntryName& entry) const;
    [[nodiscard]] Owner of_canvas(const EntryName& entry) const;

    StudentFinder persons_;
    std::vector<Team> teams_;  ///< in the order of the list
};

}  // namespace referee::handins
