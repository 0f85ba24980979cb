#include "referee/serve/request_checks.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

namespace referee::serve {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_word(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

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

std::optional<Refusal> wrong_host(const RequestHead& head, const OwnNames& names, std::string_view local_address) {
    const auto hosts = head.all("Host");
    if (hosts.size() != 1) return Refusal{400, "a request must have exactly one Host field"};
    if (!names.has(hosts.front(), local_address))
        return Refusal{
            421, "this is not a name of this server: open it by its address, or start it with --host and this name"};
    const auto origins = head.all("Origin");
    if (origins.size() > 1) return Refusal{400, "a request may have at most one Origin field"};
    const bool foreign = !origins.empty() && !same_word(origins.front(), "http://" + std::string(hosts.front()));
    if (foreign) return Refusal{403, "requests from other web sites are refused"};
    return std::nullopt;
}

std::optional<Refusal> wrong_body(const RequestHead& head) {
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
    if (*length > longest_body) return Refusal{413, "a body has at most 4 KiB"};
    const auto types = head.all("Content-Type");
    if (types.size() != 1) return Refusal{415, "the Content-Type must be application/json"};
    auto type = types.front().substr(0, types.front().find(';'));
    while (type.ends_with(' ') || type.ends_with('\t'))
        type.remove_suffix(1);
    if (!same_word(type, "application/json")) return Refusal{415, "the Content-Type must be application/json"};
    return std::nullopt;
}

}  // namespace

std::vector<std::string_view> RequestHead::all(std::string_view name) const {
    std::vector<std::string_view> values;
    for (const auto& [field, value] : fields) {
        if (same_word(field, name)) values.push_back(value);
    }
    return values;
}

OwnNames::OwnNames(const std::vector<std::string>& names, int port) : port_(std::to_string(port)) {
    std::transform(names.begin(), names.end(), std::back_inserter(names_), in_url);
}

bool OwnNames::has(std::string_view host_field, std::string_view local_address) const {
    const auto [host, port] = host_and_port(host_field);
    const auto is_called = [name = host](std::string_view own) { return same_word(own, name); };
    const bool no_port = host_field.size() == host.size();
    constexpr std::array<std::string_view, 3> everywhere = {"127.0.0.1", "localhost", "[::1]"};
    if (std::any_of(everywhere.begin(), everywhere.end(), is_called)) return no_port || is_port(port);
    if (port != port_ && !(no_port && port_ == "80")) return false;
    return is_called(in_url(local_address)) || std::any_of(names_.begin(), names_.end(), is_called);
}

std::optional<Refusal> refusal_of(const RequestHead& head, const OwnNames& names, std::string_view local_address) {
    if (head.version != 11) return Refusal{505, "this server speaks HTTP/1.1"};
    if (auto refusal = wrong_host(head, names, local_address)) return refusal;
    if (head.target.size() > longest_path) return Refusal{414, "a path has at most 1 KiB"};
    if (!is_plain_path(head.target)) return Refusal{400, "a path is made of letters, digits, and / . _ -"};
    if (!head.all("Expect").empty()) return Refusal{417, "the Expect field is not supported"};
    return wrong_body(head);
}

std::size_t body_length(const RequestHead& head) {
    const auto lengths = head.all("Content-Length");
    return lengths.empty() ? 0 : length_of(lengths.front()).value_or(0);
}

}  // namespace referee::serve
