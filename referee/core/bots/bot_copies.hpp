// Makes private copies of bots, so that nobody can change them during a tournament.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "referee/core/base/unique_fd.hpp"

namespace referee {

/// The maximum number of files of one bot. Hidden files and files in hidden folders count, because they are copied too.
inline constexpr std::size_t max_copied_files = 10'000;

/// The path of a copy. The copy is removed with the last of these pointers, or earlier with the BotCopies.
using BotCopy = std::shared_ptr<const std::string>;

/// Keeps copies in a folder below TMPDIR (or /tmp) that only this user may enter. The destructor removes the folder.
/// The folder is locked (flock) while this process lives. A folder without a lock was left by a killed referee. The
/// next referee that makes copies removes it.
class BotCopies {
public:
    BotCopies() = default;
    BotCopies(const BotCopies&) = delete;
    BotCopies& operator=(const BotCopies&) = delete;
    ~BotCopies() { remove(); }

    /// Copies a regular file, or a folder with its regular files, folders and links. Keeps the times of files (Python
    /// compares them), and whether they are executable. Does not follow links. Throws games::UserError if something
    /// can't be read or exceeds max_bytes_of_bot or max_copied_files, and std::runtime_error if there is no space for
    /// copies.
    [[nodiscard]] BotCopy add(const std::string& entry);

    /// Makes an empty folder beside the copies, and returns its path. Throws std::runtime_error like add().
    [[nodiscard]] std::string new_folder();

    /// The folder of all copies; empty if there are none.
    [[nodiscard]] const std::string& folder() const { return folder_; }
    /// Removes all copies.
    void remove() noexcept;

private:
    void make_folder();

    std::string folder_;
    UniqueFd lock_;
    std::size_t copies_ = 0;
};

}  // namespace referee
