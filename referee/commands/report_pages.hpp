// A tournament as pages for a browser, in a folder or in one file.
#pragma once

#include <optional>
#include <string>

#include "referee/tournament/page/event.hpp"
#include "referee/tournament/settings.hpp"

namespace referee {

struct ReportOptions {
    std::string db;
    std::string output;  ///< a folder, a file that ends in .html, or stdout ("-"); empty: a folder beside the file
    std::optional<tournament::NamedAnchor> anchor;
    tournament::Event event;  ///< its texts are harmless()

    /// Whether the report is one file instead of a folder.
    [[nodiscard]] bool single() const { return output == "-" || output.ends_with(".html"); }
};

/// Writes the pages, and prints their place. Texts of the event that are not given are taken from the existing pages.
/// Throws games::UserError if the tournament's file can't be read, or the pages can't be written or are too large.
void write_report(const ReportOptions& options);

}  // namespace referee
