// The feedback for the students of a class: a page for each, and an archive for a learning platform.
#pragma once

#include <optional>
#include <string>

#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee {

/// Throws games::UserError if feedback can't be written into this folder, because it can't be created, because it
/// contains anything but feedback, or because the tournament is not that of a class: its list of students is empty.
/// Leaves nothing behind.
void check_feedback(const std::string& folder, bool has_students);

/// Writes a page for each student, "Kim Klein.html", and "feedback.zip" with the pages of those who have handed in
/// something, in folders with the names of their hand-ins. Removes older feedback. No page contains anything of others
/// but their names and the moves of games (see seen_by()). `db` is the path of the store. Throws games::UserError as
/// check_feedback() does, or if the tournament's file is damaged, and std::runtime_error if writing fails.
void write_feedback(const tournament::Store& store, const std::string& db, const std::string& folder,
                    const std::optional<tournament::NamedAnchor>& anchor);

}  // namespace referee
