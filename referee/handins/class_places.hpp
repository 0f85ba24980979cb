// Where the hand-ins of a class are, and where and how they are prepared.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "referee/core/processes/sandbox.hpp"

namespace referee::handins {

/// The folders of a class.
struct ClassFolders {
    std::string hand_ins;  ///< the folder with a file or folder for each student
    std::string bots;      ///< the folder of bots to make, see bots_folder_beside()
    std::string table{};   ///< where hand_ins.csv is written; empty: nowhere
    /// The teacher's answer to that table: a file like it, or "suggested" for all suggestions in it. Empty: none.
    std::string owners{};
};

/// Given for the teacher's answer, it takes all suggestions.
inline constexpr std::string_view all_suggested = "suggested";

/// Where and how hand-ins are prepared.
struct Workplace {
    std::shared_ptr<const Sandbox> sandbox;             ///< not null
    int stop_fd;                                        ///< the preparation stops when it becomes readable
    int jobs;                                           ///< the number of hand-ins that are prepared at the same time
    std::function<void(const std::string& text)> tell;  ///< receives messages for the user
};

}  // namespace referee::handins
