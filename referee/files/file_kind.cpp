#include "referee/files/file_kind.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "protocol/match_log.hpp"

namespace referee {

namespace {

constexpr std::array<std::string_view, 12> compiled = {".c",  ".cc",  ".cpp", ".cxx",  ".c++", ".h",
                                                       ".hh", ".hpp", ".rs",  ".java", ".go",  ".hs"};

/// More than the head of a log or a page takes.
constexpr std::size_t first_bytes = 4096;

/// As viewer/page.html has it near its beginning.
constexpr std::string_view mark_of_pages = R"(<meta name="generator" content="referee">)";

}  // namespace

FileKind kind_of_file(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return FileKind::other;
    std::string head(first_bytes, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(file.gcount()));
    if (const FileKind kind = kind_of_text(head); kind != FileKind::other) return kind;
    const std::string extension = std::filesystem::path(path).extension();
    return std::find(compiled.begin(), compiled.end(), extension) != compiled.end() ? FileKind::source
                                                                                    : FileKind::other;
}

FileKind kind_of_text(std::string_view head) {
    if (head.starts_with("SQLite format 3")) return FileKind::database;
    const auto begin = head.find_first_not_of(" \t\r\n");
    const bool object = begin != std::string_view::npos && head[begin] == '{';
    if (object && head.find("\"" + std::string(protocol::match_log_family)) != std::string_view::npos)
        return FileKind::match_log;
    if (head.find(mark_of_pages) != std::string_view::npos) return FileKind::page;
    return FileKind::other;
}

bool holds_something(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) return S_ISREG(status.st_mode) && status.st_size > 0;
    switch (errno) {
        case ENOENT:
        case ENOTDIR:
        case EACCES:
        case ELOOP:
        case ENAMETOOLONG: return false;  // it can't be opened for writing either
        default: throw std::system_error(errno, std::generic_category(), "looking at '" + path + "'");
    }
}

}  // namespace referee
