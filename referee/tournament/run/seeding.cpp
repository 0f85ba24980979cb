#include "referee/tournament/run/seeding.hpp"

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/tournament/tables/standings.hpp"

namespace referee::tournament {

std::vector<StoredEntrant> seeds_of(const Store& earlier, const std::optional<int>& top) {
    const Account account = account_of(earlier);
    std::vector<StoredEntrant> seeds;
    for (const StandingsLine& line : standings_of(account, false).lines) {
        if (account.field().is_in(static_cast<int>(line.entrant)))
            seeds.push_back(earlier.head().entrants[line.entrant]);
    }
    const std::size_t wanted = top ? static_cast<std::size_t>(*top) : seeds.size();
    if (seeds.size() < wanted || seeds.size() < 2)
        throw games::UserError(fmt::format("--from: only {} take part in that tournament", seeds.size()));
    seeds.resize(wanted);
    return seeds;
}

Settings settings_for_next_stage(const TournamentHead& earlier) {
    Settings settings = settings_of_json(earlier.settings);
    settings.format = FormatSettings();
    settings.sprt.reset();
    settings.until.reset();
    settings.anchor.reset();
    settings.reference_speed.reset();
    return settings;
}

}  // namespace referee::tournament
