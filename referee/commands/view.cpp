// `referee view LOG`: makes a page of logged matches, which any browser shows.
#include <fmt/format.h>

#include <filesystem>

#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/commands/logged_matches.hpp"
#include "referee/commands/option_parts.hpp"
#include "referee/files/replaced_file.hpp"
#include "referee/pages/match_page.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::MatchLog;

struct ViewOptions {
    std::string log;
    std::string output;        ///< empty: beside the log, with .html in place of .json; "-": stdout
    std::optional<int> match;  ///< counted from 1
};

ViewOptions view_options(const Arguments& arguments) {
    ViewOptions options;
    CommandLine line("referee view", "Makes one page of a log for any browser: boards, moves, times and endings.",
                     exit_codes_of_matches);
    line.text("LOG", "", "a log that referee has written (- is stdin), or a\ntournament's file", options.log);
    line.file("-o,--output", "FILE", "the page (beside the log; - is stdout)", options.output);
    add_match_or_game(line, options.match);
    line.parse(arguments);
    if (options.log.empty()) throw UserError("no log is given: referee view LOG");
    options.log = file_of_log(options.log);
    return options;
}

/// The default place of the page: beside the log.
std::string page_beside(const std::string& log) {
    std::error_code error;
    const bool is_file = std::filesystem::is_regular_file(log, error) && !log.starts_with("/dev/");
    if (!is_file && std::filesystem::exists(log, error)) {
        throw UserError(fmt::format("log '{}' is not a regular file: name the page with -o FILE", log));
    }
    std::filesystem::path path(log);
    if (path.extension() == ".json" || path.extension() == ".jsonl" || path.extension() == ".db")
        path.replace_extension();
    return path.string() + ".html";
}

/// Reads, checks and adds the matches that are wanted.
MatchPage page_of(const ViewOptions& options) {
    MatchPage page;
    read_checked_matches(options.log, options.match, [&](const MatchLog& log, const MatchPlace&) {
        page.add(log);
        if (page.size() > max_page_bytes) {
            throw UserError(
                fmt::format("log '{}' makes a page of more than {} MiB with match {}: choose one with --match N",
                            options.log, max_page_bytes >> 20, options.match.value_or(page.matches())));
        }
    });
    return page;
}

int run(const ViewOptions& options) {
    const std::string output = options.output.empty() ? page_beside(options.log) : options.output;
    std::error_code error;
    if (output != "-" && std::filesystem::equivalent(options.log, output, error)) {
        throw UserError(fmt::format("-o '{}' is the log itself: name another file", output));
    }
    if (output == "-") {
        print(page_of(options).finished());
        return exit_done;
    }
    check_place_of_page(output);
    ReplacedFile file(output, "page");
    MatchPage page = page_of(options);
    const std::string text = page.finished();
    file.write(text);
    file.complete();
    print(fmt::format("{} {} in {} ({} KB): open it in a browser\n", page.matches(),
                      page.matches() == 1 ? "match" : "matches", harmless(output), (text.size() + 999) / 1000));
    return exit_done;
}

}  // namespace

Task parse_view(const Arguments& arguments) {
    return [options = view_options(arguments)] { return run(options); };
}

}  // namespace referee
