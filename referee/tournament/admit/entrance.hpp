// The place in which bots are admitted: what is settled before, and the means.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "games/spec.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/bots/bot_copies.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/check/bot_check.hpp"
#include "referee/tournament/admit/fitness.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

/// Receives messages for the user.
using Tell = std::function<void(const std::string& text)>;
/// Writes a note on stderr.
inline void note_text(const std::string& text) {
    note(text);
}

/// What is settled before anybody is admitted.
struct Preparation {
    Settings settings;  ///< without the settings that name an entrant
    games::GameSpec spec;
    Isolation isolation;  ///< hides no files of bots yet
};

/// Where bots are admitted. Requires: the objects outlive the admission.
struct Entrance {
    const TournamentHead& known;  ///< the head of the tournament's file, or of an earlier stage
    bool begun = false;           ///< the known entrants take part already, and others join them
    const Preparation& prepared;
    Tell tell = note_text;
    const CheckPlan* plan = nullptr;  ///< the check of bots that must be checked; null: there are none
    CheckLineup check = check_lineup;
    BotCopies* copies = nullptr;  ///< receives copies of the bots from a folder; null: they run from the folder itself
    int stop_fd = -1;             ///< the admission stops when it becomes readable; negative: never
    int jobs = 1;  ///< the number of hand-ins that are prepared, and of bots that are checked, at the same time
    bool while_played = false;                ///< the games go on; then nothing is said of the progress
    std::span<const std::string> reserved{};  ///< names that bots which will join have already
};

}  // namespace referee::tournament
