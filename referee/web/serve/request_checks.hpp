// Checks the heads of requests, and refuses requests before their content is read. All checks are pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee::serve {

inline constexpr std::size_t longest_head = 8 * 1024;
inline constexpr std::size_t longest_body = 4 * 1024;
/// The same for a new match, which may give the moves of a long match, to play on from it.
inline constexpr std::size_t longest_new_match = 256 * 1024;
inline constexpr std::string_view new_match_path = "/api/matches";
inline constexpr std::size_t longest_path = 1024;

/// A field of a head: its name and its value.
using HeadField = std::pair<std::string_view, std::string_view>;

/// The values of all fields with this name, ignoring case.
std::vector<std::string_view> values_of(std::span<const HeadField> fields, std::string_view name);

/// The head of a request as it was read. It is valid HTTP, and has not been checked further.
struct RequestHead {
    std::string_view method;
    std::string_view target;
    int version = 11;  ///< 10 or 11
    std::vector<HeadField> fields;

    std::vector<std::string_view> all(std::string_view name) const { return values_of(fields, name); }
};

/// Why a request is not served.
struct Refusal {
    int status;
    std::string_view why;  ///< one line, without a full stop
};

/// The address at which a reverse proxy shows this server: "https://arena.example".
struct PublicOrigin {
    bool encrypted = false;  ///< the scheme is https
    std::string host;        ///< with the port, unless it is the scheme's own port

    /// The origin as browsers write it.
    std::string text() const;
};

/// Reads a URL without a path. Throws games::UserError, with the name of the option, if it is none.
PublicOrigin public_origin_of(std::string_view url, std::string_view option);

/// The names of this server. The domain of a foreign web site that resolves to this machine (DNS rebinding) is not one
/// of them.
class OwnNames {
public:
    /// `names`: host names and addresses, given by the user or belonging to the machine.
    OwnNames(const std::vector<std::string>& names, int port, std::optional<PublicOrigin> public_origin = {});

    /// Whether a Host field names this server. `local_address`: the address at which the connection arrived. The names
    /// by which every machine calls itself, such as localhost, are accepted with any port, because a tunnel may use
    /// another port. This is safe, because no web site can have these names.
    bool has(std::string_view host_field, std::string_view local_address) const;
    /// The origin of the pages that a browser has loaded with this Host field.
    std::string origin_of(std::string_view host_field) const;
    /// The origin of the reverse proxy if the Host field names it, otherwise null.
    const PublicOrigin* public_origin(std::string_view host_field) const;

private:
    std::vector<std::string> names_;
    std::string port_;
    std::optional<PublicOrigin> public_origin_;
};

/// The path of a request from the browser to this server.
enum class Reach : std::uint8_t {
    local,  ///< from this machine, without a proxy; so also through a tunnel of ssh
    tls,    ///< encrypted, through a reverse proxy on this machine
    open,   ///< not encrypted, from any machine
};

/// Requires: refusal_of() has returned nothing. A field in which a proxy names its client only makes a request less
/// trusted, because any client can send it. `local_address`: the address at which the connection arrived.
Reach reach_of(const RequestHead& head, const OwnNames& names, bool from_this_machine,
               std::string_view local_address = "127.0.0.1");

/// Returns why a request has to be refused; nothing if there is no reason. The body has not been read yet.
/// `takes_bytes`: a body may also be of the type application/octet-stream, and the handler limits its length.
std::optional<Refusal> refusal_of(const RequestHead& head, const OwnNames& names, std::string_view local_address,
                                  bool takes_bytes = false);

/// Whether this is a POST of application/octet-stream. Requires: refusal_of() has returned nothing.
bool has_bytes(const RequestHead& head);

/// The length of the body. Requires: refusal_of() has returned nothing.
std::size_t body_length(const RequestHead& head);

}  // namespace referee::serve
