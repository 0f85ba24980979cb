// The files that a student has handed in, in memory. All of them may be hostile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace referee::handins {

/// The limits of one hand-in. They apply to what it unpacks to, and to what its build makes.
inline constexpr std::size_t max_files = 1000, max_folders = 1000;
inline constexpr std::uint64_t max_bytes = std::uint64_t{64} << 20;

struct ProjectFile {
    std::string path;  ///< relative, with slashes
    std::string bytes;
    bool executable = false;
    friend bool operator==(const ProjectFile&, const ProjectFile&) = default;
};

using Project = std::vector<ProjectFile>;

/// Collects the files of a project, and refuses those that could do harm when they are written.
class ProjectMaker {
public:
    /// Throws games::UserError if the path is not a plain relative path in UTF-8, if it equals an earlier one (also if
    /// only upper and lower case differ), if a file would also be a folder, or if the project exceeds the limits with
    /// these many bytes.
    void add(std::string path, bool executable, std::uint64_t bytes);
    void add(ProjectFile file);
    /// The file that was added last, which gets the bytes.
    ProjectFile& last() { return project_.back(); }
    Project take() { return std::move(project_); }

private:
    Project project_;
    std::set<std::string> files_, folders_;  ///< in lower case
    std::uint64_t bytes_ = 0;
};

/// Whether a file belongs to the student's system or tools, and not to the program: hidden files, __MACOSX, __pycache__
/// and the like.
[[nodiscard]] bool is_clutter(std::string_view path);

/// Reads a file, or the files in and below a folder, without clutter. Does not follow links. The file of a single file
/// has the name `name`. Throws games::UserError that ends a sentence about the hand-in.
[[nodiscard]] Project read_project(const std::string& path, const std::string& name);

/// Removes the folders that hold all files: "bot/src/a.c" and "bot/b.c" become "src/a.c" and "b.c".
void lift(Project& project);

/// The file with this path; null if there is none.
[[nodiscard]] const ProjectFile* file_called(const Project& project, std::string_view path);

/// Writes the files into a folder, which is made. Requires: the paths were checked by a ProjectMaker, and nobody else
/// can write into the folder. Throws std::system_error.
void write_project(const std::string& folder, const Project& project);

/// The part of a path after its last slash.
[[nodiscard]] std::string_view file_name(std::string_view path);
/// The suffix of a path in lower case: ".py". Empty if there is none.
[[nodiscard]] std::string suffix_of(std::string_view path);
/// The name of a path without folders and suffix, in lower case.
[[nodiscard]] std::string stem_of(std::string_view path);

/// A text with ASCII letters in lower case.
[[nodiscard]] std::string in_lower_case(std::string_view text);

}  // namespace referee::handins
