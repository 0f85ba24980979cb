// Whose the hand-ins of a class are: what was found, what the teacher decides, and the table hand_ins.csv with both.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.hpp"
#include "referee/core/bots/bots_folder.hpp"
#include "referee/handins/driver.hpp"
#include "referee/handins/student.hpp"
#include "referee/handins/teams.hpp"

namespace referee::handins {

/// The teacher's decision whose the hand-ins of a person are. A person is whoever has handed in, as the platform tells
/// people apart, so a decision holds for later downloads, too.
struct Decision {
    std::string person;
    std::string student{};  ///< the name of the student or the team in the list; empty: they are nobody's

    static void fields(auto& self, auto&& visit) {
        visit("person", self.person);
        visit("student", self.student);
    }
    friend bool operator==(const Decision&, const Decision&) = default;
};

/// A hand-in that has no owner.
struct Unowned {
    std::string entry;         ///< the name of the file or folder
    std::string suggestion{};  ///< the student whose it may be; may be empty

    static void fields(auto& self, auto&& visit) {
        visit("entry", self.entry);
        visit("suggestion", self.suggestion);
    }
    friend bool operator==(const Unowned&, const Unowned&) = default;
};

/// A hand-in of a class with teams that was seen. It stays with this team when the student moves to another one.
struct Seen {
    std::string person;        ///< of the platform
    std::string sum;           ///< of the content
    std::string student;       ///< whose it was; or the team
    std::string team;          ///< the name of the entrant
    std::uint64_t number = 0;  ///< grows with the time, see number_of_all(); 0: unknown
    std::int64_t at = 0;       ///< the newest time of its files, in nanoseconds since 1970

    static void fields(auto& self, auto&& visit) {
        visit("person", self.person);
        visit("sum", self.sum);
        visit("student", self.student);
        visit("team", self.team);
        visit("number", self.number);
        visit("at", self.at);
    }
    friend bool operator==(const Seen&, const Seen&) = default;
};

/// What a tournament's file keeps of the hand-ins, beside the list of students.
struct HandInRecord {
    Driver driver{};
    std::vector<Decision> decisions{};
    std::vector<Unowned> unowned{};     ///< in the folder that was read last
    Teams teams{};                      ///< where a new list has the teams
    std::vector<std::string> former{};  ///< the names of entrants of the class that have no members any more
    std::vector<Seen> seen{};           ///< in a class with teams

    static void fields(auto& self, auto&& visit) {
        visit("driver", protocol::may_lack(self.driver));
        visit("decisions", self.decisions);
        visit("unowned", self.unowned);
        visit("teams", protocol::omit_if(self.teams == Teams(), self.teams));
        visit("former", protocol::omit_if(self.former.empty(), self.former));
        visit("seen", protocol::omit_if(self.seen.empty(), self.seen));
    }
    friend bool operator==(const HandInRecord&, const HandInRecord&) = default;
};

/// Begins the state of what was handed in for a team before a student has moved to another one.
inline constexpr std::string_view state_stays = "stays with";

/// A person who has handed in: a line of hand_ins.csv.
struct PersonLine {
    std::string person;
    std::string student{};     ///< the owner; empty if there is none
    std::string suggestion{};  ///< whose it may be
    std::string found_by{};    ///< what has told the owner: "name", "number", ...
    std::string entries{};     ///< the names of the files and folders
    std::string handed_in{};   ///< when; the time zone is that of this machine
    std::string state{};       ///< "counts", "is not the newest", "refused", "has no owner", "nobody's",
                               ///< "stays with 'Team A'"
    std::string why{};
    std::string same_as{};  ///< the others whose hand-ins are the same, and how far
};

inline constexpr const char* state_counts = "counts";
inline constexpr const char* state_refused = "refused";

/// The teacher's answer to a table: `file` is hand_ins.csv with the right students, or "nobody", in the column
/// "student". A decision is made where this differs from what was found; an empty cell is none. Lines of persons about
/// whom there are `earlier` decisions may be of hand-ins that are not in the folder. Throws games::UserError, with the
/// line, if a person is unknown or has two lines, or if a student is not in the list.
[[nodiscard]] std::vector<Decision> read_decisions(const std::string& file, const std::vector<PersonLine>& found,
                                                   const std::vector<Student>& students,
                                                   const std::vector<Decision>& earlier);

/// Whether there is a table in which nobody has written anything. It decides nothing, also if it says of a person what
/// the teacher has decided otherwise since.
[[nodiscard]] bool is_as_written(const std::string& file);

/// The students who are suggested for one person only.
[[nodiscard]] std::set<std::string> clear_suggestions(const std::vector<PersonLine>& lines);

/// `file`, all later tables beside it, and the next one that may be written.
[[nodiscard]] std::vector<std::string> tables_of(const std::string& file);

/// Takes all clear suggestions that are in `file`, which has shown them. Throws games::UserError if there is no such
/// file.
[[nodiscard]] std::vector<Decision> take_suggestions(const std::string& file, const std::vector<PersonLine>& found);

/// Adds later decisions to earlier ones, which they replace.
void add_decisions(std::vector<Decision>& decisions, std::vector<Decision> later);

/// Writes the table. One that somebody has changed stays, and the new one is "hand_ins.new.csv" beside it, also if it
/// is to be `beside` in any case: while decisions in the table are not yet in the tournament's file. Returns the path.
/// Throws games::UserError if it can't be written.
std::string write_hand_ins(const std::string& file, const std::vector<PersonLine>& lines, char separator, bool beside);

/// A table that was written.
struct WrittenTable {
    std::string file{};  ///< empty: none was
    std::vector<PersonLine> lines{};
    char separator = ',';
};

/// Writes into the table which of the hand-ins that count can't play, and why. One that somebody has changed since
/// stays, as in write_hand_ins().
void add_refusals(WrittenTable& table, const std::vector<LeftOut>& refused);

/// "1 hand-in has no owner", "3 hand-ins have no owner".
[[nodiscard]] std::string unowned_text(std::size_t count);

}  // namespace referee::handins
