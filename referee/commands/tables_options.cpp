#include "referee/commands/tables_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "referee/commands/option_parts.hpp"

namespace referee {

namespace {

using games::UserError;

constexpr std::array<std::string_view, 6> exports = {"matches",    "games",       "standings",
                                                     "crosstable", "superiority", "endings"};
constexpr std::array<std::string_view, 4> formats = {"json-lines", "csv", "json", "markdown"};

ExportFormat format_of(const std::string& word) {
    const auto found = std::find(formats.begin(), formats.end(), word);
    if (found == formats.end()) {
        throw UserError(fmt::format("unknown format '{}'{}", word, games::did_you_mean(word, formats)));
    }
    constexpr std::array<ExportFormat, 4> values = {ExportFormat::json_lines, ExportFormat::csv, ExportFormat::json,
                                                    ExportFormat::markdown};
    return values[static_cast<std::size_t>(found - formats.begin())];
}

/// What can be wrong with an export's options together.
void check(const ExportOptions& options) {
    if (std::find(exports.begin(), exports.end(), options.what) == exports.end()) {
        throw UserError(
            fmt::format("there is no '{}' to export{}", options.what, games::did_you_mean(options.what, exports)));
    }
    const bool lines = options.format.value_or(ExportFormat::json_lines) == ExportFormat::json_lines;
    if (options.what == "matches" && !lines) {
        throw UserError("whole matches are exported as JSON lines only: omit --format, or export 'games'");
    }
    if (options.what != "matches" && options.format == ExportFormat::json_lines) {
        throw UserError(fmt::format("'{}' is a table: --format is csv, json or markdown", options.what));
    }
}

}  // namespace

Command parse_standings(const std::vector<std::string>& arguments) {
    StandingsOptions options;
    CLI::App app("Shows a tournament's tables as they are now.", "referee standings");
    app.add_option("FILE", options.db, "the tournament's file")->type_name("");
    if (auto information = parse(app, arguments)) return std::move(*information);
    if (options.db.empty()) throw UserError("no tournament is given: referee standings FILE");
    return options;
}

Command parse_report(const std::vector<std::string>& arguments) {
    ReportOptions options;
    std::string single;
    CLI::App app("Makes pages of a tournament, to be looked at in any browser: tables, charts and every game.",
                 "referee report");
    app.add_option("FILE", options.db, "the tournament's file")->type_name("");
    auto* output =
        app.add_option("-o,--output", options.output,
                       "the folder of the pages (beside FILE); with\n.html at its end: one file, as --single")
            ->type_name("FOLDER");
    auto* file = app.add_option("--single", single, "instead: all in one file (- is stdout)")->type_name("FILE");
    if (auto information = parse(app, arguments)) return std::move(*information);
    if (options.db.empty()) throw UserError("no tournament is given: referee report FILE");
    if (output->count() > 0 && options.output.empty()) throw UserError("-o is given no folder's name");
    if (file->count() > 0 && single.empty()) throw UserError("--single is given no file's name");
    if (output->count() > 0 && file->count() > 0)
        throw UserError("-o and --single both say where: use only one of them");
    if (options.output == "-") throw UserError("a folder can't go to stdout: --single - writes one file there");
    options.single = file->count() > 0 || options.output.ends_with(".html");
    if (file->count() > 0) options.output = single;
    return options;
}

Command parse_export(const std::vector<std::string>& arguments) {
    ExportOptions options;
    std::string format;
    CLI::App app("Writes what a tournament's file holds for other programs.", "referee export");
    app.add_option("FILE", options.db, "the tournament's file")->type_name("");
    app.add_option("WHAT", options.what,
                   "matches (whole logs), games (a row each),\nstandings, crosstable, superiority or "
                   "endings\n(matches)")
        ->type_name("");
    auto* format_option =
        app.add_option("--format", format, "of a table: csv, json or markdown (csv);\nof matches: json-lines")
            ->type_name("FORMAT");
    app.add_option("-o,--output", options.output, "write it here (-, which is stdout)")->type_name("FILE");
    app.add_flag("--force", options.force, "overwrite the file that is there")->disable_flag_override();
    if (auto information = parse(app, arguments)) return std::move(*information);
    if (options.db.empty()) throw UserError("no tournament is given: referee export FILE");
    if (options.output.empty()) throw UserError("--output is given no file's name");
    if (format_option->count() > 0) options.format = format_of(format);
    check(options);
    return options;
}

}  // namespace referee
