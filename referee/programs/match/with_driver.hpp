// What the commands of single matches can do with hand-ins that a driver runs. The program that has only the core
// can't.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/bots/isolation.hpp"
#include "referee/core/bots/kits.hpp"

namespace referee {

/// A bot that was made of a hand-in and a driver.
struct DrivenBot {
    std::string folder;   ///< its own folder
    std::string refusal;  ///< not empty: why there is no bot
    std::string output;   ///< what its build has written
    std::string remark;   ///< which of its files were taken; may be empty
    bool stopped = false;
    std::shared_ptr<const void> keeper;  ///< keeps the folder in existence
};

/// A starter kit, and the command that tries it.
struct DrivenKit {
    std::vector<KitFile> files;
    std::string check;
};

struct WithDriver {
    /// Makes a bot of the hand-in at this path; without one, of the driver's example. Throws games::UserError if the
    /// driver is at fault, or a program is missing.
    DrivenBot (*make_bot)(const std::string& driver, const std::string& hand_in, const Isolation& isolation,
                          int stop_fd);
    /// The parameters are those of files_of().
    DrivenKit (*make_kit)(const std::string& driver, const std::string& name, std::string_view game,
                          const std::string& spec);
};

}  // namespace referee
