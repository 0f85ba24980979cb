// `referee view FILE`: makes pages for any browser from logged matches, or from a tournament.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "games/user_error.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/options/match_options.hpp"
#include "referee/programs/commands.hpp"
#include "referee/tournament/options/anchor_option.hpp"
#include "referee/tournament/options/stored_matches.hpp"
#include "referee/web/pages/match_page.hpp"
#include "referee/web/pages/report_pages.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::MatchLog;

struct ViewOptions {
    std::string file;           ///< a log, or a tournament's file
    std::string output;         ///< empty: beside the file; "-": stdout
    std::optional<int> match;   ///< the number of the match, counted from 1
    ReportOptions report;       ///< the options for a tournament
    std::string of_tournament;  ///< a given option that only applies to a tournament; empty if there is none
};

constexpr const char* view_overview =
    R"(Makes pages for any browser: of a log, a page with boards, moves, times and
endings; of a tournament's file, a folder with tables, charts and every game.

  referee view m.json              makes m.html
  referee view t.db                makes t_report/index.html
  referee view t.db -o class.html  all in one file
  referee view t.db --game 7       only this game)";

/// Reads "title=Class 5b,date=1 May,place=Room 7". A part without one of these names continues the text before it.
void read_about(const std::string& text, tournament::Event& event) {
    const std::array<std::pair<std::string_view, std::string*>, 3> texts = {
        {{"title", &event.title}, {"date", &event.date}, {"place", &event.place}}};
    std::string* current = nullptr;
    for (const auto& [part, name, value] : parts_of(text, "--about")) {
        const auto named = std::ranges::find(texts, name, [](const auto& entry) { return entry.first; });
        if (named == texts.end() || !value) {
            if (current == nullptr)
                throw UserError(fmt::format("--about '{}': write title=TEXT, date=TEXT or place=TEXT", part));
            *current += "," + part;
            continue;
        }
        current = named->second;
        if (!current->empty()) throw UserError(fmt::format("--about: {} is given twice", name));
        if (value->empty()) throw UserError(fmt::format("--about: {} has no text", name));
        *current = *value;
    }
}

ViewOptions view_options(const Arguments& arguments) {
    ViewOptions options;
    CommandLine line("referee view", view_overview, exit_codes_of_matches);
    line.text("FILE", "", "a log that referee has written (- is stdin), or a\ntournament's file", options.file);
    line.file("-o,--output", "FILE", "the page, or the folder of a tournament's pages\n(beside FILE; - is stdout)",
              options.output);
    add_match_or_game(line, options.match);
    line.group("Of a tournament");
    line.option("--about", "TEXTS",
                "title=TEXT, the heading (the game); date=TEXT;\nplace=TEXT; any of them, with commas between them",
                [&options](const std::string& text) { read_about(text, options.report.event); })
        .is_list = true;
    add_anchor(line, options.report.anchor);
    line.file("--feedback", "DIR", "instead, a page for each student of a class, and an\narchive for Moodle",
              options.report.feedback);
    line.parse(arguments);
    if (options.file.empty()) throw UserError("no log and no tournament is given: referee view FILE");
    options.file = file_of_log(options.file);
    for (const char* other : {"--output", "--about"})
        if (!options.report.feedback.empty() && line.given(other))
            throw UserError(fmt::format("{} is for the report, and --feedback writes none: omit one of them", other));
    for (const Option& option : line.options()) {
        if (option.group.empty() || !line.given(option.long_name())) continue;
        options.of_tournament = option.long_name();
    }
    return options;
}

/// The default path of the page: beside the log.
std::string page_beside(const std::string& log, const std::optional<int>& match) {
    const bool is_file = is_file_at(log) && !log.starts_with("/dev/");
    if (!is_file && exists_at(log)) {
        throw UserError(fmt::format("log '{}' is not a regular file: name the page with -o FILE", log));
    }
    std::filesystem::path path(log);
    if (path.extension() == ".json" || path.extension() == ".jsonl" || path.extension() == ".db")
        path.replace_extension();
    return path.string() + (match ? fmt::format("_game{}", *match) : "") + ".html";
}

/// Reads and checks the chosen matches, and returns the page with them.
MatchPage page_of(const ViewOptions& options) {
    MatchPage page;
    read_checked_matches(read_matches, options.file, options.match, [&](const MatchLog& log, const MatchPlace&) {
        page.add(log);
        if (page.size() > max_page_bytes) {
            throw UserError(
                fmt::format("log '{}' makes a page of more than {} MiB with match {}: choose one with --match N",
                            options.file, max_page_bytes >> 20, options.match.value_or(page.matches())));
        }
    });
    return page;
}

/// Throws games::UserError if the file does not exist or can't be looked at. Called before the page is made, so that a
/// missing file is reported before any other error.
void require_file(const std::string& path) {
    std::error_code error;
    if (std::filesystem::exists(path, error)) return;
    if (!error) error = std::make_error_code(std::errc::no_such_file_or_directory);
    throw UserError(fmt::format("file '{}' can't be read: {}", path, error.message()));
}

int view_matches(const ViewOptions& options) {
    if (is_folder_at(options.output))
        throw UserError(fmt::format("{}, so its page is a single file: give -o a file, not '{}'",
                                    kind_of_file(options.file) == FileKind::database
                                        ? "this is one game"
                                        : fmt::format("'{}' is not a tournament file", options.file),
                                    options.output));
    const std::string output = options.output.empty() ? page_beside(options.file, options.match) : options.output;
    std::error_code error;
    if (output != "-" && std::filesystem::equivalent(options.file, output, error)) {
        throw UserError(fmt::format("-o '{}' is the log itself: name another file", output));
    }
    if (output == "-") {
        print(page_of(options).finished());
        return exit_done;
    }
    write_page(output, "page", [&] {
        MatchPage page = page_of(options);
        const auto matches = page.matches();
        return std::pair(page.finished(), fmt::format("{} {}", matches, matches == 1 ? "match" : "matches"));
    });
    return exit_done;
}

int view_tournament(const ViewOptions& options) {
    ReportOptions report = options.report;
    report.db = options.file;
    report.output = options.output;
    for (std::string* text : {&report.event.title, &report.event.date, &report.event.place})
        *text = harmless(*text);
    write_report(report);
    return exit_done;
}

int run(const ViewOptions& options) {
    require_file(options.file);
    if (!options.match && kind_of_file(options.file) == FileKind::database) return view_tournament(options);
    if (!options.of_tournament.empty())
        throw UserError(fmt::format("{} is for the pages of a whole tournament: omit it", options.of_tournament));
    return view_matches(options);
}

}  // namespace

Task parse_view(const Arguments& arguments) {
    return [options = view_options(arguments)] { return run(options); };
}

}  // namespace referee
