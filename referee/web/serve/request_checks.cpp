#include "referee/web/serve/request_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

#include "games/user_error.hpp"
#include "games/words.hpp"

namespace referee::serve {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_word(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

constexpr std::string_view bytes_type = "application/octet-stream";
constexpr std::array<std::string_view, 3> loopback_names = {"127.0.0.1", "localhost", "[::1]"};

bool is_bracketed(std::string_view host) {
    return host.starts_with('[');
}

/// Splits "name:80" or "[::1]:80" into host and port. The port is empty if there is none.
std::pair<std::string_view, std::string_view> host_and_port(std::string_view field) {
    const auto colon = is_bracketed(field) ? field.find(':', std::min(field.find(']'), field.size())) : field.find(':');
    if (colon == std::string_view::npos) return {field, {}};
    return {field.substr(0, colon), field.substr(colon + 1)};
}

bool is_port(std::string_view text) {
    return !text.empty() && text.size() <= 5 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Writes a host as in a URL, where an IPv6 address has brackets.
std::string in_url(std::string_view host) {
    if (host.find(':') == std::string_view::npos || is_bracketed(host)) return std::string(host);
    std::string text = "[";
    text.append(host) += ']';
    return text;
}

/// Reads a length in bytes. Returns nothing if the text is not a number, or if the number is too large.
std::optional<std::size_t> length_of(std::string_view text) {
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    if (text.empty() || end != text.data() + text.size() || error != std::errc()) return std::nullopt;
    return length;
}

bool is_plain_path(std::string_view target) {
    constexpr std::string_view others = "/._-";
    return target.starts_with('/') && std::all_of(target.begin(), target.end(), [&](char c) {
               return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') ||
                      others.find(c) != std::string_view::npos;
           });
}

/// Browsers say from which site a request comes, except on plain http to another machine. A link on another site may
/// open a page, because that shows the other site nothing.
bool is_from_other_site(const RequestHead& head) {
    const auto sites = head.all("Sec-Fetch-Site");
    const bool own = std::ranges::all_of(sites, [](auto site) { return site == "same-origin" || site == "none"; });
    const auto has = [&](std::string_view name, std::string_view value) {
        return head.all(name) == std::vector{value};
    };
    const bool opens_a_page =
        head.method == "GET" && has("Sec-Fetch-Mode", "navigate") && has("Sec-Fetch-Dest", "document");
    return !own && !opens_a_page;
}

std::optional<Refusal> wrong_host(const RequestHead& head, const OwnNames& names, std::string_view local_address) {
    const auto hosts = head.all("Host");
    if (hosts.size() != 1) return Refusal{400, "a request must have exactly one Host field"};
    if (!names.has(hosts.front(), local_address))
        return Refusal{
            421, "this is not a name of this server: open it by its address, or start it with --host and this name"};
    const auto origins = head.all("Origin");
    if (origins.size() > 1) return Refusal{400, "a request may have at most one Origin field"};
    const bool foreign = !origins.empty() && !same_word(origins.front(), names.origin_of(hosts.front()));
    if (foreign || is_from_other_site(head)) return Refusal{403, "requests from other web sites are refused"};
    return std::nullopt;
}

/// The media type of the body in lower case, without parameters; empty unless there is exactly one.
std::string type_of(const RequestHead& head) {
    const auto types = head.all("Content-Type");
    if (types.size() != 1) return {};
    auto type = types.front().substr(0, types.front().find(';'));
    while (type.ends_with(' ') || type.ends_with('\t'))
        type.remove_suffix(1);
    std::string text(type);
    std::ranges::transform(text, text.begin(), lower);
    return text;
}

std::optional<Refusal> wrong_body(const RequestHead& head, bool takes_bytes) {
    const auto lengths = head.all("Content-Length");
    const bool in_pieces = !head.all("Transfer-Encoding").empty();
    if (in_pieces && !lengths.empty()) return Refusal{400, "give the length of the body only once"};
    if (in_pieces) return Refusal{411, "send the body in one piece, with Content-Length"};
    if (lengths.size() > 1) return Refusal{400, "give the length of the body only once"};
    const auto length = lengths.empty() ? std::optional<std::size_t>(0) : length_of(lengths.front());
    if (!length) return Refusal{400, "Content-Length is no number"};
    if (head.method != "POST") {
        return *length == 0 ? std::nullopt : std::optional(Refusal{400, "only POST has a body"});
    }
    if (lengths.empty()) return Refusal{411, "send the body with Content-Length"};
    const std::string type = type_of(head);
    if (takes_bytes && type == bytes_type) return std::nullopt;
    if (*length > longest_body && head.target != new_match_path) return Refusal{413, "a body has at most 4 KiB"};
    if (*length > longest_new_match) return Refusal{413, "a body has at most 256 KiB"};
    if (type != "application/json") return Refusal{415, "the Content-Type must be application/json"};
    return std::nullopt;
}

}  // namespace

std::vector<std::string_view> values_of(std::span<const HeadField> fields, std::string_view name) {
    std::vector<std::string_view> values;
    for (const auto& [field, value] : fields) {
        if (same_word(field, name)) values.push_back(value);
    }
    return values;
}

std::string PublicOrigin::text() const {
    return (encrypted ? "https://" : "http://") + host;
}

PublicOrigin public_origin_of(std::string_view url, std::string_view option) {
    PublicOrigin origin;
    std::string_view rest = url;
    origin.encrypted = games::take(rest, "https://");
    const bool has_scheme = origin.encrypted || games::take(rest, "http://");
    if (rest.ends_with('/')) rest.remove_suffix(1);
    const auto [host, port] = host_and_port(rest);
    const auto is_name = [](char c) {
        return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') ||
               std::string_view(".-[]:").find(c) != std::string_view::npos;
    };
    const bool has_port = host.size() != rest.size();
    const bool is_good = has_scheme && !host.empty() && std::ranges::all_of(host, is_name) &&
                         (host.find(':') == std::string_view::npos || is_bracketed(host)) &&
                         (!has_port || is_port(port));
    if (!is_good)
        throw games::UserError(
            fmt::format("{} '{}': give the address that browsers show, like https://arena.example", option, url));
    const bool is_default = port == (origin.encrypted ? "443" : "80");
    origin.host = is_default ? host : rest;
    std::ranges::transform(origin.host, origin.host.begin(), lower);
    return origin;
}

OwnNames::OwnNames(const std::vector<std::string>& names, int port, std::optional<PublicOrigin> public_origin)
    : port_(std::to_string(port)), public_origin_(std::move(public_origin)) {
    std::transform(names.begin(), names.end(), std::back_inserter(names_), in_url);
}

const PublicOrigin* OwnNames::public_origin(std::string_view host_field) const {
    return public_origin_ && same_word(public_origin_->host, host_field) ? &*public_origin_ : nullptr;
}

std::string OwnNames::origin_of(std::string_view host_field) const {
    const PublicOrigin* const origin = public_origin(host_field);
    return origin != nullptr ? origin->text() : "http://" + std::string(host_field);
}

bool OwnNames::has(std::string_view host_field, std::string_view local_address) const {
    if (public_origin(host_field) != nullptr) return true;
    const auto [host, port] = host_and_port(host_field);
    const auto is_called = [name = host](std::string_view own) { return same_word(own, name); };
    const bool no_port = host_field.size() == host.size();
    if (std::ranges::any_of(loopback_names, is_called)) return no_port || is_port(port);
    if (port != port_ && !(no_port && port_ == "80")) return false;
    return is_called(in_url(local_address)) || std::any_of(names_.begin(), names_.end(), is_called);
}

Reach reach_of(const RequestHead& head, const OwnNames& names, bool from_this_machine, std::string_view local_address) {
    if (!from_this_machine) return Reach::open;
    const std::string_view host_field = head.all("Host").front();
    if (const PublicOrigin* const origin = names.public_origin(host_field))
        return origin->encrypted ? Reach::tls : Reach::open;
    constexpr std::array<std::string_view, 5> of_proxies = {"Forwarded", "X-Forwarded-For", "X-Forwarded-Host",
                                                            "X-Real-IP", "Via"};
    if (std::ranges::any_of(of_proxies, [&](auto name) { return !head.all(name).empty(); })) return Reach::open;
    const std::string_view host = host_and_port(host_field).first;
    const bool is_local = same_word(in_url(local_address), host) ||
                          std::ranges::any_of(loopback_names, [&](auto name) { return same_word(name, host); });
    return is_local ? Reach::local : Reach::open;
}

std::optional<Refusal> refusal_of(const RequestHead& head, const OwnNames& names, std::string_view local_address,
                                  bool takes_bytes) {
    if (head.version != 11) return Refusal{505, "this server speaks HTTP/1.1"};
    if (auto refusal = wrong_host(head, names, local_address)) return refusal;
    if (head.target.size() > longest_path) return Refusal{414, "a path has at most 1 KiB"};
    if (!is_plain_path(head.target)) return Refusal{400, "a path is made of letters, digits, and / . _ -"};
    if (!head.all("Expect").empty()) return Refusal{417, "the Expect field is not supported"};
    return wrong_body(head, takes_bytes);
}

bool has_bytes(const RequestHead& head) {
    return head.method == "POST" && type_of(head) == bytes_type;
}

std::size_t body_length(const RequestHead& head) {
    const auto lengths = head.all("Content-Length");
    return lengths.empty() ? 0 : length_of(lengths.front()).value_or(0);
}

}  // namespace referee::serve
