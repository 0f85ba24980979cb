#include "referee/web/serve/http_message.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/write.hpp>
#include <ctime>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "protocol/json_text.hpp"
#include "referee/core/base/output.hpp"

namespace referee::serve {

namespace {

namespace http = boost::beast::http;

constexpr std::string_view html = "text/html; charset=utf-8";
constexpr std::string_view bare_policy = "default-src 'none'; base-uri 'none'; form-action 'none'";
constexpr const char* policy_field = "Content-Security-Policy";

/// Returns a policy for the head of an answer. Adds the directive that is valid only in a head.
std::string policy_in_head(std::string_view policy) {
    return fmt::format("{}; frame-ancestors 'none'", policy);
}

/// Reads the policy from the <meta> element of a page of viewer/.
std::string policy_of(std::string_view page) {
    constexpr std::string_view mark = "http-equiv=\"Content-Security-Policy\" content=\"";
    const auto begin = page.find(mark);
    if (begin == std::string_view::npos) return std::string(bare_policy);
    const auto text = page.substr(begin + mark.size());
    return std::string(text.substr(0, text.find('"')));
}

/// Escapes the characters that have a meaning in HTML.
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

using Head = http::response_header<http::fields>;

/// The status line and the fields that every answer has.
Head usual_head(int status, std::string_view type) {
    Head head;
    head.version(11);
    head.result(static_cast<unsigned>(status));
    head.set(http::field::date, fmt::format("{:%a, %d %b %Y %H:%M:%S GMT}", fmt::gmtime(std::time(nullptr))));
    if (!type.empty()) head.set(http::field::content_type, type);
    head.set(http::field::cache_control, "no-store");
    head.set("X-Content-Type-Options", "nosniff");
    head.set(http::field::x_frame_options, "DENY");
    head.set("Referrer-Policy", "no-referrer");
    head.set("Cross-Origin-Opener-Policy", "same-origin");
    head.set("Cross-Origin-Resource-Policy", "same-origin");
    head.set(policy_field, policy_in_head(bare_policy));
    return head;
}

/// The fields of every answer, and those of this one.
Head own_head(const Reply& reply) {
    Head head = usual_head(reply.status, reply.type);
    for (const auto& [name, value] : reply.fields)
        head.set(name, value);
    return head;
}

/// Completes a head, and returns the text to send.
std::string text_of(Head head, bool keeps) {
    head.set(http::field::connection, keeps ? "keep-alive" : "close");
    std::ostringstream text;
    text << head;
    return std::move(text).str();
}

}  // namespace

std::optional<std::string_view> Request::field(std::string_view name) const {
    const auto values = values_of(fields, name);
    return values.size() == 1 ? std::optional(values.front()) : std::nullopt;
}

std::optional<std::string_view> Request::cookie(std::string_view name) const {
    std::optional<std::string_view> found;
    for (std::string_view rest : values_of(fields, "Cookie")) {
        while (!rest.empty()) {
            const auto end = rest.find(';');
            std::string_view pair = rest.substr(0, end);
            rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
            while (pair.starts_with(' '))
                pair.remove_prefix(1);
            const auto equals = pair.find('=');
            if (equals == std::string_view::npos || pair.substr(0, equals) != name) continue;
            if (found) return std::nullopt;
            found = pair.substr(equals + 1);
        }
    }
    return found;
}

Reply page_reply(std::variant<std::string, std::string_view> page) {
    Reply reply{200, html, std::move(page), {}};
    reply.fields.emplace_back(policy_field, policy_in_head(policy_of(reply.body())));
    return reply;
}

Reply words_reply(int status, std::string_view words) {
    std::string page = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<title>referee</title>\n</head>\n<body>\n<p>{}</p>\n<p><a href=\"/\">referee</a></p>\n</body>\n</html>\n",
        escaped_for_html(harmless(words)));
    return {status, html, std::move(page), {}};
}

Reply json_reply(int status, std::string json) {
    return {status, "application/json", std::move(json), {}};
}

Reply error_reply(int status, std::string_view why) {
    const protocol::Json error = {{"error", harmless(why)}};
    return json_reply(status, protocol::json_text(error));
}

Reply method_reply(std::string_view allowed) {
    Reply reply = error_reply(405, fmt::format("method not allowed; allowed here: {}", allowed));
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

std::pair<std::string_view, std::string> cookie_field(std::string_view name, std::string_view value, long max_age,
                                                      bool encrypted) {
    return {"Set-Cookie", fmt::format("{}={}; Path=/; Max-Age={}; HttpOnly; SameSite=Lax{}", name, value, max_age,
                                      encrypted ? "; Secure" : "")};
}

std::string head_of(const Reply& reply, bool keeps) {
    Head head = own_head(reply);
    if (reply.status != 204) head.set(http::field::content_length, std::to_string(reply.body().size()));
    return text_of(std::move(head), keeps);
}

std::string head_of_chunks(const Reply& reply, bool keeps) {
    Head head = own_head(reply);
    head.set(http::field::transfer_encoding, "chunked");
    return text_of(std::move(head), keeps);
}

std::string head_of_stream() {
    return text_of(usual_head(200, "text/event-stream"), false);
}

}  // namespace referee::serve
