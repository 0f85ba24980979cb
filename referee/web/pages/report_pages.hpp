// A tournament as pages for a browser, in a folder or in one file.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "referee/tournament/paper/settings.hpp"
#include "referee/web/pages/report_json.hpp"

namespace referee {

struct ReportOptions {
    std::string db;
    /// A folder, a file that ends in .html, or stdout ("-"); empty: a folder beside the tournament's file.
    std::string output;
    std::optional<tournament::NamedAnchor> anchor;
    tournament::Event event;  ///< its texts are harmless()
    std::string feedback;     ///< a folder for the feedback of a class, in place of the report; empty: none

    /// Whether the report is one file instead of a folder.
    [[nodiscard]] bool single() const { return output == "-" || output.ends_with(".html"); }
};

/// Writes one page into a file, and prints a line about its content and path. `what`: the name of the file in messages.
/// `make`: makes the page and a text about its content ("3 games"); it is called when the file is open. Throws
/// games::UserError if the file can't be written. Exceptions from `make` pass through.
void write_page(const std::string& path, const std::string& what,
                const std::function<std::pair<std::string, std::string>()>& make);

/// Writes the pages, and prints their path. Texts of the event that are not given are taken from the existing pages.
/// Throws games::UserError if the tournament's file can't be read, or the pages can't be written or are too large.
void write_report(const ReportOptions& options);

}  // namespace referee
