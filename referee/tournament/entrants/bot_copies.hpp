// Private copies of what was handed in, which nobody changes while a tournament is played.
#pragma once

#include <cstddef>
#include <string>

#include "referee/system/unique_fd.hpp"

namespace referee::tournament {

/// Hidden files and those in hidden folders are copied, too, and count here.
inline constexpr std::size_t max_copied_files = 10'000;

/// Copies in a folder below TMPDIR (or /tmp) that only this user may enter, and that goes with this object. The folder
/// is locked (flock) for as long as its process lives: one without a lock was left by a killed referee, and is
/// removed by the next that makes copies.
class BotCopies {
public:
    BotCopies() = default;
    BotCopies(const BotCopies&) = delete;
    BotCopies& operator=(const BotCopies&) = delete;
    ~BotCopies() { remove(); }

    /// Copies a file, or a folder with all in it: files that are regular, folders, and links as they are, with the
    /// times of files (Python compares them) and whether they can be run. Follows no link. Returns the path of the
    /// copy. Throws games::UserError if something can't be read, or it is too much for a bot (max_bytes_of_bot,
    /// max_copied_files); std::runtime_error where there is no place for copies.
    std::string add(const std::string& entry);

    /// The folder of all copies; empty: there are none.
    [[nodiscard]] const std::string& folder() const { return folder_; }

    /// Removes all copies.
    void remove() noexcept;

private:
    void make_folder();

    std::string folder_;
    UniqueFd lock_;
    std::size_t copies_ = 0;
};

}  // namespace referee::tournament
