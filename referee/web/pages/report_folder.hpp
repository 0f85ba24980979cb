// A report's folder, which appears complete or not at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace referee::tournament {

/// A folder that is written beside its final path, and moved to that path when it is complete. It replaces only an
/// empty folder or an older report. A report consists of index.html, pages of matches in games/ and pages of entrants
/// in entrants/.
class ReportFolder {
public:
    /// Throws games::UserError if something that can't be replaced exists at this path, or if the folder can't be
    /// created.
    explicit ReportFolder(const std::string& path);
    /// Removes a folder that was not completed.
    ~ReportFolder();
    ReportFolder(const ReportFolder&) = delete;
    ReportFolder& operator=(const ReportFolder&) = delete;

    /// The name of a page of matches in the folder: "games/3.html".
    static std::string name_of_page(int number);
    /// The name of the page of an entrant: "entrants/3.html".
    static std::string name_of_entrant_page(int number);

    /// Adds a file under its name in the folder. Throws std::runtime_error if that fails.
    void write(const std::string& name, std::string_view text);
    /// Moves the folder to its final path. Throws std::runtime_error if that fails.
    void complete();

    int files() const { return files_; }
    /// The total size of all files, in bytes.
    std::size_t size() const { return size_; }

private:
    std::string path_;
    std::string part_;  ///< the folder to remove in the end: the new one or, once that is complete, the replaced one
    int files_ = 0;
    std::size_t size_ = 0;
};

}  // namespace referee::tournament
