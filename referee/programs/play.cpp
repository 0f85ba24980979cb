// `referee BOT_A BOT_B`: plays one match or a series, logs it, and prints the result.
#include "referee/core/play/play_match.hpp"
#include "referee/programs/commands.hpp"
#include "referee/tournament/series/series.hpp"

namespace referee {

Task parse_play(const Arguments& arguments) {
    return [options = play_options(arguments)] {
        return options.games == 1 ? play_match(options) : tournament::play_series(options);
    };
}

}  // namespace referee
