#include "referee/core/bots/file_access.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace referee {

namespace {

namespace fs = std::filesystem;

bool is_in_group(gid_t group) {
    if (group == ::getegid()) return true;
    std::vector<gid_t> groups(static_cast<std::size_t>(std::max(0, ::getgroups(0, nullptr))));
    const int count = ::getgroups(static_cast<int>(groups.size()), groups.data());
    groups.resize(static_cast<std::size_t>(std::max(0, count)));
    return std::ranges::find(groups, group) != groups.end();
}

bool may_use(const fs::path& path, const struct stat& status, FileUse use) {
    const mode_t wanted = use == FileUse::read ? S_IROTH : S_IXOTH;
    if (::geteuid() != 0) return ::access(path.c_str(), use == FileUse::read ? R_OK : X_OK) == 0;
    mode_t rights = status.st_mode;
    if (status.st_uid == 0) {
        rights >>= 6;
    } else if (is_in_group(status.st_gid)) {
        rights >>= 3;
    }
    return (rights & wanted) != 0;
}

}  // namespace

std::optional<std::string> complaint_about_access(const fs::path& file, FileUse use) {
    std::error_code error;
    const fs::path absolute = fs::absolute(file, error);
    fs::path real = fs::weakly_canonical(absolute, error);
    if (error) real = absolute.lexically_normal();  // behind a folder that this user may not enter
    fs::path path;
    for (const fs::path& part : real) {
        path /= part;
        const FileUse use_of_part = path == real ? use : FileUse::enter;
        struct stat status {};
        if (::stat(path.c_str(), &status) != 0) return std::nullopt;
        const bool is_only_passed = use_of_part == FileUse::enter && !S_ISDIR(status.st_mode);
        if (is_only_passed || may_use(path, status, use_of_part)) continue;
        const char* verb = use_of_part == FileUse::enter ? "entered" : use_of_part == FileUse::read ? "read" : "run";
        return fmt::format("{} can't be {} (it belongs to uid {}, mode {:o})", path.string(), verb, status.st_uid,
                           status.st_mode & 07777);
    }
    return std::nullopt;
}

}  // namespace referee
