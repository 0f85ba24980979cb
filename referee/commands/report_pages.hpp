// A tournament as pages for a browser, in a folder or in one file.
#pragma once

#include <optional>
#include <string>

#include "referee/tournament/page/report_json.hpp"
#include "referee/tournament/settings.hpp"

namespace referee {

struct ReportOptions {
    std::string db;
    std::string output;  ///< a folder, a file that ends in .html, or stdout ("-"); empty: a folder beside the file
    std::optional<tournament::NamedAnchor> anchor;
    tournament::Event event;  ///< its texts are harmless()

    /// Whether it is one file in place of a folder.
    [[nodiscard]] bool single() const { return output == "-" || output.ends_with(".html"); }
};

/// Writes the pages, and tells where they are. What is not given of the event is as in the pages that are there. Throws
/// games::UserError if the tournament's file can't be read, or the pages can't be written or are too large.
void write_report(const ReportOptions& options);

}  // namespace referee
