// A folder of the program's own, in which nobody else can put, change or remove files.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/system/unique_fd.hpp"

namespace referee {

/// The folder is opened once, and what is in it is reached from there: whatever happens to its path afterwards leads
/// nowhere else. Links in it are not followed. Functions that return bool or a UniqueFd set errno if they fail.
class OwnFolder {
public:
    /// The users who may write into the folder: checked, unless the caller has other means to know what is in it.
    enum class Writers { only_this_user, unchecked };

    /// Makes the folder, or takes the one that is there. `what` it is, in messages. Throws games::UserError if it or
    /// the folder above is not safe (see trust.hpp), or it can't be made.
    [[nodiscard]] static OwnFolder make(const std::string& path, std::string_view what);
    /// Takes a folder that is there; nothing if there is none. Throws games::UserError if it is not safe.
    [[nodiscard]] static std::optional<OwnFolder> take(const std::string& path, std::string_view what, Writers writers);

    [[nodiscard]] const UniqueFd& fd() const { return fd_; }
    /// The names of what is in it.
    [[nodiscard]] std::optional<std::vector<std::string>> names() const;
    [[nodiscard]] bool has(const std::string& name) const { return status_of(name).has_value(); }
    /// Of a file or link.
    [[nodiscard]] std::optional<struct stat> status_of(const std::string& name) const;
    /// A regular file, for reading.
    [[nodiscard]] UniqueFd open(const std::string& name) const;
    /// The bytes of a regular file.
    [[nodiscard]] std::optional<std::string> read(const std::string& name) const;
    /// Writes a file, which replaces what has that name when it is complete and on the disk. Returns an error number,
    /// or 0.
    [[nodiscard]] int write(const std::string& name, std::string_view text) const;
    bool remove(const std::string& name) const;
    /// Removes a file, or a folder with all in it.
    bool remove_all(const std::string& name) const;
    /// Removes all that is in it, and the folder. Returns whether there is none at its path any more.
    bool remove_itself() const;

private:
    OwnFolder(std::string path, UniqueFd fd) : path_(std::move(path)), fd_(std::move(fd)) {}

    std::string path_;
    UniqueFd fd_;
};

}  // namespace referee
