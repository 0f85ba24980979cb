#include "referee/core/bots/bot_copies.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/trust.hpp"
#include "referee/core/bots/bot_files.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;
using games::UserError;

constexpr std::string_view name_of_copies = "referee_bots_";
constexpr int max_tries_for_folder = 8;
constexpr int max_depth = 100;

[[noreturn]] void no_place(const std::string& folder, std::string_view why) {
    throw std::runtime_error(fmt::format(
        "the bots can't be copied to {}: {}; set TMPDIR to a folder with enough space that allows running programs",
        folder, why));
}

fs::path folder_for_copies() {
    const char* given = std::getenv("TMPDIR");
    std::error_code error;
    return fs::absolute(given != nullptr && *given != '\0' ? given : "/tmp", error);
}

/// Locks a folder that belongs to this user. Returns nothing if another process has locked it.
UniqueFd lock_of_copies(const std::string& folder) {
    UniqueFd lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status {};
    const bool ours = lock && ::fstat(lock.get(), &status) == 0 && status.st_uid == ::geteuid();
    return ours && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0 ? std::move(lock) : UniqueFd();
}

bool is_gone(const UniqueFd& folder) {
    struct stat status {};
    return ::fstat(folder.get(), &status) != 0 || status.st_nlink == 0;
}

void remove_stale_copies(const fs::path& parent) {
    std::error_code error;
    std::vector<fs::path> found;
    for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().filename().native().starts_with(name_of_copies)) found.push_back(entry->path());
    }
    for (const fs::path& folder : found) {
        if (const UniqueFd lock = lock_of_copies(folder)) fs::remove_all(folder, error);
    }
}

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};
using OpenFolder = std::unique_ptr<DIR, CloseFolder>;

/// Copies one file or folder. Names are looked up relative to open folders, so that a folder that is renamed or
/// replaced in the meantime can't redirect the copying.
class Copying {
public:
    explicit Copying(std::string target_folder) : target_folder_(std::move(target_folder)) {}

    void copy(int folder, const std::string& name, const fs::path& target, const fs::path& shown, int depth) {
        if (++files_ > max_copied_files || depth > max_depth) {
            refuse(shown,
                   fmt::format(
                       "with it, the bot's folder exceeds {} files or {} levels of subfolders: move files that do not "
                       "belong to the bot elsewhere",
                       max_copied_files, max_depth));
        }
        const UniqueFd source(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        if (!source && errno == ELOOP && depth == 0)
            refuse(shown, "it is a link: replace it with a copy of its target");
        if (!source && errno == ELOOP) return copy_link(folder, name, target, shown);
        if (!source && (errno == ENXIO || errno == ENOENT)) return;  // it is a socket, or has just been removed
        struct stat status {};
        if (!source || ::fstat(source.get(), &status) != 0) unreadable(shown);
        if (S_ISDIR(status.st_mode)) {
            copy_folder(source, target, shown, depth);
        } else if (S_ISREG(status.st_mode)) {
            copy_file(source, status, target, shown);
        }
    }

private:
    [[noreturn]] static void refuse(const fs::path& shown, std::string_view why) {
        throw UserError(fmt::format("{} can't be copied: {}", shown.string(), why));
    }
    /// Throws games::UserError if the bot's author can correct the error; otherwise std::system_error.
    [[noreturn]] static void unreadable(const fs::path& shown) {
        if (errno == EACCES || errno == EPERM || errno == ELOOP || errno == ENAMETOOLONG)
            refuse(shown, std::strerror(errno));
        throw std::system_error(errno, std::generic_category(), "copying " + shown.string());
    }
    void require(bool fine) const {
        if (!fine && errno == ENAMETOOLONG) throw UserError("its folders or names are too long to be copied");
        if (!fine) no_place(target_folder_, std::strerror(errno));
    }

    [[noreturn]] static void too_large(const fs::path& shown) {
        refuse(shown,
               fmt::format("with it, the bot's files exceed {} MiB: move files that do not belong to the bot elsewhere",
                           max_bytes_of_bot >> 20));
    }

    void copy_folder(const UniqueFd& source, const fs::path& target, const fs::path& shown, int depth) {
        require(::mkdir(target.c_str(), S_IRWXU) == 0);
        UniqueFd again(::fcntl(source.get(), F_DUPFD_CLOEXEC, 0));
        const OpenFolder folder(again ? ::fdopendir(again.get()) : nullptr);
        if (!folder) unreadable(shown);
        static_cast<void>(again.release());
        for (;;) {
            errno = 0;
            const dirent* entry = ::readdir(folder.get());
            if (entry == nullptr && errno != 0) unreadable(shown);
            if (entry == nullptr) return;
            const std::string name = entry->d_name;
            if (name != "." && name != "..") copy(source.get(), name, target / name, shown / name, depth + 1);
        }
    }

    void copy_file(const UniqueFd& source, const struct stat& status, const fs::path& target, const fs::path& shown) {
        if (static_cast<std::uint64_t>(status.st_size) > max_bytes_of_bot - bytes_) too_large(shown);
        const bool can_be_run = (status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH)) != 0;
        const UniqueFd file(::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
        require(static_cast<bool>(file));
        constexpr std::size_t step = 1 << 20;
        for (ssize_t count = -1; count != 0;) {
            count = ::sendfile(file.get(), source.get(), nullptr, step);
            if (count < 0 && errno == EIO) unreadable(shown);
            require(count >= 0);
            bytes_ += static_cast<std::uint64_t>(count);
            if (bytes_ > max_bytes_of_bot) too_large(shown);
        }
        const std::array<timespec, 2> times = {status.st_atim, status.st_mtim};
        require(::futimens(file.get(), times.data()) == 0);
        require(::fchmod(file.get(), S_IRUSR | (can_be_run ? S_IXUSR : 0)) == 0);
    }

    void copy_link(int folder, const std::string& name, const fs::path& target, const fs::path& shown) {
        std::array<char, 4096> text{};
        const auto size = ::readlinkat(folder, name.c_str(), text.data(), text.size() - 1);
        if (size < 0) unreadable(shown);
        require(::symlink(text.data(), target.c_str()) == 0);
    }

    std::string target_folder_;
    std::size_t files_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace

BotCopy BotCopies::add(const std::string& entry) {
    if (folder_.empty()) make_folder();
    const fs::path target = fs::path(folder_) / std::to_string(copies_++);
    // Made first, so that an incomplete copy does not occupy space either.
    BotCopy copy(new std::string(target), [](const std::string* path) {
        std::error_code error;
        fs::remove_all(*path, error);
        delete path;
    });
    Copying(folder_).copy(AT_FDCWD, entry, target, entry, 0);
    return copy;
}

std::string BotCopies::new_folder() {
    if (folder_.empty()) make_folder();
    std::string folder = fs::path(folder_) / std::to_string(copies_++);
    if (::mkdir(folder.c_str(), S_IRWXU) != 0) no_place(folder_, std::strerror(errno));
    return folder;
}

void BotCopies::make_folder() {
    const fs::path parent = folder_for_copies();
    if (all_may_rename_in(parent)) no_place(parent, "all users may rename files in it");
    remove_stale_copies(parent);
    struct statvfs file_system {};
    if (::statvfs(parent.c_str(), &file_system) != 0) no_place(parent, std::strerror(errno));
    if ((file_system.f_flag & ST_NOEXEC) != 0) no_place(parent, "programs can't be run from there (noexec)");
    for (int tries = 0; tries < max_tries_for_folder; ++tries) {
        std::string folder = (parent / name_of_copies).string() + "XXXXXX";
        if (::mkdtemp(folder.data()) == nullptr) no_place(parent, std::strerror(errno));
        lock_ = lock_of_copies(folder);
        // Another referee may have removed or locked the folder between mkdtemp and the lock. If so, try again.
        if (!lock_ && errno != EWOULDBLOCK && errno != ENOENT) {
            const int why = errno;
            ::rmdir(folder.c_str());
            no_place(parent, std::strerror(why));
        }
        if (!lock_ || is_gone(lock_)) continue;
        folder_ = std::move(folder);
        return;
    }
    no_place(parent, "other processes remove it");
}

void BotCopies::remove() noexcept {
    if (folder_.empty()) return;
    std::error_code error;
    fs::remove_all(folder_, error);  // files that can't be removed now are left to the next referee
    folder_.clear();
    lock_.reset();
}

}  // namespace referee
