// The one door of a tournament: finds the bots of an order, hides their files from each other, checks them, and says
// who takes part.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/bots/bot_copies.hpp"
#include "referee/core/check/bot_check.hpp"
#include "referee/tournament/admit/fitness.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/run/director.hpp"
#include "referee/tournament/run/line_up.hpp"
#include "referee/tournament/run/origin.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee::tournament {

/// Where bots are admitted. Requires: the objects outlive the admission.
struct Entrance {
    const CheckPlan& plan;
    const CheckLineup& check;
    BotCopies& copies;
    int stop_fd = -1;  ///< the admission stops when it becomes readable; negative: never
    int jobs = 1;      ///< the number of hand-ins that are prepared, and of bots that are checked, at the same time
    Tell tell{};
    bool while_played = false;                ///< the games go on; then nothing is said of the progress
    std::span<const std::string> reserved{};  ///< names that bots which will join have already
};

/// Who takes part after an order.
struct Admitted {
    /// Not empty: a stop was requested during this step, and nobody is admitted.
    std::string_view stopped_during{};
    Lineup lineup{};
    std::vector<std::size_t> returning{};  ///< entrants that return
    std::vector<std::string> secrets{};    ///< files of the bots that were found, to be hidden from all others
    std::vector<LeftOut> left_out{};       ///< bots of the folder of an order, for the journal
    std::vector<Student> students{};       ///< the new list of a class; empty: the list stays

    /// The contenders that return or join, by their places.
    [[nodiscard]] std::vector<std::size_t> arriving() const;
    /// The contenders that join, as orders bring them.
    [[nodiscard]] std::vector<Newcomer> newcomers() const;
    /// The contenders that join, as they are stored.
    [[nodiscard]] std::vector<StoredEntrant> joining() const;
};

/// Admits all bots of an order in four steps: finds them, settles what depends on the set of all, seals the files of
/// all of them, and checks those that must be checked. No bot starts before the files are sealed. Writes no file of the
/// tournament: the caller seats the bots. The bots of a new or resumed tournament are admitted as those of a change
/// are. Throws games::UserError if an order can't be carried out, or if a bot that the director names is not fit to
/// play.
[[nodiscard]] Admitted admit(const TournamentOptions& wish, const Origin& origin, const Preparation& prepared,
                             const Entrance& entrance);

/// Refuses a change that brings new bots if the bots that stay are in another folder, because the paths of the new ones
/// would be looked up there later. Throws games::UserError. `head`: of the tournament's file.
void require_folder_of_tournament(const TournamentOptions& wish, const TournamentHead& head);

/// Warns of the first entrant whose files are gone or have changed, because the tournament can't be resumed with it.
/// `head`: after the change.
void warn_of_changed_files(const TournamentHead& head);

}  // namespace referee::tournament
