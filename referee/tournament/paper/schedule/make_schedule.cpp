#include "referee/tournament/paper/schedule/make_schedule.hpp"

#include <stdexcept>

#include "referee/tournament/paper/schedule/knockout.hpp"
#include "referee/tournament/paper/schedule/round_robin.hpp"
#include "referee/tournament/paper/schedule/swiss.hpp"

namespace referee::tournament {

std::unique_ptr<Schedule> make_schedule(const FormatSettings& settings, const Field& field, const RunSeed& seed,
                                        const std::vector<PlannedGame>& planned) {
    const std::vector<PlannedGame> kept = field.is_changed() ? planned : std::vector<PlannedGame>();
    switch (settings.format) {
        case Format::round_robin:
        case Format::gauntlet: return std::make_unique<RoundRobin>(settings, field, seed, kept);
        case Format::swiss: return std::make_unique<Swiss>(settings, field, seed, kept);
        case Format::knockout: return std::make_unique<Knockout>(settings, field, seed, kept);
        case Format::ladder: break;
    }
    throw std::logic_error("a ladder needs ratings: see ladder.hpp");
}

}  // namespace referee::tournament
