// Tests the checks of requests, the replies to them, and the player behind a browser.
#include "referee/web/serve/http_message.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/web/serve/match_state.hpp"
#include "referee/web/serve/offers.hpp"
#include "referee/web/serve/request_checks.hpp"
#include "referee/web/serve/web_player.hpp"
#include "tests/messages.hpp"
#include "tests/referee/scripted_match.hpp"
#include "tests/referee/tournament/figures/tables/played_tables.hpp"

namespace {

using namespace referee::serve;
using referee::TurnReport;
using Reception = WebPlayer::Reception;

const OwnNames names({"127.0.0.1"}, 8080);

RequestHead get(std::string_view target = "/play") {
    return {"GET", target, 11, {{"Host", "127.0.0.1:8080"}, {"Accept", "*/*"}}};
}

RequestHead post() {
    RequestHead head = get("/api/matches");
    head.method = "POST";
    head.fields.emplace_back("Content-Type", "application/json");
    head.fields.emplace_back("Content-Length", "10");
    return head;
}

RequestHead with(RequestHead head, std::string_view name, std::string_view value) {
    head.fields.emplace_back(name, value);
    return head;
}

RequestHead without(RequestHead head, std::string_view name) {
    std::erase_if(head.fields, [&](const auto& field) { return field.first == name; });
    return head;
}

RequestHead instead(const RequestHead& head, std::string_view name, std::string_view value) {
    return with(without(head, name), name, value);
}

/// The status with which a request is refused, or 0 if it is served.
int status_of(const RequestHead& head, std::string_view local = "127.0.0.1") {
    const auto refusal = refusal_of(head, names, local);
    return refusal ? refusal->status : 0;
}

/// Returns the status line and the fields of a head.
std::vector<std::string> lines_of(std::string head) {
    REQUIRE(head.ends_with("\r\n\r\n"));
    head.erase(head.size() - 2);
    std::vector<std::string> lines;
    for (std::size_t end = head.find("\r\n"); end != std::string::npos; end = head.find("\r\n")) {
        lines.push_back(head.substr(0, end));
        head.erase(0, end + 2);
    }
    return lines;
}

const std::string bare =
    "Content-Security-Policy: default-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

TurnReport turn_of(WebPlayer& player) {
    static const auto board = plan_of().spec.make_board(1);
    static const protocol::MatchLog log;
    return player.take_turn({"", {}, {}, *board, log});
}

}  // namespace

TEST_CASE("requests of browsers are served") {
    for (const RequestHead& head :
         {get(), get("/"), get("/api/matches/0123456789abcdef/events"), post(),
          with(post(), "Origin", "http://127.0.0.1:8080"),
          instead(post(), "Content-Type", "application/json; charset=utf-8"),
          instead(post(), "Content-Type", "Application/JSON ;charset=utf-8"), with(get(), "Content-Length", "0")})
        CHECK(status_of(head) == 0);
    CHECK(body_length(post()) == 10);
    CHECK(body_length(get()) == 0);
}

TEST_CASE("a server accepts only its own names") {
    for (const char* host : {"127.0.0.1:8080", "localhost:8080", "LocalHost:8080", "[::1]:8080", "localhost",
                             "127.0.0.1", "[::1]", "localhost:9000", "127.0.0.1:80"}) {
        CHECK(names.has(host, "127.0.0.1"));
        CHECK(status_of(instead(get(), "Host", host)) == 0);
    }
    std::istringstream foreign(
        "|:|:8080|localhost:|localhost:x|localhost:-1|localhost:808080|localhost:8080:8080|localhost.:8080|"
        " localhost:8080|evil.example:8080|evil.example|localhost.evil.example:8080|127.0.0.1.evil.example:8080|"
        "[::1]8080|[::1|::1:8080|[::ffff:127.0.0.1]:8080|0.0.0.0:8080|x@localhost:8080");
    for (std::string host; std::getline(foreign, host, '|');) {
        CAPTURE(host);
        CHECK_FALSE(names.has(host, "127.0.0.1"));
        CHECK(status_of(instead(get(), "Host", host)) == 421);
    }
    CHECK(status_of(without(get(), "Host")) == 400);
    CHECK(status_of(with(get(), "host", "127.0.0.1:8080")) == 400);
}

TEST_CASE("the address of a connection is a name, and so is the host that was given") {
    CHECK(names.has("192.168.1.5:8080", "192.168.1.5"));
    CHECK_FALSE(names.has("192.168.1.6:8080", "192.168.1.5"));
    CHECK(names.has("[fe80::1]:8080", "fe80::1"));
    const OwnNames given({"Board.example", "lab"}, 8080);
    CHECK(given.has("board.example:8080", "10.0.0.1"));
    CHECK(given.has("LAB:8080", "10.0.0.1"));
    CHECK_FALSE(given.has("lab.evil.example:8080", "10.0.0.1"));
    CHECK_FALSE(given.has("board.example:80", "10.0.0.1"));
    const OwnNames version_6({"::2"}, 80);
    CHECK(version_6.has("[::2]", "::1"));
    CHECK(version_6.has("[::2]:80", "::1"));
    CHECK(version_6.has("localhost", "::1"));
    CHECK_FALSE(version_6.has("localhost:", "::1"));
    CHECK_FALSE(version_6.has("[::2]:8080", "::1"));
}

TEST_CASE("only pages of this server may send requests") {
    for (const char* origin : {"http://localhost:8080", "https://127.0.0.1:8080", "http://127.0.0.1", "null", "",
                               "http://127.0.0.1:8080/", "http://127.0.0.1:80801", "127.0.0.1:8080"}) {
        CAPTURE(origin);
        CHECK(status_of(with(post(), "Origin", origin)) == 403);
        CHECK(status_of(with(get(), "origin", origin)) == 403);
    }
    const auto twice = with(with(post(), "Origin", "http://127.0.0.1:8080"), "Origin", "http://127.0.0.1:8080");
    CHECK(status_of(twice) == 400);
}

TEST_CASE("paths are plain") {
    for (const char* target : {"", "*", "play", "http://127.0.0.1:8080/", "/a b", "/a%20", "/%2e%2e/", "/?a", "/#a",
                               "/a\\b", "/\x7f", "/\xc3\xa4", "/a\n", "/~", "/a:b", "/a@b", "/a&b", "/<script>"}) {
        CAPTURE(target);
        CHECK(status_of(get(target)) == 400);
    }
    CHECK(status_of(get(std::string_view("/a\0b", 4))) == 400);
    CHECK(status_of(get("/" + std::string(longest_path - 1, 'a'))) == 0);
    CHECK(status_of(get("/" + std::string(longest_path, 'a'))) == 414);
}

TEST_CASE("a body has a single length, which is small") {
    CHECK(status_of(instead(post(), "Content-Length", "262144")) == 0);
    CHECK(status_of(instead(post(), "Content-Length", "262145")) == 413);
    RequestHead other = post();  // of a new match, there may be the moves of an old one
    other.target = "/api/matches/x/move";
    CHECK(status_of(instead(other, "Content-Length", "4096")) == 0);
    CHECK(status_of(instead(other, "Content-Length", "4097")) == 413);
    CHECK(status_of(instead(post(), "Content-Length", "0")) == 0);
    for (const char* length : {"", "-1", "+1", "1 ", " 1", "1,1", "0x1", "1.0", "ten", "99999999999999999999"}) {
        CAPTURE(length);
        CHECK(status_of(instead(post(), "Content-Length", length)) == 400);
    }
    CHECK(status_of(with(post(), "content-length", "10")) == 400);
    CHECK(status_of(without(post(), "Content-Length")) == 411);
    CHECK(status_of(instead(without(post(), "Content-Length"), "Transfer-Encoding", "chunked")) == 411);
    CHECK(status_of(with(post(), "Transfer-Encoding", "chunked")) == 400);
    CHECK(status_of(with(get(), "Content-Length", "1")) == 400);
    CHECK(status_of(with(get(), "Transfer-Encoding", "chunked")) == 411);
}

TEST_CASE("a body must be JSON, which a form can't send") {
    for (const char* type : {"", "text/plain", "application/jsonp", "text/json", "application/x-www-form-urlencoded",
                             "multipart/form-data", "application/json, text/plain"}) {
        CAPTURE(type);
        CHECK(status_of(instead(post(), "Content-Type", type)) == 415);
    }
    CHECK(status_of(without(post(), "Content-Type")) == 415);
    CHECK(status_of(with(post(), "content-type", "text/plain")) == 415);
}

TEST_CASE("another HTTP version, and Expect, are refused") {
    auto old = get();
    old.version = 10;
    CHECK(status_of(old) == 505);
    CHECK(status_of(with(post(), "Expect", "100-continue")) == 417);
}

TEST_CASE("a request with a wrong host name gets no other information") {
    auto head = instead(get("/a%"), "Host", "evil.example");
    CHECK(status_of(with(with(head, "Expect", "x"), "Origin", "null")) == 421);
}

TEST_CASE("only pages of this server may send requests, whatever browsers call the others") {
    for (const char* site : {"same-origin", "none"}) {
        CHECK(status_of(with(get(), "Sec-Fetch-Site", site)) == 0);
        CHECK(status_of(with(post(), "sec-fetch-site", site)) == 0);
    }
    for (const char* site : {"cross-site", "same-site", "", "Same-Origin", "same-origin, cross-site"}) {
        CAPTURE(site);
        CHECK(status_of(with(get(), "Sec-Fetch-Site", site)) == 403);
        CHECK(status_of(with(post(), "Sec-Fetch-Site", site)) == 403);
    }
    CHECK(status_of(with(with(get(), "Sec-Fetch-Site", "none"), "Sec-Fetch-Site", "cross-site")) == 403);
}

TEST_CASE("a link on another site may open a page, and nothing else") {
    const auto from_link = [](RequestHead head, const char* mode, const char* dest) {
        return status_of(with(with(with(std::move(head), "Sec-Fetch-Site", "cross-site"), "Sec-Fetch-Mode", mode),
                              "Sec-Fetch-Dest", dest));
    };
    CHECK(from_link(get(), "navigate", "document") == 0);
    CHECK(from_link(get(), "navigate", "iframe") == 403);
    CHECK(from_link(get(), "no-cors", "document") == 403);
    CHECK(from_link(get(), "cors", "empty") == 403);
    CHECK(from_link(post(), "navigate", "document") == 403);
}

TEST_CASE("a body of bytes is received only where the handler takes it") {
    const auto bytes = instead(instead(post(), "Content-Type", "application/octet-stream"), "Content-Length", "300000");
    CHECK(status_of(bytes) == 413);
    CHECK(status_of(instead(bytes, "Content-Length", "10")) == 415);
    CHECK_FALSE(refusal_of(bytes, names, "127.0.0.1", true));
    CHECK(has_bytes(bytes));
    CHECK_FALSE(has_bytes(post()));
    CHECK(refusal_of(instead(post(), "Content-Length", "300000"), names, "127.0.0.1", true)->status == 413);
    CHECK(refusal_of(without(bytes, "Content-Length"), names, "127.0.0.1", true)->status == 411);
    CHECK_FALSE(has_bytes(with(get(), "Content-Type", "application/octet-stream")));
}

TEST_CASE("behind a reverse proxy, its address is a name of the server, and its origin that of the pages") {
    const OwnNames proxied({"127.0.0.1"}, 8080, public_origin_of("https://Arena.Example:443/", "--public-origin"));
    const auto status = [&](const RequestHead& head) {
        const auto refusal = refusal_of(head, proxied, "127.0.0.1");
        return refusal ? refusal->status : 0;
    };
    const auto there = instead(post(), "Host", "arena.example");
    CHECK(status(there) == 0);
    CHECK(status(with(there, "Origin", "https://arena.example")) == 0);
    CHECK(status(with(there, "Origin", "http://arena.example")) == 403);
    CHECK(status(with(there, "Origin", "https://arena.example:8080")) == 403);
    CHECK(status(with(post(), "Origin", "https://arena.example")) == 403);
    CHECK(status(instead(post(), "Host", "arena.example:8080")) == 421);
    CHECK(reach_of(there, proxied, true) == Reach::tls);
    CHECK(reach_of(there, proxied, false) == Reach::open);
    const OwnNames plain({}, 8080, public_origin_of("http://arena.example:81", "--public-origin"));
    CHECK(reach_of(instead(get(), "Host", "arena.example:81"), plain, true) == Reach::open);
    for (const char* url :
         {"", "arena.example", "https://", "ftp://arena.example", "https://arena.example/a",
          "https://arena.example:", "https://arena.example:x", "https://a@b", "https://a b", "https://::1"}) {
        CAPTURE(url);
        CHECK_THROWS_AS(public_origin_of(url, "--public-origin"), games::UserError);
    }
    CHECK(public_origin_of("http://[::1]:8080/", "x").text() == "http://[::1]:8080");
    CHECK(public_origin_of("https://a.b:80", "x").text() == "https://a.b:80");
}

TEST_CASE("a request is local only if no proxy is in between") {
    CHECK(reach_of(get(), names, true) == Reach::local);
    CHECK(reach_of(instead(get(), "Host", "localhost:9000"), names, true) == Reach::local);
    CHECK(reach_of(get(), names, false) == Reach::open);
    const OwnNames lan({"10.0.0.2"}, 8080);
    CHECK(reach_of(instead(get(), "Host", "10.0.0.2:8080"), lan, true, "10.0.0.2") == Reach::local);
    CHECK(reach_of(instead(get(), "Host", "10.0.0.2:8080"), lan, false, "10.0.0.2") == Reach::open);
    CHECK(reach_of(instead(get(), "Host", "lab:8080"), names, true) == Reach::open);
    for (const char* field : {"x-forwarded-for", "Forwarded", "Via", "X-Real-IP"}) {
        CHECK(reach_of(with(get(), field, "127.0.0.1"), names, true) == Reach::open);
        CHECK(reach_of(with(get(), field, "127.0.0.1"), names, false) == Reach::open);
    }
}

TEST_CASE("a cookie has one value") {
    const auto value = [](std::vector<HeadField> fields) {
        return std::string(Request{"GET", "/", {}, Reach::open, fields}.cookie("who").value_or("-"));
    };
    CHECK(value({{"Cookie", "who=kim"}}) == "kim");
    CHECK(value({{"cookie", "a=b; who=kim=; c"}}) == "kim=");
    CHECK(value({{"Cookie", "who="}}).empty());
    CHECK(value({{"Cookie", "WHO=kim; xwho=a; who2=b; who"}}) == "-");
    CHECK(value({{"Cookie", "who=kim; who=zoe"}}) == "-");
    CHECK(value({{"Cookie", "who=kim"}, {"Cookie", "who=kim"}}) == "-");
    CHECK(cookie_field("a", "b", 60, false).second == "a=b; Path=/; Max-Age=60; HttpOnly; SameSite=Lax");
    CHECK(cookie_field("a", "b", 0, true).second == "a=b; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure");
}

// Tests the heads of the web server's answers. tests/end_to_end/serve_answers_test.py tests whole answers.

TEST_CASE("a page's own policy replaces the basic one, and an answer without a body has no length") {
    const auto has = [](const std::vector<std::string>& lines, std::string_view line) {
        return std::count(lines.begin(), lines.end(), line) == 1;
    };
    const auto page = lines_of(
        head_of(page_reply(std::string("<meta http-equiv=\"Content-Security-Policy\" content=\"img-src x\">")), false));
    CHECK(has(page, "Content-Security-Policy: img-src x; frame-ancestors 'none'"));
    CHECK_FALSE(has(page, bare));
    CHECK(has(page, "Connection: close"));
    const auto empty = lines_of(head_of(empty_reply(), true));
    CHECK(empty.front() == "HTTP/1.1 204 No Content");
    CHECK(has(empty, "Connection: keep-alive"));
    CHECK(std::none_of(empty.begin(), empty.end(), [](const auto& l) { return l.starts_with("Content-Length"); }));
    const auto other = lines_of(head_of(see_other("/a"), true));
    CHECK(has(other, "Location: /a"));
    CHECK(has(other, "Content-Length: 0"));
    const auto stream = lines_of(head_of_stream());
    CHECK(has(stream, "Content-Type: text/event-stream"));
    CHECK(has(stream, bare));
}

TEST_CASE("a move is accepted once, on the turn that it is meant for") {
    WebPlayer player;
    CHECK(player.offer(0, "A") == Reception::not_your_turn);
    CHECK_FALSE(player.waiting_since());
    player.ask(4, {"A", "B"});
    CHECK(player.waiting_since());
    CHECK(player.offer(3, "A") == Reception::not_your_turn);
    CHECK(player.offer(5, "A") == Reception::not_your_turn);
    CHECK(player.offer(4, "C") == Reception::invalid);
    CHECK(player.offer(4, "") == Reception::invalid);
    CHECK(player.offer(4, "B") == Reception::taken);
    CHECK_FALSE(player.waiting_since());
    CHECK(player.offer(4, "B") == Reception::not_your_turn);
    const auto report = turn_of(player);
    CHECK(report.kind == TurnReport::Kind::answered);
    CHECK(report.answer == "B");
    CHECK(player.offer(4, "A") == Reception::not_your_turn);
}

TEST_CASE("what a page says of strangers' text is safe to show") {
    const std::string hostile = "'\x1b[2J\xe2\x80\xae'", shown = R"('\x1b[2J\xe2\x80\xae')";
    CHECK(protocol::parse_json(error_reply(400, hostile).body()).at("error") == shown);
    const Reply words = words_reply(404, "<b>" + hostile);
    CHECK(contains(words.body(), "&lt;b&gt;"));
    CHECK_FALSE(contains(words.body(), "\x1b"));
    const referee::MatchPlan plan{games::parse_spec("magnetize"), 1, {}, referee::usual_limits(), {}};
    MatchState state(plan, 0);
    state.fail(hostile);
    CHECK(contains(state.json(), protocol::json_text(shown)));

    auto head =
        tournament_test::head_of({"a", "b"}, tournament_test::settings_for(referee::tournament::Format::ladder));
    head.entrants[0].name = "a\x1b[2J";
    head.entrants[0].command = {"/no"};
    const protocol::Json offers = protocol::parse_json(Offers(&head, {}, "", {}).json());
    CHECK(contains(offers.at("bots").at(0).at("why").get<std::string>(), R"('a\x1b[2J')"));
}

TEST_CASE("a turn waits for its move") {
    WebPlayer player;
    player.ask(0, {"A"});
    std::thread person([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));  // on a busy machine, the turn may begin late
        player.offer(0, "A");
    });
    const auto report = turn_of(player);
    person.join();
    CHECK(report.answer == "A");
    CHECK(report.elapsed >= std::chrono::milliseconds(10));
}

TEST_CASE("a person who has left takes no more turns") {
    WebPlayer player;
    player.ask(0, {"A"});
    std::thread person([&] { player.leave(); });
    CHECK(turn_of(player).kind == TurnReport::Kind::left);
    person.join();
    player.ask(2, {"A"});
    CHECK_FALSE(player.waiting_since());
    CHECK(player.offer(2, "A") == Reception::not_your_turn);
    CHECK(turn_of(player).kind == TurnReport::Kind::left);
}
