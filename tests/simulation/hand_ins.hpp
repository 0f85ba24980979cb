// What the students of a class have handed in, and what became of it, as docs/class.md says.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/simulation/step.hpp"

namespace simulation {

/// The folder of bots that is made of hand-ins.
[[nodiscard]] std::string bots_beside(const std::string& db);

class HandIns {
public:
    /// Empty: the file is removed.
    void wrote(const std::string& file, const std::string& content);

    /// The names in a list of students.
    [[nodiscard]] std::vector<std::string> list_in(const std::string& file) const;

    /// The entries of a folder that belong to nobody.
    [[nodiscard]] std::set<std::string> unowned_in(const std::string& folder,
                                                   const std::vector<std::string>& students) const;

    /// What is new in a folder of hand-ins.
    struct News {
        std::set<std::string> handed_in;  ///< students who have handed in something
        std::set<std::string> fit;        ///< those whose hand-ins have not played yet, and can
        std::map<std::string, std::string>
            refused;  ///< hand-ins of nobody, or of which no bots can be made: a part of why
        std::map<std::string, std::string> unfit;  ///< those whose bots fail their check, likewise
    };
    [[nodiscard]] News news_in(const std::string& folder, const std::string& db,
                               const std::vector<std::string>& students) const;

    /// What is known about the students in a tournament.
    struct Known {
        std::set<std::string> handed_in;            ///< as far as it was taken up
        std::map<std::string, std::string> played;  ///< the hand-in of which their newest version was made
        std::map<std::string, std::string> why;     ///< a part of why the newest one does not play
    };
    Known& in(const std::string& db) { return known_[db]; }
    /// The hand-in of a student plays now.
    void takes_part(const std::string& db, const std::string& folder, const std::string& student);

private:
    [[nodiscard]] std::string content_of(const std::string& file) const;

    std::map<std::string, std::string> files_;  ///< contents by path
    std::map<std::string, Known> known_;        ///< by tournament
};

}  // namespace simulation
