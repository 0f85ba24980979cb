// The one door of a tournament: finds the bots of an order, hides their files from each other, checks them, and says
// who takes part.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/admit/director_orders.hpp"
#include "referee/tournament/admit/entrance.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/admit/participation.hpp"

namespace referee::tournament {

/// Who takes part after an order.
struct Admitted {
    /// Not empty: a stop was requested during this step, and nobody is admitted.
    std::string_view stopped_during{};
    Lineup lineup{};
    std::vector<std::size_t> returning{};  ///< entrants that return
    std::vector<std::string> secrets{};    ///< files of the bots that were found, to be hidden from all others
    std::vector<LeftOut> left_out{};       ///< bots of the folder of an order, for the journal
    ClassNews news{};                      ///< of the class of a change

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
[[nodiscard]] Admitted admit(const Participation& wish, const Entrance& entrance);

/// Refuses a change that brings new bots if the bots that stay are in another folder, because the paths of the new ones
/// would be looked up there later. Throws games::UserError. `head`: of the tournament's file.
void require_folder_of_tournament(const Participation& wish, const TournamentHead& head);

/// Warns of the first entrant whose files are gone or have changed, because the tournament can't be resumed with it.
/// `head`: after the change.
void warn_of_changed_files(const TournamentHead& head);

}  // namespace referee::tournament
