// Names that are also the names of folders.
#pragma once

#include <string>

namespace referee::handins {

/// A name that is also the name of a folder that is looked at: without slashes and control characters, not hidden, and
/// no longer than a folder's name may be, with room for what is added to it.
[[nodiscard]] std::string name_for_folder(std::string name);

}  // namespace referee::handins
