// Prepares the matches of a command: its players, game, limits, isolation and openings.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/bots/entrant.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/match/openings.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/core/play/play_options.hpp"

namespace referee {

/// The properties of a series that are fixed before its first match.
struct PlayPlan {
    std::array<Entrant, 2> entrants;
    games::GameSpec spec;
    std::uint64_t seed = 0;
    protocol::Limits limits;
    std::vector<std::string> resumed;  ///< the plies of a resumed match
    std::string openings_in_words;     ///< the openings of the pairs; empty if there are none
    int jobs = 1;                      ///< the number of concurrent matches
};

/// The preparation of one match or of a series.
struct MatchSetup {
    /// Throws games::UserError if the user's input is at fault. Requires: `given` outlives this object.
    explicit MatchSetup(const PlayOptions& given);

    const PlayOptions& options;
    Isolation isolation;
    PlayPlan plan;
    RunSeed seed;  ///< of plan.seed; made once, because it takes milliseconds
    std::unique_ptr<Openings> openings;

    /// Whether the games do not begin at the usual start.
    [[nodiscard]] bool has_start() const { return openings || !plan.resumed.empty(); }
    /// The start of a game with this seed.
    [[nodiscard]] GameStart start_of(int pair, std::uint64_t game_seed) const;
    [[nodiscard]] std::uint64_t seed_of(int game) const;
};

/// A hint for a person from the best sample bot or, if that has none for this game, from the opponent, which is entrant
/// `other`. `log`: the match so far. `player`: the person's seat.
[[nodiscard]] std::string hint_for(const MatchSetup& setup, int other, const protocol::MatchLog& log, int player,
                                   int stop_fd);

/// Tells a person that a void match continues.
[[nodiscard]] std::string goes_on_text(const protocol::MatchLog& lost);

}  // namespace referee
