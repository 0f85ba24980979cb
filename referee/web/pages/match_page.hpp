// The built-in pages for a browser, and a class that fills a page with matches. Each match is a block of JSON, which
// the scripts in viewer/ draw.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "protocol/match_log.hpp"

namespace referee {

/// Each page is one HTML file that needs no other file. It contains the word @MATCHES@ once, which is replaced by the
/// data; the pages of an entrant and of a guide don't.
///
/// The page of matches.
std::string_view viewer_page();
/// The page of a tournament whose matches are in separate pages.
std::string_view report_page();
/// The frame for an entrant's page, in a tournament whose matches are in separate pages. The content is inserted as
/// markup, not as data, for the words @HEAD@ and @CONTENT@.
std::string_view entrant_page_frame();
/// The same for the feedback for one student, whose matches are in the same page.
std::string_view answer_page_frame();
/// The page of a tournament whose matches are in the same page.
std::string_view single_report_page();
/// The page of a running tournament, and the page on which a person plays. Both ask the server for their data.
std::string_view live_page();
std::string_view play_page();
/// The pages of an arena for a student, for the teacher and for everybody. All of them ask the server for their data.
std::string_view arena_page();
std::string_view teacher_page();
std::string_view public_page();
/// The frame of a guide, in which markup replaces the words @TITLE@ and @CONTENT@.
std::string_view guide_page_frame();

/// The maximum size of a page. Browsers open a page of this size without trouble. A match takes a few kilobytes, so
/// thousands of matches fit.
inline constexpr std::size_t max_page_bytes = std::size_t{64} << 20;

/// Builds one page, match by match.
class MatchPage {
public:
    MatchPage();
    /// `whole` is one of the pages above.
    explicit MatchPage(std::string_view whole);

    void add(const protocol::MatchLog& log);
    /// Adds other JSON data for the page's script. Requires: `id` is unique in the page.
    void add_data(std::string_view id, std::string_view json);
    /// Marks the matches as part of a tournament. `report` is the address of its page. `numbers` are the numbers of the
    /// matches in the tournament: "4,7,9".
    void add_tournament(std::string_view report, std::string_view numbers);
    int matches() const { return matches_; }
    /// The size in bytes, without the few bytes that finished() adds for each match.
    std::size_t size() const { return page_.size() + summaries_.size(); }
    /// Returns the whole page. Requires: this is called only once.
    std::string finished();

private:
    std::string page_;
    std::string summaries_ = "[";
    std::string_view rest_;  ///< the end of the page, after the matches
    int matches_ = 0;
};

/// The same JSON value, as a text without HTML markup.
std::string safe_in_script(std::string_view json);

/// The change from one JSON value to another. [value] replaces the whole value. {key: change, ...} changes parts of an
/// object or a list; a list may grow but not shrink. Returns the shorter form.
std::string change_of(std::string_view old_json, std::string_view new_json);

}  // namespace referee
