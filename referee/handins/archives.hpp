// The archives that students hand in: which file is one, of which kind it is, and what opens it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/handins/project.hpp"

namespace referee::handins {

enum class ArchiveKind : std::uint8_t { zip, tar, tar_gz, tar_xz, seven_zip };

/// ".tar.gz", as in the names of archives.
[[nodiscard]] std::string_view name_of(ArchiveKind kind);

/// An archive in a project.
struct FoundArchive {
    const ProjectFile* file;
    ArchiveKind kind;    ///< as its content says
    std::string note{};  ///< if its name says something else: a sentence for the student and the teacher
};

/// How deep archives may lie in each other.
inline constexpr int max_archive_levels = 2;

/// The archive to be opened. None if there is none, or if the project has a program without it. At `level` 0, a zip
/// archive is the hand-in, whatever lies beside it. Throws games::UserError that ends a sentence about the hand-in, if
/// there are several archives, or archives in each other on too many levels.
[[nodiscard]] std::optional<FoundArchive> archive_in(const Project& project, int level);

/// The programs of the system that open an archive: the first of `command` is run, and the others are needed by it.
struct ArchiveProgram {
    std::vector<std::string> command;  ///< unpacks archive_file into the working folder
    std::vector<std::string> missing;  ///< the programs that are not on this machine
};
/// Requires: another kind than zip, which the referee reads itself.
[[nodiscard]] ArchiveProgram program_for(ArchiveKind kind);

/// The place of an archive in the sandbox in which it is opened.
inline constexpr const char* archive_file = "/tmp/archive";

/// Throws games::UserError if both projects together exceed the limits of one hand-in.
void require_within_limits(const Project& outside, const Project& inside);

}  // namespace referee::handins
