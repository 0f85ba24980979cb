// Which files the entrants of each tournament come from, so that what is new in a folder is known without the program.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/simulation/step.hpp"

namespace simulation {

/// New entrants with those that they replace; empty: none.
using Arrivals = std::vector<std::pair<std::string, std::string>>;

class BotFiles {
public:
    /// Empty: the file is removed.
    void wrote(const std::string& file, const std::string& content);
    /// A tournament has begun with this command and these entrants.
    void begun(const std::string& db, const Words& typed, const std::vector<std::string>& entrants);
    /// A change has brought these entrants.
    void joined(const std::string& db, const Words& typed, const Arrivals& arrivals);

    /// Whether the file of an entrant is not what it was when the entrant joined.
    [[nodiscard]] bool has_changed(const std::string& db, const std::string& entrant) const;
    /// Whether an order names a bot that can't play.
    [[nodiscard]] bool brings_unfit(const Words& typed) const;
    /// The bots of the folder that can play, and are not one of these entrants of a tournament: their names.
    [[nodiscard]] std::set<std::string> others_in(const std::string& folder, const std::string& db,
                                                  const std::set<std::string>& entrants) const;
    /// What `change --bots FOLDER` brings: the names of new bots, and of entrants that are there and get a new version.
    /// `present`: who takes part, in their order.
    [[nodiscard]] std::vector<std::string> news_in(const std::string& folder, const std::string& db,
                                                   const std::vector<std::string>& present) const;
    /// The bots of the folder that are left out now, and were not the last time, or have played since.
    [[nodiscard]] std::set<std::string> left_out_now(const std::string& folder, const std::string& db,
                                                     const std::vector<std::string>& present);
    /// The journal says so of these files of the folder.
    void was_left_out(const std::string& db, const std::string& folder, const std::vector<std::string>& names);

private:
    struct Played {
        std::string file;
        std::string content;
    };
    /// The folder in which the bots of a folder are.
    [[nodiscard]] std::string folder_of(const std::string& db, const Words& typed) const;
    [[nodiscard]] std::string content_of(const std::string& file) const;
    void plays(const std::string& db, const std::string& entrant, const std::string& bot);

    std::map<std::string, std::string> files_;                     ///< contents by path
    std::map<std::string, std::map<std::string, Played>> played_;  ///< by tournament and entrant
    std::set<std::string> classes_;                                ///< tournaments whose folders are made of hand-ins
    std::map<std::string, std::set<std::string>> told_;            ///< by tournament, the files that were left out last
};

}  // namespace simulation
