// A single hand-in with its driver, as its author or the driver's tries it, outside of a class.
#pragma once

#include <memory>
#include <string>

#include "referee/core/bots/bot_copies.hpp"
#include "referee/core/processes/sandbox.hpp"
#include "referee/handins/driver.hpp"
#include "referee/handins/hand_in.hpp"

namespace referee::handins {

/// A hand-in that was prepared in a temporary folder.
struct Trial {
    Outcome outcome;
    std::string bots;                         ///< the folder that contains only the bot's own folder
    std::string folder;                       ///< the bot's own folder; it is there if the outcome is `prepared`
    std::shared_ptr<const BotCopies> keeper;  ///< keeps the folders in existence
};

/// Prepares the file, folder or zip archive at `path`. `sandbox`: null if there is none; then a hand-in that must be
/// unpacked or built is refused. The preparation stops when `stop_fd` becomes readable. Throws std::runtime_error like
/// prepare_hand_in().
[[nodiscard]] Trial try_hand_in(const Driver& driver, const std::string& path,
                                const std::shared_ptr<const Sandbox>& sandbox, int stop_fd);

/// Prepares the example that comes with a driver. Requires: it has one.
[[nodiscard]] Trial try_example(const Driver& driver, const std::shared_ptr<const Sandbox>& sandbox, int stop_fd);

}  // namespace referee::handins
