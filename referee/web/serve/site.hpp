// The routes of the site: map a checked request to its outcome.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "referee/web/serve/event_stream.hpp"
#include "referee/web/serve/http_message.hpp"
#include "referee/web/serve/offers.hpp"

namespace referee::serve {

class Matches;
class WebMatch;
struct MoveRequest;

/// The tournament that is served.
struct TournamentParts {
    /// The topic of /events. The object that follows the tournament publishes here, from any thread.
    std::shared_ptr<Topic> events;
    /// Returns the page of the game with this number, or a message if there is none. Never called in the thread of the
    /// connections, and never in two threads concurrently.
    std::function<Reply(int number)> game;
};

/// Answers requests: maps addresses to pages, values and streams. Used only by the thread of the connections.
class Site {
public:
    /// `tournament` has no topic if no tournament is served. Requires: `offers` and `matches` outlive the site.
    Site(TournamentParts tournament, const Offers& offers, Matches& matches);

    Outcome operator()(const Request& request) const;

private:
    Outcome page(std::string_view path) const;
    Outcome match_api(const Request& request, std::string_view rest) const;
    Outcome match_page(std::string_view name) const;
    Outcome hint(const std::shared_ptr<WebMatch>& match) const;
    Outcome new_match(std::string_view body) const;
    Reply too_many_matches() const;
    Outcome go_back(std::string_view id, const WebMatch& match, int ply) const;
    static Outcome move(WebMatch& match, const MoveRequest& request);

    TournamentParts tournament_;
    const Offers& offers_;
    Matches& matches_;
};

}  // namespace referee::serve
