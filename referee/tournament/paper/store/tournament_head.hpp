// The head of a tournament: its settings, its entrants, and the changes since its first game.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "protocol/fields.hpp"
#include "referee/core/bots/bot_files.hpp"
#include "referee/handins/owners.hpp"
#include "referee/handins/student.hpp"
#include "referee/tournament/paper/schedule/field.hpp"

namespace referee::tournament {

using handins::Student;

struct StoredEntrant {
    std::string name;
    std::vector<std::string> command;
    std::vector<FileSum> files;
    bool reuse = false;    ///< one process of the bot plays many games
    std::string limits{};  ///< its own limits as text (OwnLimits); empty: none

    static void fields(auto& self, auto&& visit) {
        visit("name", self.name);
        visit("command", self.command);
        visit("files", self.files);
        visit("reuse", self.reuse);
        visit("limits", self.limits);
    }
    friend bool operator==(const StoredEntrant&, const StoredEntrant&) = default;
};

/// The settings that are fixed before the first game, and the changes since then.
struct TournamentHead {
    std::string referee_version;
    std::string created_at;  ///< UTC, ISO 8601
    std::string settings;    ///< a JSON object with all settings that influence games
    std::uint64_t seed = 0;  ///< below 2^53
    std::vector<StoredEntrant> entrants;
    std::vector<Change> changes{};     ///< in the order in which they were made
    std::vector<Student> students{};   ///< the list of a class; empty if the tournament has none
    char list_separator = ',';         ///< of the columns in the file of that list
    handins::HandInRecord hand_ins{};  ///< whose the hand-ins of the class are

    /// The names of the entrants.
    [[nodiscard]] std::vector<std::string> names() const;
    /// Who takes part, and when. Throws games::UserError as Field does.
    [[nodiscard]] Field field() const { return {static_cast<int>(entrants.size()), changes}; }
    friend bool operator==(const TournamentHead&, const TournamentHead&) = default;
};

/// What a change brings of a class.
struct ClassNews {
    std::vector<Student> students{};  ///< the new list; empty: all stays
    handins::HandInRecord hand_ins{};
};

/// The games whose matches have been set aside. If one of them has no match now, it is to be played again, or was
/// cancelled.
std::set<int> games_set_aside(const TournamentHead& head);

}  // namespace referee::tournament
