// A folder in which no other user can add, change or remove files.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/base/unique_fd.hpp"

namespace referee {

/// An open folder. Its content is accessed through its descriptor, so later changes to its path have no effect. Links
/// in it are not followed. Functions that return bool or a UniqueFd set errno if they fail.
class OwnFolder {
public:
    /// Who may write into the folder. `unchecked` is for callers that verify the content by other means.
    enum class Writers { only_this_user, unchecked };

    /// Makes the folder, or takes an existing one. `what` is its name in messages. Throws games::UserError if the
    /// folder can't be created, or if it or the folder above it is not safe (see trust.hpp).
    [[nodiscard]] static OwnFolder make(const std::string& path, std::string_view what);
    /// Takes an existing folder. Returns nothing if there is none. Throws games::UserError if it is not safe.
    [[nodiscard]] static std::optional<OwnFolder> take(const std::string& path, std::string_view what, Writers writers);

    [[nodiscard]] const UniqueFd& fd() const { return fd_; }
    /// The names of the entries.
    [[nodiscard]] std::optional<std::vector<std::string>> names() const;
    [[nodiscard]] bool has(const std::string& name) const { return status_of(name).has_value(); }
    /// The status of a file or link in the folder.
    [[nodiscard]] std::optional<struct stat> status_of(const std::string& name) const;
    /// Opens a regular file for reading.
    [[nodiscard]] UniqueFd open(const std::string& name) const;
    /// Reads all bytes of a regular file.
    [[nodiscard]] std::optional<std::string> read(const std::string& name) const;
    /// Writes a file. It gets its name, and replaces another file, only when it is complete and on disk. Returns an
    /// error number, or 0.
    [[nodiscard]] int write(const std::string& name, std::string_view text) const;
    bool remove(const std::string& name) const;
    /// Removes a file, or a folder with its content.
    bool remove_all(const std::string& name) const;
    /// Removes the content and the folder itself. Returns whether the folder no longer exists.
    bool remove_itself() const;

private:
    OwnFolder(std::string path, UniqueFd fd) : path_(std::move(path)), fd_(std::move(fd)) {}

    std::string path_;
    UniqueFd fd_;
};

}  // namespace referee
