// Several tournaments as one: the union of their entrants with all their games.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// The tournament of one file.
struct NamedStore {
    std::string path;
    Store store;
};

struct JoinedFiles {
    Account account;
    std::vector<std::string> warnings;  ///< what differs between the files; each is one line
};

/// Throws games::UserError if the files can't be added up: for another game or another setting of the game, and for a
/// tournament that is given twice, also as a copy that was played on. Requires: at least one file.
void require_joinable(std::span<const NamedStore> files);

/// Adds up the matches of several files. Entrants with the same name are one entrant. The table is open-ended and
/// ordered by rating, as that of a ladder; the games of annulled entrants, byes, goals and sequential tests are left
/// out. The anchor stays if all files have the same one. Warns of entrants that are not the same in all files, and of
/// limits that differ. Throws games::UserError, see require_joinable(). Requires: at least one file.
JoinedFiles join(std::span<const NamedStore> files);

}  // namespace referee::tournament
