// `referee view LOG`: makes a page of logged matches, which any browser shows.
#include <fmt/format.h>

#include <filesystem>

#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/files/replaced_file.hpp"
#include "referee/match/checked_log.hpp"
#include "referee/pages/match_page.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::MatchLog;

/// What a browser still opens without complaint. A match has a few kilobytes, so that thousands find room.
constexpr std::size_t largest_page = std::size_t{64} << 20;

/// Where the page goes if nobody has said it: beside the log.
std::string page_beside(const std::string& log) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(log, error) && std::filesystem::exists(log, error)) {
        throw UserError(fmt::format("log '{}' is no file beside which a page could be: name one with -o FILE", log));
    }
    std::filesystem::path path(log);
    if (path.extension() == ".json" || path.extension() == ".jsonl") path.replace_extension();
    return path.string() + ".html";
}

/// Reads, checks and adds the matches that are wanted.
MatchPage page_of(const ViewOptions& options) {
    MatchPage page;
    read_checked_logs(options.log, options.match, [&](const MatchLog& log, const std::string&) {
        page.add(log);
        if (page.size() > largest_page) {
            throw UserError(
                fmt::format("log '{}' makes a page of more than {} MiB with match {}: choose one with --match N",
                            options.log, largest_page >> 20, options.match.value_or(page.matches())));
        }
    });
    return page;
}

}  // namespace

int run_view(const ViewOptions& options) {
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

}  // namespace referee
