#include "referee/handins/project.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "games/user_error.hpp"
#include "protocol/utf8.hpp"
#include "referee/core/base/fresh_file.hpp"
#include "referee/core/base/unique_fd.hpp"

namespace referee::handins {

namespace {

namespace fs = std::filesystem;
using games::UserError;

constexpr std::size_t max_path = 1000, max_part = 255;
constexpr int max_depth = 30;

/// Calls `use` with each part of a path.
void for_each_part(std::string_view path, auto&& use) {
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        use(path.substr(begin, end - begin));
        begin = end + 1;
    }
}

void check_path(std::string_view path) {
    bool plain = path.size() <= max_path;
    for_each_part(path, [&](std::string_view part) {
        plain = plain && !part.empty() && part != "." && part != ".." && part.size() <= max_part;
    });
    for (std::size_t i = 0; i < path.size();) {
        const auto [point, length] = protocol::decoded(path.substr(i));
        plain = plain && point != protocol::no_character && point >= ' ' && point != 0x7f;
        i += length;
    }
    if (!plain) throw UserError(fmt::format("it has a file with an invalid path: '{}'", path));
}

[[noreturn]] void too_deep() {
    throw UserError(fmt::format("it has more than {} levels of folders", max_depth));
}

[[noreturn]] void unreadable(std::string_view path) {
    if (errno == ELOOP) throw UserError(fmt::format("'{}' is a link: it must be a file", path));
    throw UserError(fmt::format("'{}' can't be read: {}", path, std::strerror(errno)));
}

/// Reads files below an open folder. Names are looked up relative to it, so a folder that somebody replaces in the
/// meantime can't redirect the reading.
class Reading {
public:
    void read(int folder, const std::string& name, const std::string& path, int depth) {
        const UniqueFd fd(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        struct stat status {};
        if (!fd || ::fstat(fd.get(), &status) != 0) unreadable(path);
        if (S_ISDIR(status.st_mode)) {
            read_folder(fd, path, depth);
        } else if (S_ISREG(status.st_mode)) {
            read_file(fd, status, path);
        } else {
            throw UserError(fmt::format("'{}' is neither a file nor a folder", path));
        }
    }

    Project take() { return maker_.take(); }

private:
    void read_folder(const UniqueFd& fd, const std::string& path, int depth) {
        if (depth > max_depth) too_deep();  // also if there is no file in them
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(fmt::format("/proc/self/fd/{}", fd.get())))
            if (std::string name = entry.path().filename(); !is_clutter(name)) names.push_back(std::move(name));
        std::ranges::sort(names);
        for (const std::string& name : names)
            read(fd.get(), name, path.empty() ? name : path + "/" + name, depth + 1);
    }

    void read_file(const UniqueFd& fd, const struct stat& status, const std::string& path) {
        maker_.add(path, (status.st_mode & S_IXUSR) != 0, static_cast<std::uint64_t>(status.st_size));
        std::string& bytes = maker_.last().bytes;
        bytes.resize(static_cast<std::size_t>(status.st_size));
        std::size_t done = 0;
        for (ssize_t count = -1; done < bytes.size() && count != 0; done += static_cast<std::size_t>(count)) {
            count = ::read(fd.get(), bytes.data() + done, bytes.size() - done);
            if (count < 0) unreadable(path);
        }
        bytes.resize(done);
    }

    ProjectMaker maker_;
};

}  // namespace

void ProjectMaker::add(std::string path, bool executable, std::uint64_t bytes) {
    check_path(path);
    if (files_.size() == max_files) throw UserError(fmt::format("it has more than {} files", max_files));
    if (bytes > max_bytes - bytes_) throw UserError(fmt::format("its files are larger than {} MiB", max_bytes >> 20));
    bytes_ += bytes;
    const std::string key = in_lower_case(path);
    if (std::ranges::count(key, '/') > max_depth) too_deep();
    std::vector<std::string> above;
    for (std::size_t slash = key.find('/'); slash != std::string::npos; slash = key.find('/', slash + 1))
        above.push_back(key.substr(0, slash));
    const auto is_file = [&](const std::string& folder) { return files_.contains(folder); };
    if (folders_.contains(key) || std::ranges::any_of(above, is_file) || !files_.insert(key).second)
        throw UserError(fmt::format("it has two files of the name '{}'", path));
    folders_.insert(above.begin(), above.end());
    if (folders_.size() > max_folders) throw UserError(fmt::format("it has more than {} folders", max_folders));
    project_.push_back({std::move(path), {}, executable});
}

void ProjectMaker::add(ProjectFile file) {
    add(std::move(file.path), file.executable, file.bytes.size());
    last().bytes = std::move(file.bytes);
}

bool is_clutter(std::string_view path) {
    static constexpr std::array<std::string_view, 4> names = {"__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini"};
    bool clutter = false;
    for_each_part(path, [&](std::string_view part) {
        const bool hidden = part.starts_with('.') && part != "." && part != "..";
        clutter = clutter || hidden || std::ranges::find(names, part) != names.end();
    });
    return clutter;
}

Project read_project(const std::string& path, const std::string& name) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) unreadable(name);
    Reading reading;
    reading.read(AT_FDCWD, path, S_ISDIR(status.st_mode) ? "" : name, 0);
    return reading.take();
}

void lift(Project& project) {
    while (!project.empty()) {
        const std::string folder = project.front().path.substr(0, project.front().path.find('/') + 1);
        const auto is_in = [&](const ProjectFile& file) { return file.path.starts_with(folder); };
        if (folder.empty() || !std::ranges::all_of(project, is_in)) return;
        for (ProjectFile& file : project)
            file.path.erase(0, folder.size());
    }
}

const ProjectFile* file_called(const Project& project, std::string_view path) {
    const auto found = std::ranges::find(project, path, &ProjectFile::path);
    return found == project.end() ? nullptr : &*found;
}

void write_project(const std::string& folder, const Project& project) {
    fs::create_directories(folder);
    for (const ProjectFile& file : project) {
        const fs::path path = fs::path(folder) / file.path;
        fs::create_directories(path.parent_path());
        constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
        const UniqueFd fd(::open(path.c_str(), flags, file.executable ? S_IRWXU : S_IRUSR | S_IWUSR));
        const int error = fd ? write_bytes(fd, file.bytes) : errno;
        if (error != 0) throw std::system_error(error, std::generic_category(), "writing " + path.string());
    }
}

std::string_view file_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

std::string suffix_of(std::string_view path) {
    const std::string_view name = file_name(path);
    const auto dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? "" : in_lower_case(name.substr(dot));
}

std::string stem_of(std::string_view path) {
    const std::string_view name = file_name(path);
    return in_lower_case(name.substr(0, name.size() - suffix_of(path).size()));
}

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

}  // namespace referee::handins
