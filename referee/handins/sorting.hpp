// Sorts the hand-ins of a class by their owners, as the names of the files and the teacher say.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/core/bots/bots_folder.hpp"
#include "referee/handins/class_places.hpp"
#include "referee/handins/hand_in.hpp"
#include "referee/handins/matching.hpp"
#include "referee/handins/owners.hpp"

namespace referee::handins {

/// The entries of a folder of hand-ins, but for hidden ones.
struct FolderEntries {
    std::vector<std::string> paths;
    std::vector<EntryFile> files;
    std::vector<EntryName> names;
    std::vector<Owner> owners;
};

/// The content of an entry.
struct Content {
    std::string sum{};    ///< empty if it can't be read
    std::int64_t at = 0;  ///< the newest time of its files
};

/// Sorts the entries of a folder by their owners. Requires: the list outlives the sorting.
class Sorting {
public:
    /// Reads the folder. Throws games::UserError if it can't be read.
    Sorting(const std::string& folder, const std::vector<Student>& students);

    /// Takes the teacher's decisions into account. In a class with teams, a hand-in that was seen before stays with the
    /// team to which it belonged, wherever its students are now.
    void sort(const HandInRecord& record);
    /// Ends the decisions that give the hand-ins of a known student to a team. They hold for what was handed in so far,
    /// which stays with that team, since the student may be in another one later. Returns a line for the teacher about
    /// each of them.
    std::vector<std::string> end_decisions(std::vector<Decision>& decisions) const;
    /// Sets what the table says about a person.
    void set_state(const std::string& person, const std::string& state, const std::string& why);
    /// Adds a remark about a hand-in that counts.
    void set_why(const std::string& person, const std::string& why);
    /// Sets who has handed in the same.
    void set_same_as(const std::string& person, const std::string& others);

    std::vector<PersonLine> lines;  ///< of hand_ins.csv
    std::vector<HandIn> hand_ins;   ///< in the order of the students, or of the teams' first members
    std::vector<Seen> seen;         ///< in a class with teams
    std::vector<Unowned> unowned;
    std::vector<LeftOut> left_out;  ///< the entries without an owner

private:
    [[nodiscard]] std::set<const Student*> students_with_identified_persons() const;
    [[nodiscard]] std::map<std::pair<const Student*, FoundBy>, std::set<std::string>> persons_by_name(
        const std::vector<Decision>& decisions) const;
    void carry_out(const std::vector<Decision>& decisions);
    void add_suggestions();
    [[nodiscard]] Owner decided(const std::string& name) const;
    [[nodiscard]] std::string entrant_of(std::size_t entry, const std::string& person, const Owner& owner);
    void set_first_time(Entry& entry, const std::string& person) const;
    [[nodiscard]] const Content& content(std::size_t entry) const;
    [[nodiscard]] bool is_older(const std::string& entrant, const std::vector<Entry>& entries) const;
    void add(std::size_t entry, const std::string& person, const Owner& owner, const std::string& entrant);

    const std::vector<Student>& students_;
    FolderEntries entries_;
    std::vector<Content> contents_;  ///< in a class with teams
};

/// Whose the hand-ins in a folder are, with the decisions of `record` and those that the teacher gives now, which are
/// added to it. Throws games::UserError if the folder or the teacher's table can't be used.
[[nodiscard]] Sorting sorted_hand_ins(const ClassFolders& folders, const std::vector<Student>& students,
                                      HandInRecord& record);

/// Writes hand_ins.csv, and says what the teacher has to decide there.
[[nodiscard]] WrittenTable write_table(const ClassFolders& folders, const Sorting& sorting, char separator,
                                       const Workplace& place);

/// Takes hand-ins away from the students whose they are not any more by the teacher's decisions. Returns a line for the
/// teacher about each of them.
[[nodiscard]] std::vector<std::string> take_away(std::vector<Student>& students, const HandInRecord& record);

}  // namespace referee::handins
