// Whether there is a terminal on which a screen can be shown.
#pragma once

namespace referee::watch {

/// Throws games::UserError, in one line that says how to mend it, where stdin and stdout are not a terminal on which a
/// screen can be shown.
void check_terminal();

}  // namespace referee::watch
