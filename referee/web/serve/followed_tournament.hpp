// The games of a tournament's file, followed while another process or thread writes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/paper/schedule/finished_games.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/web/pages/game_rows.hpp"

namespace referee::serve {

/// Adds the new games of a file to an account, and to a list of rows.
class FollowedTournament {
public:
    /// `path`: for messages.
    explicit FollowedTournament(std::string path) : path_(std::move(path)) {}

    /// Reads the games that have been added since the last call. Returns whether earlier games are no longer valid: the
    /// list begins anew. Requires: `store` was refreshed. Throws games::UserError if the file is damaged.
    bool take(const tournament::Store& store);

    /// Requires: take() was called.
    const tournament::Account& account() const { return *account_; }
    /// The rows that were added by the last take().
    std::vector<tournament::GameRow> new_rows() const { return {rows_.rows.begin() + first_new_, rows_.rows.end()}; }
    /// All rows, in the order in which they were read.
    const tournament::GameRows& rows() const { return rows_; }

private:
    std::string path_;
    std::optional<tournament::Account> account_;
    std::vector<tournament::PlannedGame> games_;  ///< the planned games
    tournament::FinishedGames known_;             ///< the games taken from the file, and the cancelled games
    tournament::GameRows rows_;
    std::ptrdiff_t first_new_ = 0;
};

}  // namespace referee::serve
