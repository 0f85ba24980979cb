// Checks the heads of requests, and refuses requests before their content is read. All checks are pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee::serve {

inline constexpr std::size_t longest_head = 8 * 1024;
inline constexpr std::size_t longest_body = 4 * 1024;
inline constexpr std::size_t longest_path = 1024;

/// The head of a request as it was read. It is valid HTTP, and has not been checked further.
struct RequestHead {
    std::string_view method;
    std::string_view target;
    int version = 11;  ///< 10 or 11
    std::vector<std::pair<std::string_view, std::string_view>> fields;

    /// The values of all fields with this name, ignoring case.
    std::vector<std::string_view> all(std::string_view name) const;
};

/// Why a request is not served.
struct Refusal {
    int status;
    std::string_view why;  ///< one line, without a full stop
};

/// The names of this server. The domain of a foreign web site that resolves to this machine (DNS rebinding) is not one
/// of them.
class OwnNames {
public:
    /// `names`: host names and addresses, given by the user or belonging to the machine.
    OwnNames(const std::vector<std::string>& names, int port);

    /// Whether a Host field names this server. `local_address`: the address at which the connection arrived. The names
    /// by which every machine calls itself, such as localhost, are accepted with any port, because a tunnel may use
    /// another port. This is safe, because no web site can have these names.
    bool has(std::string_view host_field, std::string_view local_address) const;

private:
    std::vector<std::string> names_;
    std::string port_;
};

/// Returns why a request has to be refused; nothing if there is no reason. The body has not been read yet.
std::optional<Refusal> refusal_of(const RequestHead& head, const OwnNames& names, std::string_view local_address);

/// The length of the body. Requires: refusal_of() has returned nothing.
std::size_t body_length(const RequestHead& head);

}  // namespace referee::serve
