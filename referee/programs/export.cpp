// `referee export`: writes a tournament's matches and tables for other programs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <memory>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/replaced_file.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/handins/filled_table.hpp"
#include "referee/programs/commands.hpp"
#include "referee/tournament/figures/tables/export_tables.hpp"
#include "referee/tournament/figures/tables/game_notations.hpp"
#include "referee/tournament/figures/tables/grades.hpp"
#include "referee/tournament/figures/tables/hosts.hpp"
#include "referee/tournament/figures/tables/openings_table.hpp"
#include "referee/tournament/figures/tables/tournament_files.hpp"
#include "referee/tournament/options/anchor_option.hpp"
#include "referee/tournament/options/plan_file.hpp"

namespace referee {

namespace {

using namespace tournament;

using games::UserError;

enum class ExportFormat : std::uint8_t { json_lines, csv, json, markdown, mediawiki };

struct ExportOptions {
    std::string db;
    std::string what = "matches";        ///< one of `exports`
    std::optional<ExportFormat> format;  ///< none: json_lines for matches, csv for a table
    std::string output = "-";            ///< a file, or stdout
    bool force = false;                  ///< overwrite the file
    bool with_mark = false;              ///< a CSV file begins with U+FEFF, by which spreadsheets recognise UTF-8
    std::optional<NamedAnchor> anchor;   ///< for a table of ratings
    std::vector<std::string> more;       ///< further files whose games are added
    std::vector<std::string> columns;    ///< the columns of the standings; empty: the default columns
    std::string into;                    ///< a platform's table, whose column is filled with grades; empty: none
    std::string column;                  ///< of that table
    std::optional<GradeForm> grade;      ///< none: the points
};

/// The exports that several files can have together.
constexpr std::array<std::string_view, 8> exports_of_several = {"standings",  "crosstable", "superiority", "covariance",
                                                                "parameters", "nash",       "endings",     "hosts"};
/// The exports that an anchor changes.
constexpr std::array<std::string_view, 3> exports_of_ratings = {"standings", "students", "covariance"};
constexpr std::array<std::string_view, 15> exports = {
    "matches", "games",   "openings", "standings", "crosstable", "superiority", "covariance", "parameters",
    "nash",    "endings", "hosts",    "plan",      "students",   "pgn",         "ggf"};
/// The exports that are no tables, and have one format each.
constexpr std::array<std::string_view, 4> exports_in_one_format = {"matches", "plan", "pgn", "ggf"};

/// Refuses options that do not belong to a platform's table, or lack one.
void check_into(const ExportOptions& options) {
    if (options.into.empty()) {
        if (!options.column.empty() || options.grade)
            throw UserError("--column and --grade go with --into FILE, the table that your platform has exported");
        return;
    }
    if (options.what != "students")
        throw UserError("--into is for students: referee export FILE students --into TABLE");
    if (options.column.empty()) throw UserError("--into needs --column NAME, the column of the table to be filled");
    if (options.format || options.with_mark)
        throw UserError("--into gives the table back as it is: omit --format and --bom");
}

/// Refuses options that contradict each other.
void check(const ExportOptions& options) {
    if (std::ranges::find(exports, options.what) == exports.end()) {
        throw UserError(
            fmt::format("there is no '{}' to export{}", options.what, games::did_you_mean(options.what, exports)));
    }
    check_into(options);
    const bool lines = options.format.value_or(ExportFormat::json_lines) == ExportFormat::json_lines;
    if (options.what == "matches" && !lines) {
        throw UserError("whole matches are exported as JSON lines only: omit --format, or export 'games'");
    }
    if (options.what == "plan" && options.format) throw UserError("a plan is JSON: omit --format");
    if ((options.what == "pgn" || options.what == "ggf") && options.format)
        throw UserError(fmt::format("'{}' is a format itself: omit --format", options.what));
    if (options.what != "matches" && options.format == ExportFormat::json_lines) {
        throw UserError(fmt::format("'{}' is a table: --format is csv, json, markdown or mediawiki", options.what));
    }
    const bool is_table = std::ranges::find(exports_in_one_format, options.what) == exports_in_one_format.end();
    const bool is_csv = is_table && options.format.value_or(ExportFormat::csv) == ExportFormat::csv;
    if (options.with_mark && !is_csv) throw UserError("--bom is for tables as CSV: omit it");
    if (!options.columns.empty() && options.what != "standings")
        throw UserError(fmt::format("--columns is for standings: '{}' has its columns", options.what));
    if (!options.more.empty() && std::ranges::find(exports_of_several, options.what) == exports_of_several.end()) {
        throw UserError(
            fmt::format("--with is for {}: '{}' is of one file", fmt::join(exports_of_several, ", "), options.what));
    }
    if (options.anchor && std::ranges::find(exports_of_ratings, options.what) == exports_of_ratings.end()) {
        throw UserError(
            fmt::format("--anchor is for {}: '{}' has no ratings", fmt::join(exports_of_ratings, ", "), options.what));
    }
}

ExportOptions export_options(const Arguments& arguments) {
    ExportOptions options;
    CommandLine line("referee export", "Writes what a tournament's file holds for other programs.");
    line.text("FILE", "", "the tournament's file", options.db);
    line.text("WHAT", "",
              "matches (whole logs), games (a row each), openings,\nstandings, crosstable, superiority, "
              "covariance,\nparameters, "
              "nash, endings, hosts, students,\n"
              "pgn and ggf (the games), or plan: the plan that\nplays it again (matches)",
              options.what);
    line.choice("--format", "FORMAT", "of a table: csv, json, markdown or mediawiki (csv);\nof matches: json-lines",
                std::vector<std::pair<std::string_view, ExportFormat>>{{"json-lines", ExportFormat::json_lines},
                                                                       {"csv", ExportFormat::csv},
                                                                       {"json", ExportFormat::json},
                                                                       {"markdown", ExportFormat::markdown},
                                                                       {"mediawiki", ExportFormat::mediawiki}},
                options.format);
    line.file("-o,--output", "FILE", "write it here (-, which is stdout)", options.output);
    line.flag("--force", "overwrite an existing file", options.force);
    line.option("--columns", "LIST", "of the standings: all, or names with commas\n(a few for people; json: all)",
                [&](const std::string& text) {
                    for (const ValuePart& part : parts_of(text, "--columns"))
                        options.columns.push_back(part.text);
                });
    line.list("--with", "FILE", "add the games of this tournament, as standings does\nwith several files",
              options.more);
    line.flag("--bom", "CSV with a mark by which spreadsheets know UTF-8", options.with_mark);
    add_anchor(line, options.anchor);
    line.group("The marks of a class");
    line.file("--into", "TABLE", "students: the table that your platform has\nexported, with one column filled",
              options.into);
    line.text("--column", "NAME", "the column to fill", options.column);
    line.option(
        "--grade", "FORM",
        "points (the default), rank=10..4 (of the first and\nthe last place), or BOT..BOT=0..10 (of the points\n"
        "of two of your bots)",
        [&](const std::string& text) { options.grade = parse_grade_form(text); });
    line.parse(arguments);
    if (options.db.empty()) throw UserError("no tournament is given: referee export FILE");
    check(options);
    return options;
}

/// The output of an export. Gathers small parts, because each write costs a system call.
class Output {
public:
    explicit Output(const std::string& path) {
        if (path != "-") file_ = std::make_unique<ReplacedFile>(path, "file");
    }
    void write(std::string_view bytes) {
        gathered_ += bytes;
        if (gathered_.size() >= std::size_t{1} << 16) flush();
    }
    void complete() {
        flush();
        if (file_) file_->complete();
    }

private:
    void flush() {
        if (file_) {
            file_->write(gathered_);
        } else {
            print(gathered_);
            check_stdout();
        }
        gathered_.clear();
    }

    std::unique_ptr<ReplacedFile> file_;
    std::string gathered_;
};

/// Refuses to overwrite a file without --force, because an export can't be distinguished from any other file.
void refuse_to_overwrite(const ExportOptions& options) {
    if (options.force || !holds_something(options.output)) return;
    throw UserError(
        fmt::format("file '{}' already exists: add --force to overwrite it, or name another one", options.output));
}

SheetFormat sheet_format(ExportFormat format) {
    switch (format) {
        case ExportFormat::json: return SheetFormat::json;
        case ExportFormat::markdown: return SheetFormat::markdown;
        case ExportFormat::mediawiki: return SheetFormat::mediawiki;
        case ExportFormat::csv:
        case ExportFormat::json_lines: break;
    }
    return SheetFormat::csv;
}

void export_matches(const Store& store, const Sink& sink) {
    store.for_each_match([&](int, std::string_view json) {
        sink(protocol::escaped_json(std::string(json)) + "\n");  // older versions stored bots' text unescaped
    });
}

/// The platform's table with the grades. Says what has not been filled.
std::string table_with_grades(const ExportOptions& options, const Account& account) {
    const std::vector<Student>& students = account.head().students;
    const auto anchor = anchor_of(options.anchor, account.head());
    const auto grades = grades_of(account, standings_of(account, false, anchor), options.grade.value_or(GradeForm()));
    const auto filled =
        handins::filled_table(read_text_file(options.into), options.into, options.column, students, grades);
    const auto graded = std::ranges::count_if(grades, [](const auto& grade) { return grade.has_value(); });
    note(fmt::format("cells filled: {}; {} of {} students have no grade, and their cells stay", filled.filled,
                     std::ssize(students) - graded, students.size()));
    if (!filled.unknown.empty())
        warn(fmt::format("lines of nobody in the class stay as they are: {}", fmt::join(filled.unknown, ", ")));
    if (!filled.missing.empty())
        warn(fmt::format("students with a grade, but without a line: {}", fmt::join(filled.missing, ", ")));
    if (const auto unowned = account.head().hand_ins.unowned.size(); unowned > 0)
        warn(fmt::format("{}: an empty cell is no zero", handins::unowned_text(unowned)));
    return filled.bytes;
}

int run(const ExportOptions& options) {
    std::signal(SIGPIPE, SIG_IGN);  // main() handles a closed stdout
    std::vector<std::string> paths = {options.db};
    paths.insert(paths.end(), options.more.begin(), options.more.end());
    const std::vector<NamedStore> files = open_files(paths);
    const Store& store = files.front().store;
    for (const std::string& path : paths)
        refuse_own_file("--output", options.output, path);
    refuse_to_overwrite(options);
    Output output(options.output);
    const Sink sink = [&](std::string_view bytes) { output.write(bytes); };
    const SheetFormat format = sheet_format(options.format.value_or(ExportFormat::csv));
    if (options.with_mark) output.write("\xef\xbb\xbf");
    if (options.what == "matches") {
        export_matches(store, sink);
    } else if (options.what == "pgn") {
        export_pgn(store, std::filesystem::path(options.db).stem().string(), sink);
    } else if (options.what == "ggf") {
        export_ggf(store, sink);
    } else if (options.what == "games") {
        export_games(store, format, sink);
    } else if (options.what == "openings") {
        write_sheet(openings_table(store), format, sink);
    } else if (options.what == "hosts") {
        write_sheet(hosts_table(hosts_of(files)), format, sink);
    } else if (!options.into.empty()) {
        output.write(table_with_grades(options, account_of_files(files)));
    } else if (options.what == "plan") {
        output.write(plan_of_file(store.head()));
    } else {
        const StandingsColumns columns{options.columns, format == SheetFormat::json};
        const Account account = account_of_files(files);
        const auto anchor = anchor_of(options.anchor, account.head());
        // A teacher's spreadsheet reads what it has written.
        const char separator = options.what == "students" ? account.head().list_separator : ',';
        write_sheet(exported_table(options.what, account, anchor, columns), format, sink, separator);
    }
    output.complete();
    return exit_done;
}

}  // namespace

Task parse_export(const Arguments& arguments) {
    return [options = export_options(arguments)] { return run(options); };
}

}  // namespace referee
