// Compares the names of teams, as lists and learning platforms write them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "referee/handins/person_names.hpp"

namespace referee::handins {

/// The letters and digits of a name in their order, without case, accents and signs: "teama1" for "Team Á-1".
[[nodiscard]] std::string plain_letters(std::string_view name);

/// The name as GitHub writes it into an address: "team-a-1".
[[nodiscard]] std::string slug_of(std::string_view name);

/// Whether a text is the name of a team: the same words in the same order.
[[nodiscard]] bool is_team_name(const NameWords& text, const NameWords& team, Spelling spelling);

/// The names of the teams of a class, to find those that can't be told from others.
class TeamNames {
public:
    /// Adds a team. Returns another one that was added and has the same letters and digits in any spelling.
    [[nodiscard]] std::optional<std::string> add(const std::string& team);

    /// A team whose name may also be read as that of a student, in any order and in one word.
    [[nodiscard]] std::optional<std::string> like_student(std::string_view student) const;

private:
    struct Known {
        std::string team;
        NameWords words;
        NameWords joined;  ///< its letters as one word
    };
    std::map<std::string, std::string> by_spelling_;     ///< the teams by their letters in each spelling
    std::map<std::string, Known> by_letters_;            ///< by plain_letters()
    std::multimap<std::string, const Known*> by_words_;  ///< by each spelling of each word
};

}  // namespace referee::handins
