#include "referee/files/file_identity.hpp"

#include <ctime>

namespace referee {

namespace {

std::int64_t nanoseconds(const timespec& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

std::optional<struct stat> status_of(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return status;
}

FileIdentity identity_of(const struct stat& status) {
    return {{status.st_dev, status.st_ino}, status.st_size, nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}

FileIdentity identity_of(const std::string& path) {
    const auto status = status_of(path);
    return status ? identity_of(*status) : FileIdentity{};
}

}  // namespace referee
