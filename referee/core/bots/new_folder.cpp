#include "referee/core/bots/new_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "games/user_error.hpp"
#include "referee/core/base/fresh_file.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/own_folder.hpp"
#include "referee/core/base/trust.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;
using games::UserError;

[[noreturn]] void refuse(const fs::path& path, int error) {
    throw UserError(fmt::format("'{}' can't be created: {}", path.string(), std::strerror(error)));
}

void write(const OwnFolder& folder, const KitFile& file, const fs::path& path) {
    for (std::size_t slash = file.name.find('/'); slash != std::string::npos; slash = file.name.find('/', slash + 1))
        if (::mkdirat(folder.fd().get(), file.name.substr(0, slash).c_str(), 0777) != 0 && errno != EEXIST)
            refuse(path, errno);
    const mode_t mode = file.executable ? 0777 : 0666;  // reduced by the umask
    const UniqueFd fd = open_regular(folder.fd(), file.name, O_WRONLY | O_CREAT | O_EXCL, mode);
    if (!fd) refuse(path, errno);
    if (const int error = write_bytes(fd, file.text); error != 0) refuse(path, error);
}

}  // namespace

NewFolder new_folder(const std::string& text) {
    fs::path path = (fs::path(text) / "x").lexically_normal().parent_path();
    if (path.empty()) path = ".";
    return {path, fs::absolute(path).lexically_normal().filename()};
}

std::string write_folder(const NewFolder& folder, const std::vector<KitFile>& files) {
    const fs::path& path = folder.path;
    if (::mkdir(path.c_str(), 0777) != 0) {
        if (errno == EEXIST) throw UserError(fmt::format("'{}' exists already: choose another name", path.string()));
        refuse(path, errno);
    }
    const auto made = OwnFolder::take(path.string(), "folder", OwnFolder::Writers::unchecked);
    if (!made) refuse(path, ENOENT);
    std::string written;
    for (const KitFile& file : files) {
        write(*made, file, path / file.name);
        written += (written.empty() ? "" : ", ") + file.name;
    }
    return fmt::format("{}: {}\n", harmless(path.string()), written);
}

}  // namespace referee
