// Who is to take part in a tournament, as the user says it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/core/bots/own_limits.hpp"
#include "referee/tournament/admit/director_orders.hpp"
#include "referee/tournament/figures/statistics/goal.hpp"

namespace referee {

/// Who takes part: the bots of a start, or those of a change to a tournament that has begun.
struct Participation {
    std::vector<std::string> bots;     ///< written as on the command line of `referee play`
    std::string bots_folder;           ///< empty: none
    std::string students;              ///< the list of a class, whose hand-ins are in `bots_folder`; empty: none
    std::string teams;                 ///< where that list has the teams, see parse_teams(); empty: there are none
    std::optional<int> team_size;      ///< the most members of a team; none: the usual
    std::string driver;                ///< what runs the hand-ins of a class that begins; empty: they are programs
    std::string owners;                ///< of a class that begins: see NewsOrder
    std::string hand_ins;              ///< the folder from which `bots_folder` is made; set when a class begins
    std::string from;                  ///< the file of an earlier tournament whose table supplies the bots; empty: none
    std::optional<int> top;            ///< the number of bots to take from that table; none: all
    std::string db = "tournament.db";  ///< the tournament's file
    bool resume = false;
    DirectorOrders orders;
    bool only_changes = false;                    ///< carry out the orders, but play nothing
    bool reuse = false;                           ///< one process of each bot plays many games
    std::vector<NamedLimits> own_limits;          ///< the limits of single entrants
    std::vector<NamedLimits> own_limits_of_plan;  ///< those that a plan gives; own_limits replace them
    std::string challenger;                       ///< the name of a gauntlet's challenger; empty: the first entrant
    std::optional<tournament::NamedAnchor> anchor;

    /// Whether bots are checked, or hand-ins are built, before the tournament's file is written.
    [[nodiscard]] bool checks_bots() const { return !bots_folder.empty() || orders.bring_bots(); }
};

}  // namespace referee
