// Finds the newest version of a hand-in in the folders that a learning platform writes within it.
#pragma once

#include "referee/handins/project.hpp"

namespace referee::handins {

/// If a project consists of folders that a platform has made, keeps only the newest one: of "Version 1" and "Version 2"
/// (Teams), of "2_submissions" and "4_revisions_1" (OpenOlat), of "Submission attachment(s)" and what lies beside it
/// (Sakai), and of folders whose names are dates. The folders themselves are removed. Every other project stays as it
/// is.
void keep_newest_version(Project& project);

}  // namespace referee::handins
