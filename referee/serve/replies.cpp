#include "referee/serve/replies.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <boost/beast/http/status.hpp>
#include <ctime>
#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"

namespace referee::serve {

namespace {

constexpr std::string_view html = "text/html; charset=utf-8";
constexpr std::string_view bare_policy = "default-src 'none'; base-uri 'none'; form-action 'none'";
constexpr std::string_view policy_field = "Content-Security-Policy";

/// Of a page of viewer/: what its <meta> element says.
std::string policy_of(std::string_view page) {
    constexpr std::string_view mark = "http-equiv=\"Content-Security-Policy\" content=\"";
    const auto begin = page.find(mark);
    if (begin == std::string_view::npos) return std::string(bare_policy);
    const auto text = page.substr(begin + mark.size());
    return std::string(text.substr(0, text.find('"')));
}

/// Text in which HTML finds no markup.
std::string escaped_for_html(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string start_of_head(int status, std::string_view type) {
    const auto reason = boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(status));
    std::string head = fmt::format("HTTP/1.1 {} {}\r\nDate: {:%a, %d %b %Y %H:%M:%S GMT}\r\n", status,
                                   std::string_view(reason.data(), reason.size()), fmt::gmtime(std::time(nullptr)));
    if (!type.empty()) head += fmt::format("Content-Type: {}\r\n", type);
    head +=
        "Cache-Control: no-store\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "X-Frame-Options: DENY\r\n"
        "Referrer-Policy: no-referrer\r\n"
        "Cross-Origin-Opener-Policy: same-origin\r\n"
        "Cross-Origin-Resource-Policy: same-origin\r\n";
    return head;
}

}  // namespace

Reply page_reply(std::variant<std::string, std::string_view> page) {
    Reply reply{200, html, std::move(page), {}};
    reply.fields.emplace_back(policy_field, policy_of(reply.body()) + "; frame-ancestors 'none'");
    return reply;
}

Reply words_reply(int status, std::string_view words) {
    std::string page = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<title>referee</title>\n</head>\n<body>\n<p>{}</p>\n<p><a href=\"/\">referee</a></p>\n</body>\n</html>\n",
        escaped_for_html(words));
    return {status, html, std::move(page), {}};
}

Reply json_reply(int status, std::string json) {
    return {status, "application/json", std::move(json), {}};
}

Reply error_reply(int status, std::string_view why) {
    const protocol::Json error = {{"error", why}};
    return json_reply(status, protocol::json_text(error));
}

Reply method_reply(std::string_view allowed) {
    Reply reply = error_reply(405, fmt::format("here is only {}", allowed));
    reply.fields.emplace_back("Allow", allowed);
    return reply;
}

Reply see_other(std::string_view path) {
    Reply reply{303, {}, std::string_view(), {}};
    reply.fields.emplace_back("Location", path);
    return reply;
}

Reply empty_reply() {
    return {204, {}, std::string_view(), {}};
}

std::string head_of(const Reply& reply, bool keeps) {
    std::string head = start_of_head(reply.status, reply.type);
    bool has_policy = false;
    for (const auto& [name, value] : reply.fields) {
        has_policy = has_policy || name == policy_field;
        head += fmt::format("{}: {}\r\n", name, value);
    }
    if (!has_policy) head += fmt::format("{}: {}; frame-ancestors 'none'\r\n", policy_field, bare_policy);
    if (reply.status != 204) head += fmt::format("Content-Length: {}\r\n", reply.body().size());
    head += keeps ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
    return head;
}

std::string head_of_stream() {
    return start_of_head(200, "text/event-stream") +
           fmt::format("{}: {}; frame-ancestors 'none'\r\nConnection: close\r\n\r\n", policy_field, bare_policy);
}

}  // namespace referee::serve
