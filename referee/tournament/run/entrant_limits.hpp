// The limits of all entrants of a tournament, most of which have those of the tournament.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "protocol/match_log.hpp"
#include "referee/bots/entrant.hpp"

namespace referee::tournament {

struct EntrantLimits {
    protocol::Limits common;
    std::vector<std::optional<protocol::Limits>> own;  ///< by entrant; none: the common ones
};

[[nodiscard]] inline EntrantLimits limits_of_entrants(const protocol::Limits& common,
                                                      std::span<const Entrant> entrants) {
    EntrantLimits limits{common, {}};
    for (const Entrant& entrant : entrants)
        limits.own.push_back(entrant.limits_under(common));
    return limits;
}

}  // namespace referee::tournament
