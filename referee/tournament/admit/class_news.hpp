// Finds out what is new among the hand-ins of a class.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/user_error.hpp"
#include "referee/handins/class_folder.hpp"
#include "referee/tournament/admit/director_orders.hpp"
#include "referee/tournament/admit/news.hpp"
#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

/// Another order has changed the tournament since its head was read, and nothing was prepared: to be tried again.
class ChangedMeanwhile : public games::UserError {
public:
    ChangedMeanwhile() : UserError("another order has changed the tournament meanwhile: try again") {}
};

/// See folder_news(). Requires: the tournament has a class.
[[nodiscard]] std::optional<FolderNews> news_of_class(News news, const NewsOrder& order, const TournamentHead& head,
                                                      const std::string& db, bool while_played, std::string_view path,
                                                      const handins::Workplace& place);

}  // namespace referee::tournament
