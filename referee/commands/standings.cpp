// `referee standings`: shows a tournament's tables.
#include "referee/commands/commands.hpp"
#include "referee/terminal/output.hpp"
#include "referee/tournament/tables/standings_text.hpp"

namespace referee {

int run_standings(const StandingsOptions& options) {
    using namespace tournament;
    print(standings_text(account_of(Store::open(options.db)), colour_wanted()));
    return exit_done;
}

}  // namespace referee
