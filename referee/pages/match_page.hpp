// Matches as a page for a browser: each as a block of JSON in the page that viewer/ draws them from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "protocol/match_log.hpp"

namespace referee {

/// The size that a browser still opens without trouble. A match has a few kilobytes, so that thousands find room.
inline constexpr std::size_t max_page_bytes = std::size_t{64} << 20;

/// Puts one page together, match by match.
class MatchPage {
public:
    MatchPage();
    /// On another page that shows matches, of those in viewer_page.hpp.
    explicit MatchPage(std::string_view whole);

    void add(const protocol::MatchLog& log);
    /// Other data for the page's script: JSON, under an id of the project's own.
    void add_data(std::string_view id, std::string_view json);
    /// The matches are a tournament's: the address of its own page, and by which numbers it knows them, "4,7,9".
    void add_tournament(std::string_view report, std::string_view numbers);
    int matches() const { return matches_; }
    /// In bytes, without what finished() adds for each match.
    std::size_t size() const { return page_.size() + summaries_.size(); }
    /// The whole page. Requires: this is called once.
    std::string finished();

private:
    std::string page_;
    std::string summaries_ = "[";
    std::string_view rest_;  ///< of the page, behind the matches
    int matches_ = 0;
};

/// JSON text in which nothing is left that HTML could take for markup.
std::string safe_in_script(std::string_view json);

/// The change from one JSON value to another: [value] replaces it, {key: change, ...} changes parts of an object or a
/// list, which may grow but not shrink. The shorter of the two.
std::string change_of(std::string_view old_json, std::string_view new_json);

}  // namespace referee
