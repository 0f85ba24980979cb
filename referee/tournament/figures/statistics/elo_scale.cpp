#include "referee/tournament/figures/statistics/elo_scale.hpp"

namespace referee::tournament {

std::string_view name_of(EloScale scale) {
    return scale == EloScale::score ? "score" : "odds";
}

std::optional<EloScale> elo_scale_of(std::string_view name) {
    for (const EloScale scale : {EloScale::score, EloScale::odds})
        if (name == name_of(scale)) return scale;
    return std::nullopt;
}

}  // namespace referee::tournament
