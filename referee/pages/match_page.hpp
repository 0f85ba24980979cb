// The built-in pages for a browser, and the page of matches: each match is a block of JSON, which viewer/ draws.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "protocol/match_log.hpp"

namespace referee {

/// Each page is one HTML file that needs nothing else. The data replace the word @MATCHES@, which it has once.
/// The page of matches.
std::string_view viewer_page();
/// The page of a tournament, whose matches are in pages of their own.
std::string_view report_page();
/// The page of one entrant of such a tournament. Its content is added as markup, not as data.
std::string_view entrant_page_frame();
/// The page of a tournament with its matches.
std::string_view single_report_page();
/// The page of a running tournament, and the page on which a person plays. Both ask the server for their data.
std::string_view live_page();
std::string_view play_page();

/// A browser still opens a page of this size without trouble. A match takes a few kilobytes: thousands fit.
inline constexpr std::size_t max_page_bytes = std::size_t{64} << 20;

/// Puts one page together, match by match.
class MatchPage {
public:
    MatchPage();
    /// `whole`: one of the pages above.
    explicit MatchPage(std::string_view whole);

    void add(const protocol::MatchLog& log);
    /// Other data for the page's script: JSON. `id` is unique in the page.
    void add_data(std::string_view id, std::string_view json);
    /// The matches belong to a tournament. `report`: the address of its page; `numbers`: its numbers of them, "4,7,9".
    void add_tournament(std::string_view report, std::string_view numbers);
    int matches() const { return matches_; }
    /// In bytes, without the few bytes that finished() adds for each match.
    std::size_t size() const { return page_.size() + summaries_.size(); }
    /// The whole page. Requires: this is called once.
    std::string finished();

private:
    std::string page_;
    std::string summaries_ = "[";
    std::string_view rest_;  ///< the end of the page, after the matches
    int matches_ = 0;
};

/// The same JSON value as text that contains no HTML markup.
std::string safe_in_script(std::string_view json);

/// The change from one JSON value to another: [value] replaces it, {key: change, ...} changes parts of an object or a
/// list, which may grow but not shrink. The shorter of the two.
std::string change_of(std::string_view old_json, std::string_view new_json);

}  // namespace referee
