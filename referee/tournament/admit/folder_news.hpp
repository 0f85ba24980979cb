// Finds out what is new in a folder of bots, or of hand-ins, since a tournament began.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/user_error.hpp"
#include "referee/handins/class_folder.hpp"
#include "referee/tournament/admit/candidate.hpp"
#include "referee/tournament/admit/director_orders.hpp"
#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

/// What is new in a folder.
struct FolderNews {
    std::vector<Candidate> bots;         ///< those that join come before those that replace an entrant
    std::vector<LeftOut> left_out;       ///< what can't play, unless the journal says so already
    ClassNews of_class{};                ///< without students if there is no class
    handins::WrittenTable table{};       ///< hand_ins.csv of that class
    std::shared_ptr<const void> lock{};  ///< keeps other referees from preparing the same hand-ins
};

/// Another order has changed the tournament since its head was read, and nothing was prepared: to be tried again.
class ChangedMeanwhile : public games::UserError {
public:
    ChangedMeanwhile() : UserError("another order has changed the tournament meanwhile: try again") {}
};

/// Compares the folder `orders.folder` with the entrants. A new bot joins. A bot whose files have changed takes the
/// place of its earlier version and keeps its limits, unless that has left. In a class, the folder has hand-ins, which
/// are prepared first, and a list in `orders.students` takes the place of the earlier one; `owners` is the teacher's
/// answer to the table of hand-ins, see ClassFolders. `db`: the tournament's file; `while_played`: this process plays
/// it, so nobody else can change it. `path`: where programs without a path are searched for. Returns nothing if the
/// preparation was stopped. Throws games::UserError if a folder or the list can't be used, and ChangedMeanwhile.
[[nodiscard]] std::optional<FolderNews> folder_news(const DirectorOrders& orders, const std::string& owners,
                                                    const TournamentHead& head, const std::string& db,
                                                    bool while_played, std::string_view path,
                                                    const handins::Workplace& place);

/// The message if there is nothing new in the folder.
[[nodiscard]] inline std::string nothing_new(const DirectorOrders& orders) {
    return orders.students.empty() ? "nothing is new in the folder, and nothing was changed"
                                   : "nothing is new in the folder; the list of students is the new one";
}

/// Removes the bots that the journal says to have been left out for the same reason. Bots of a class have the names of
/// the students then.
void drop_known(std::vector<LeftOut>& left_out, const TournamentHead& head, const std::vector<Student>& students);

}  // namespace referee::tournament
