#include "referee/handins/archives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "games/user_error.hpp"
#include "referee/core/bots/bot_command.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/handins/recipe.hpp"

namespace referee::handins {

namespace {

using games::UserError;

/// A kind of archive: the ends of its names, and the bytes that begin it.
struct ArchiveForm {
    ArchiveKind kind;
    std::string_view name;
    std::string_view other_names;  ///< between blanks
    std::string_view magic;
    std::size_t place = 0;  ///< of these bytes
};
constexpr std::array archive_forms = {
    ArchiveForm{ArchiveKind::zip, ".zip", "", "PK"},
    ArchiveForm{ArchiveKind::tar, ".tar", "", "ustar", 257},
    ArchiveForm{ArchiveKind::tar_gz, ".tar.gz", " .tgz ", "\x1f\x8b"},
    ArchiveForm{ArchiveKind::tar_xz, ".tar.xz", " .txz ",
                std::string_view("\xfd"
                                 "7zXZ\0",
                                 6)},
    ArchiveForm{ArchiveKind::seven_zip, ".7z", "", "7z\xbc\xaf\x27\x1c"},
};

std::optional<ArchiveKind> kind_by_name(std::string_view path) {
    const std::string name = in_lower_case(file_name(path));
    for (const ArchiveForm& form : archive_forms)
        if (name.ends_with(form.name) ||
            (!suffix_of(name).empty() && form.other_names.find(" " + suffix_of(name) + " ") != std::string_view::npos))
            return form.kind;
    return std::nullopt;
}

std::optional<ArchiveKind> kind_by_content(std::string_view bytes) {
    for (const ArchiveForm& form : archive_forms)
        if (bytes.size() > form.place && bytes.substr(form.place).starts_with(form.magic)) return form.kind;
    return std::nullopt;
}

FoundArchive found_archive(const ProjectFile& file) {
    const ArchiveKind named = *kind_by_name(file.path);
    if (file.bytes.starts_with("Rar!\x1a\x07"))
        throw UserError(
            fmt::format("'{}' is a RAR archive, although its name says {}: hand in a zip", file.path, name_of(named)));
    const ArchiveKind kind = kind_by_content(file.bytes).value_or(named);
    if (kind == named) return {&file, kind};
    return {&file, kind,
            fmt::format("'{}' is a {} archive, although its name says {}", file.path, name_of(kind), name_of(named))};
}

bool has_program(const Project& project) {
    return std::ranges::any_of(project, may_be_program);
}

}  // namespace

std::string_view name_of(ArchiveKind kind) {
    return std::ranges::find(archive_forms, kind, &ArchiveForm::kind)->name;
}

std::optional<FoundArchive> archive_in(const Project& project, int level) {
    std::vector<const ProjectFile*> archives;
    for (const ProjectFile& file : project)
        if (kind_by_name(file.path)) archives.push_back(&file);
    const auto is_zip = [](const ProjectFile* file) { return suffix_of(file->path) == ".zip"; };
    if (level == 0 && std::ranges::any_of(archives, is_zip)) {
        std::erase_if(archives, [&](const ProjectFile* file) { return !is_zip(file); });
    } else if (archives.empty() || has_program(project)) {
        return std::nullopt;
    }
    if (level == max_archive_levels)
        throw UserError(fmt::format("there are more than {} archives within each other: pack the files once", level));
    if (archives.size() > 1) throw UserError(fmt::format("it has {} archives: hand in only one", archives.size()));
    return found_archive(*archives.front());
}

ArchiveProgram program_for(ArchiveKind kind) {
    const auto is_there = [](const std::string& program) { return find_on_path(program, sandbox_path).has_value(); };
    ArchiveProgram program;
    if (kind == ArchiveKind::seven_zip) {
        static const std::vector<std::string> names = {"7z", "7zz", "7za", "7zr"};
        const auto found = std::ranges::find_if(names, is_there);
        // A password is given, so that it does not ask for one. It is the wrong one for every archive that has one.
        if (found != names.end()) program.command = {*found, "x", "-y", "-bd", "-p-", archive_file};
        if (found == names.end()) program.missing = {names.front()};
        return program;
    }
    program.command = {"tar",
                       "--extract",
                       "--file",
                       archive_file,
                       "--no-same-owner",
                       "--no-same-permissions",
                       "--keep-old-files",
                       "--delay-directory-restore"};
    std::vector<std::string> needed = {"tar"};
    if (kind == ArchiveKind::tar_gz) needed.emplace_back("gzip");
    if (kind == ArchiveKind::tar_xz) needed.emplace_back("xz");
    if (needed.size() > 1) program.command.push_back("--" + needed.back());
    for (const std::string& name : needed)
        if (!is_there(name)) program.missing.push_back(name);
    return program;
}

void require_within_limits(const Project& outside, const Project& inside) {
    std::uint64_t bytes = 0;
    std::size_t folders = 0;
    for (const Project* project : {&outside, &inside}) {
        std::set<std::string_view> seen;
        for (const ProjectFile& file : *project) {
            bytes += file.bytes.size();
            for (auto slash = file.path.find('/'); slash != std::string::npos; slash = file.path.find('/', slash + 1))
                seen.insert(std::string_view(file.path).substr(0, slash));
        }
        folders += seen.size();
    }
    const char* const where = "with the archive in its archive";
    if (outside.size() + inside.size() > max_files)
        throw UserError(fmt::format("it has more than {} files {}", max_files, where));
    if (folders > max_folders) throw UserError(fmt::format("it has more than {} folders {}", max_folders, where));
    if (bytes > max_bytes) throw UserError(fmt::format("its files are larger than {} MiB {}", max_bytes >> 20, where));
}

}  // namespace referee::handins
