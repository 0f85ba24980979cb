// Finds out what is new in a folder of bots, or of hand-ins, since a tournament began.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "referee/tournament/admit/class_news.hpp"
#include "referee/tournament/admit/director_orders.hpp"
#include "referee/tournament/admit/news.hpp"

namespace referee::tournament {

/// Compares the folder of an order with the entrants. A new bot joins. A bot whose files have changed takes the
/// place of its earlier version and keeps its limits, unless that has left. In a class, the folder has hand-ins, which
/// are prepared first, and the list of the order takes the place of the earlier one. `db`: the tournament's file;
/// `while_played`: this process plays it, so nobody else can change it. `path`: where programs without a path are
/// searched for. Returns nothing if the preparation was stopped. Throws games::UserError if a folder or the list can't
/// be used, and ChangedMeanwhile.
[[nodiscard]] std::optional<FolderNews> folder_news(const NewsOrder& order, const TournamentHead& head,
                                                    const std::string& db, bool while_played, std::string_view path,
                                                    const handins::Workplace& place);

/// The message if there is nothing new in the folder.
[[nodiscard]] inline std::string nothing_new(const DirectorOrders& orders) {
    return orders.news && !orders.news->students.empty()
               ? "nothing is new in the folder; the list of students is the new one"
               : "nothing is new in the folder, and nothing was changed";
}

}  // namespace referee::tournament
