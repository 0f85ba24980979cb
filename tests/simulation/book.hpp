// A tournament as a plain list of facts, kept by somebody who reads the docs: who takes part, which games are planned,
// which results count. Nothing here uses the code that is checked.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/simulation/bracket.hpp"
#include "tests/simulation/step.hpp"

namespace simulation {

/// The words after each verb of `referee change FILE ...`.
[[nodiscard]] std::map<std::string, Words> orders_in(const Words& typed);
/// The games that a word after `again` names, from 0: the first and the last one. Nothing if it is a name.
[[nodiscard]] std::optional<std::pair<int, int>> games_in(const std::string& word);

/// A law is broken. The message begins with its number and its name.
class Broken : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws Broken unless `holds`.
void law(bool holds, const char* name, const std::string& what);

struct Row {
    int number = 0, round = 0, first = 0, second = 0, pair = 0;  ///< all from 0, entrants by number
    std::uint64_t seed = 0;
    std::optional<int> opening;
    friend bool operator==(const Row&, const Row&) = default;
};

struct Outcome {
    int winner = -1;  ///< 0 or 1, the side
    std::string ending;
    std::string hash;  ///< of the moves
    bool busy = false;
    [[nodiscard]] bool counts() const { return ending != "aborted"; }
    [[nodiscard]] bool is_forfeit() const { return ending != "aborted" && ending != "by_rules"; }
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// A student in the list of a class.
struct Listed {
    std::string name;
    std::string team{};  ///< empty: the student hands in alone

    /// The name of the bot: that of the team, or else that of the student.
    [[nodiscard]] const std::string& entrant() const { return team.empty() ? name : team; }
    friend bool operator==(const Listed&, const Listed&) = default;
};
/// The students, or teams, whose bots those of a class are.
[[nodiscard]] std::set<std::string> entrants_of(const std::vector<Listed>& list);

struct Participant {
    std::string name;
    bool present = true;
    bool annulled = false;
    int place = 0;  ///< the first in the chain of replacements
    std::optional<int> heir{};
    std::string student{};  ///< the student or team whose bot it is; empty: the organiser's
};

class Book {
public:
    Book() = default;
    /// A tournament that was begun with this command and these entrants.
    Book(const Words& typed, const std::vector<std::string>& names);

    void plan(const Row& row);
    void finish(int game, const Outcome& outcome);
    /// A kill has left only this many planned games.
    void unplan(std::size_t left);
    /// A change with these words was made. `arrived`: the names of new entrants, in order.
    void change(const Words& typed, const std::vector<std::string>& arrived);

    /// The list of a class. Requires: called at the start. `earlier`: the first stage; null: there is none.
    void begin_class(const std::vector<Listed>& list, const Book* earlier);
    /// Another list takes the place of that of a class.
    void set_list(const std::vector<Listed>& list);
    /// The student, or team, who has this name, or of whose bot it is that of a later version; empty: it is nobody's.
    [[nodiscard]] std::string student_named(const std::string& name) const;
    /// The newest of a student's or a team's bots that take part, or the newest one if all have left.
    [[nodiscard]] std::optional<int> bot_of(const std::string& student) const;
    /// The entrant that somebody means who types this name; none: nobody is called so.
    [[nodiscard]] std::optional<int> meant_by(const std::string& name) const;

    [[nodiscard]] int number_of(const std::string& name) const;
    [[nodiscard]] bool is_open(int game) const { return !results.contains(game) && !cancelled.contains(game); }
    [[nodiscard]] bool counts(int game) const;
    [[nodiscard]] int present() const;
    /// The entrant that plays everybody else in a gauntlet.
    [[nodiscard]] int challenger_now() const;
    /// The pairs of games of an entrant, without those that were cancelled or annulled.
    [[nodiscard]] int pairs_of(int entrant) const;
    /// Whether everybody who is there plays everybody else, or the challenger.
    [[nodiscard]] bool all_meet() const { return format == "round-robin" || format == "gauntlet"; }
    /// How many rounds a Swiss tournament has.
    [[nodiscard]] int all_rounds() const;
    /// Who won a game without playing it, in a Swiss tournament.
    [[nodiscard]] bool has_walkover(const Row& row, int entrant) const;
    [[nodiscard]] bool has_goal() const { return has_test || !goal.empty(); }

    std::string format = "round-robin";
    int games_of_pairing = 2;
    std::optional<int> rounds{};
    std::string goal;
    bool has_test = false;
    std::optional<int> rest{};  ///< the pairs of each bot of a ladder before this run rests; none: it does not
    int listed_openings = 0;
    bool has_openings = false;
    bool has_own_game = false;  ///< its rules are a program, which may fail
    bool has_secrets = false;   ///< each player sees a part of the position
    int challenger = 0;         ///< at the beginning
    int first_entrants = 0;
    std::vector<Participant> entrants;
    std::vector<Listed> students;     ///< the list of a class; empty: it is none
    std::set<std::string> former{};   ///< students and teams to whom nobody belongs any more
    std::set<std::string> unowned{};  ///< hand-ins of nobody in the folder that was read last
    std::vector<Row> games;
    std::map<int, Outcome> results;
    std::map<int, std::vector<Outcome>> set_aside;  ///< in the order in which they were
    std::map<int, std::set<int>> cancelled;         ///< with those who left before
    std::map<int, std::set<int>> byes;              ///< by round
    std::map<int, Bracket> brackets;                ///< of a knockout, by round
    int returns = 0;                                ///< how often somebody came back
    int changes = 0;                                ///< commands that changed the tournament
    bool has_same_places = true;                    ///< versions were replaced and games played again, nothing else
    int changes_in_file = 0;                        ///< entries of the journal at the last look
    std::size_t left_out_in_file = 0;               ///< likewise, of bots that were left out

private:
    void leave(const std::set<int>& leavers);
    void bring_back(int entrant);
    void play_again(const Words& what, const std::set<int>& players);

    std::map<int, std::size_t> cancelled_at_{};  ///< the number of planned games when a game was cancelled
};

}  // namespace simulation
