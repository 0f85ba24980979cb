#include "referee/web/serve/site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "protocol/json_fields.hpp"
#include "referee/core/match/record.hpp"
#include "referee/web/pages/match_page.hpp"
#include "referee/web/serve/http_message.hpp"
#include "referee/web/serve/matches.hpp"
#include "referee/web/serve/page_json.hpp"

namespace referee::serve {

namespace {

using protocol::Json;

constexpr std::string_view gets = "GET, HEAD";

std::string safe_text(const Json& value) {
    return protocol::escaped_json(protocol::json_text(value));
}

Reply no_such_page() {
    return words_reply(404, "This page is not found.");
}

/// Returns a match's log with recomputed frames.
protocol::MatchLog whole_log(const WebMatch& match) {
    protocol::MatchLog log = *match.log();
    add_frames(match.spec(), log);
    return log;
}

Reply log_reply(const WebMatch& match) {
    const auto log = whole_log(match);
    Reply reply = json_reply(200, to_json(log, protocol::Layout::readable));
    reply.fields.emplace_back("Content-Disposition",
                              fmt::format("attachment; filename=\"{}-{}.json\"", log.game, log.id));
    return reply;
}

Reply match_reply(const WebMatch& match) {
    MatchPage page;
    page.add(whole_log(match));
    page.add_data("person-data", fmt::format(R"({{"you":{}}})", match.you()));
    return page_reply(page.finished());
}

Reply id_reply(int status, const std::string& id) {
    return json_reply(status, Json{{"id", id}}.dump());
}

Reply hint_reply(const WebMatch& match) {
    if (match.over()) return error_reply(409, "the match is over");
    const auto [hint, why_not, rules_failed] = match.hint();
    if (!hint) return error_reply(409, (rules_failed ? "" : "the bot has no hint here: ") + why_not);
    return json_reply(200, safe_text({{"move", hint->move}, {"info", hint->info}}));
}

}  // namespace

Site::Site(TournamentParts tournament, const Offers& offers, Matches& matches)
    : tournament_(std::move(tournament)), offers_(offers), matches_(matches) {}

Outcome Site::operator()(const Request& request) const {
    constexpr std::string_view api = new_match_path;
    std::string_view rest = request.path;
    if (games::take(rest, api)) {
        try {
            if (!rest.empty()) return match_api(request, rest);
            return request.method == "POST" ? new_match(request.body) : method_reply("POST");
        } catch (const games::UserError& error) {
            return error_reply(400, error.what());
        }
    }
    Outcome outcome = page(request.path);
    const auto* reply = std::get_if<Reply>(&outcome);
    const bool missing = reply != nullptr && reply->status == 404;
    return request.method == "GET" || missing ? std::move(outcome) : method_reply(gets);
}

/// The reply to a GET request.
Outcome Site::page(std::string_view path) const {
    if (path == "/") return tournament_.events ? page_reply(live_page()) : see_other("/play");
    if (path == "/play") return page_reply(play_page());
    if (path == "/api/play") return json_reply(200, offers_.json());
    if (path == "/events" && tournament_.events) return Stream{tournament_.events};
    if (games::take(path, "/games/")) {
        if (!tournament_.game)
            return words_reply(404, "There are no games here: the server was started without a tournament's file.");
        const auto number = games::whole_number(path);
        if (!number || *number < 1 || *number > std::numeric_limits<int>::max()) return no_such_page();
        return [game = tournament_.game, number = static_cast<int>(*number) - 1] { return game(number); };
    }
    if (games::take(path, "/matches/")) return match_page(path);
    return no_such_page();
}

Outcome Site::match_page(std::string_view name) const {
    const bool as_json = name.ends_with(".json");
    if (as_json) name.remove_suffix(std::string_view(".json").size());
    auto match = matches_.find(name);
    if (!match) return words_reply(404, "There is no such match; only the most recent ones are kept.");
    if (!match->over()) return words_reply(404, "This match is still being played.");
    if (!match->log()) return words_reply(404, "This match could not be played.");
    if (match->frame_bytes() > max_page_bytes) return words_reply(404, "This match is too long to be shown.");
    return [match = std::move(match), as_json] { return as_json ? log_reply(*match) : match_reply(*match); };
}

/// Handles a request about one match. `rest`: the path after "/api/matches", for example "/ID/moves".
Outcome Site::match_api(const Request& request, std::string_view rest) const {
    const auto slash = rest.find('/', 1);
    const auto id = rest.substr(1, slash == std::string_view::npos ? slash : slash - 1);
    const auto what = slash == std::string_view::npos ? std::string_view() : rest.substr(slash);
    const bool listens = what == "/events";
    constexpr std::array<std::string_view, 4> posts = {"/moves", "/leave", "/back", "/hint"};
    if (!listens && std::ranges::find(posts, what) == posts.end()) return error_reply(404, "not found");
    const auto match = rest.starts_with('/') ? matches_.find(id) : nullptr;
    if (!match) return error_reply(404, "there is no such match");
    if (request.method != (listens ? "GET" : "POST")) return method_reply(listens ? gets : "POST");
    if (listens) return Stream{match->topic()};
    if (what == "/moves") return move(*match, request_of<MoveRequest>(request.body));
    if (what == "/back") return go_back(id, *match, request_of<BackRequest>(request.body).ply);
    if (what == "/hint") {
        request_of<HintRequest>(request.body);
        return hint(match);
    }
    request_of<LeaveRequest>(request.body);
    match->leave();
    return empty_reply();
}

/// Returns slow work, because a bot thinks about the hint for seconds, in a new process.
Outcome Site::hint(const std::shared_ptr<WebMatch>& match) const {
    auto place = matches_.place_for_hint();
    if (!place) return error_reply(429, "bots are working on hints for others: try again in a few seconds");
    return SlowWork{[match, place = std::move(place)] { return hint_reply(*match); }};
}

Outcome Site::new_match(std::string_view body) const {
    const auto id = matches_.begin(offers_.wish_of(body));
    return id ? id_reply(201, *id) : too_many_matches();
}

/// Begins another match in place of `match`, from its position after `ply` plies.
Outcome Site::go_back(std::string_view id, const WebMatch& match, int ply) const {
    if (match.spec().game->has_secrets)
        return error_reply(409,
                           "this game has secrets: no move can be taken back, and no match goes on from a position");
    if (!match.wish_after(ply)) return error_reply(409, "the match has fewer plies");
    using Kind = Matches::Continuation::Kind;
    const auto [kind, continuation] = matches_.go_back(id, ply);
    switch (kind) {
        case Kind::begun: return id_reply(201, continuation);
        case Kind::begun_before: return id_reply(200, continuation);
        case Kind::gone_on_elsewhere:
            return error_reply(409, "moves of this match were already taken back: it continues in another match");
        case Kind::too_many: return too_many_matches();
    }
    return error_reply(500, "internal server error");
}

Reply Site::too_many_matches() const {
    return error_reply(429, fmt::format("too many matches are being played here: at most {} at once (--jobs); "
                                        "unwatched matches end after a while",
                                        matches_.max_at_once()));
}

Outcome Site::move(WebMatch& match, const MoveRequest& request) {
    switch (match.move(request.ply, request.move)) {
        case WebPlayer::Reception::taken: return empty_reply();
        case WebPlayer::Reception::not_your_turn: return error_reply(409, "it is not your turn, or no longer");
        case WebPlayer::Reception::invalid: return error_reply(422, "this move is not valid here");
    }
    return error_reply(500, "internal server error");
}

}  // namespace referee::serve
