// The lines of a text file with their numbers, so that an error can name the place.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/settings.hpp"

namespace games::fitz {

/// Goes through a file line by line. A CR before an LF, and blank lines at the end, are not there.
class Lines {
public:
    /// `what`: the setting that names the file, for messages. Requires: `file` outlives the lines.
    Lines(std::string_view what, const FileText& file);

    bool at_end() const { return rest_.empty(); }
    /// Requires: !at_end().
    std::string_view next();
    /// Throws UserError: the file, the line taken last (the one after the last at the end), and what is wrong there.
    [[noreturn]] void fail(const std::string& problem) const;
    /// The same for what is missing at the end of the file.
    [[noreturn]] void fail_at_end(const std::string& problem) const;

private:
    std::string_view what_;
    const FileText& file_;
    std::string_view rest_;
    int number_ = 0;
};

}  // namespace games::fitz
