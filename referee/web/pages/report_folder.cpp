#include "referee/web/pages/report_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "games/user_error.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/replaced_file.hpp"

namespace referee::tournament {

namespace {

namespace fs = std::filesystem;
using games::UserError;

constexpr const char* games_folder = "games";
constexpr const char* entrants_folder = "entrants";

std::string cannot_be_written(const std::string& path, int error) {
    return fmt::format("report '{}' can't be written: {}", path, std::strerror(error));
}

/// Reports that a folder can't be created. Throws std::runtime_error if the disk is full or fails, otherwise UserError.
[[noreturn]] void throw_for_folder(const std::string& path, int error) {
    if (error == ENOSPC || error == EDQUOT || error == EIO) throw std::runtime_error(cannot_be_written(path, error));
    throw UserError(cannot_be_written(path, error));
}

bool is_page_name(const std::string& name) {
    const auto digits = name.find_first_not_of("0123456789");
    return digits > 0 && digits != std::string::npos && name.substr(digits) == ".html";
}

/// The first entry of a folder that is not part of a report, or nothing.
std::optional<std::string> foreign_file_in(const fs::path& folder) {
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        const auto type = entry.symlink_status().type();
        if (name == "index.html" && type == fs::file_type::regular) continue;
        if ((name != games_folder && name != entrants_folder) || type != fs::file_type::directory) return name;
        for (const auto& page : fs::directory_iterator(entry.path())) {
            const std::string page_name = page.path().filename().string();
            if (!page.is_regular_file() || page.is_symlink() || !is_page_name(page_name)) return name + "/" + page_name;
        }
    }
    return std::nullopt;
}

/// Whether all files in the folder are pages written by referee. Empty files are accepted, because a run that was
/// killed may have left one.
bool are_all_marked(const fs::path& folder) {
    const fs::recursive_directory_iterator all(folder);
    return std::all_of(begin(all), end(all), [](const fs::directory_entry& entry) {
        return !entry.is_regular_file() || entry.file_size() == 0 || kind_of_file(entry.path()) == FileKind::page;
    });
}

/// Throws games::UserError if a report may not be written to this path.
void check_place(const std::string& path) {
    const auto status = fs::status(path);
    if (!fs::exists(status)) return;
    if (!fs::is_directory(status)) {
        throw UserError(
            fmt::format("-o '{}' is not a folder: name a folder, or a FILE.html for a report in one file", path));
    }
    if (const auto stranger = foreign_file_in(path)) {
        throw UserError(fmt::format("folder '{}' holds '{}', which is not part of a report: name a new folder with -o",
                                    path, *stranger));
    }
    if (!fs::is_empty(path) && kind_of_file(fs::path(path) / "index.html") != FileKind::page) {
        throw UserError(fmt::format("folder '{}' is not empty and not a report: name a new folder with -o", path));
    }
}

/// The path without a slash at its end. If it is a link, the path of its target.
std::string plain_path(std::string path) {
    while (path.size() > 1 && path.back() == '/')
        path.pop_back();
    return exists_at(path) ? fs::canonical(path).string() : path;
}

}  // namespace

ReportFolder::ReportFolder(const std::string& path) try : path_(plain_path(path)) {
    check_place(path_);
    const std::string part = path_ + ".part";
    if (fs::exists(fs::symlink_status(part))) {
        // Remove the remains of a run that was killed. Anything else stays.
        if (!fs::is_directory(fs::symlink_status(part)) || foreign_file_in(part) || !are_all_marked(part)) {
            throw UserError(fmt::format(
                "'{}' already exists and is not part of a report: move it, or name another folder with -o", part));
        }
        fs::remove_all(part);
    }
    if (::mkdir(part.c_str(), 0777) != 0) throw_for_folder(path_, errno);
    part_ = part;
    for (const char* folder : {games_folder, entrants_folder}) {
        if (::mkdir((part_ + "/" + folder).c_str(), 0777) != 0) throw_for_folder(path_, errno);
    }
} catch (const fs::filesystem_error& error) {
    throw UserError(fmt::format("report '{}' can't be written: {}", path, error.code().message()));
}

ReportFolder::~ReportFolder() {
    std::error_code error;
    if (!part_.empty()) fs::remove_all(part_, error);
}

std::string ReportFolder::name_of_page(int number) {
    return fmt::format("{}/{}.html", games_folder, number);
}

std::string ReportFolder::name_of_entrant_page(int number) {
    return fmt::format("{}/{}.html", entrants_folder, number);
}

void ReportFolder::write(const std::string& name, std::string_view text) {
    const std::string file = part_ + "/" + name;
    const UniqueFd fd(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!fd) throw std::runtime_error(cannot_be_written(path_, errno));
    write_all(fd, text, path_ + "/" + name, "report");
    ++files_;
    size_ += text.size();
}

void ReportFolder::complete() {
    // rename() replaces an empty folder. An older report is exchanged with the new one, so that there is always a
    // report.
    if (std::rename(part_.c_str(), path_.c_str()) == 0) {
        part_.clear();
        return;
    }
    if (errno != ENOTEMPTY && errno != EEXIST) throw std::runtime_error(cannot_be_written(path_, errno));
    check_place(path_);
    const std::string old = path_ + ".old";
    if (::renameat2(AT_FDCWD, part_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0)
        return;  // part_ is now the old report, and is removed
    if (std::rename(path_.c_str(), old.c_str()) != 0) throw std::runtime_error(cannot_be_written(path_, errno));
    if (std::rename(part_.c_str(), path_.c_str()) != 0) {
        const int error = errno;
        std::rename(old.c_str(), path_.c_str());
        throw std::runtime_error(cannot_be_written(path_, error));
    }
    part_ = old;
}

}  // namespace referee::tournament
