// What a class has handed in, whose it is, and what became of it, as docs/class.md says.
//
// An entry of the folder is somebody's by its name, which is that of a student or a team, or by the teacher's decision.
// In a class with teams it stays with the team to which it belonged when it was first seen.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/simulation/book.hpp"
#include "tests/simulation/step.hpp"

namespace simulation {

/// The folder of bots that is made of hand-ins.
[[nodiscard]] std::string bots_beside(const std::string& db);
/// Empty: the file can't be read.
[[nodiscard]] std::string text_on_disk(const std::string& file);
/// The table of hand-ins, which all tournaments of a folder share.
inline constexpr const char* table_of_hand_ins = "hand_ins.csv";

class HandIns {
public:
    /// Empty: the file is removed. `at`: when.
    void wrote(const std::string& file, const std::string& content, std::int64_t at);

    /// The students in a list.
    [[nodiscard]] std::vector<Listed> list_in(const std::string& file) const;

    /// A hand-in that was seen in a class with teams.
    struct Seen {
        std::string owner;    ///< the student, or the team
        std::string entrant;  ///< with whom it stays
        std::int64_t at = 0;
    };
    /// What is known about the class of a tournament. Entrants are students who are alone, and teams.
    struct Known {
        std::map<std::string, std::string>
            handed_in{};                              ///< by entrant: the entry that counts, as far as it was taken up
        std::map<std::string, std::string> played{};  ///< the hand-in of which their newest version was made
        std::map<std::string, std::string> why{};     ///< a part of why the newest one does not play
        std::map<std::string, std::string> told{};    ///< what the journal said last of one that does not play
        std::map<std::string, std::string> decisions{};  ///< by entry: the student or team; empty: it is nobody's
        std::map<std::pair<std::string, std::string>, Seen> seen{};  ///< by entry and content

        /// Whether something that was refused is still this entrant's.
        [[nodiscard]] bool has_refusal(const std::string& entrant) const {
            return why.contains(entrant) && (handed_in.contains(entrant) || decisions.empty());
        }
    };

    /// What a command finds in a folder of hand-ins.
    struct Reading {
        std::string fault{};  ///< why the command is refused; empty: the list and the table can be used
        std::vector<Listed> students{};
        Known known{};                                 ///< afterwards
        std::set<std::string> fit{};                   ///< entrants whose hand-ins have not played yet, and can
        std::map<std::string, std::string> refused{};  ///< of which no bots can be made: a part of why
        std::map<std::string, std::string> unfit{};    ///< whose bots fail their check, likewise
        std::map<std::string, std::string> newest{};   ///< by entrant: the content that counts
        std::set<std::string> unowned{};               ///< entries
        std::map<std::string, std::string> owners{};   ///< by entry: what the table says in the column "student"
        std::set<std::string> older{};                 ///< entries that don't count, since there is a newer one
    };
    /// Requires: `typed` has --bots. `before`: the class as it is; without students, it begins with this command.
    [[nodiscard]] Reading read(const Words& typed, const std::string& db, const Book& before) const;

    Known& in(const std::string& db) { return known_[db]; }

private:
    class Folder;
    struct File {
        std::string content;
        std::int64_t at = 0;
    };
    [[nodiscard]] std::string content_of(const std::string& file) const;

    std::map<std::string, File> files_;   ///< by path
    std::map<std::string, Known> known_;  ///< by tournament
};

}  // namespace simulation
