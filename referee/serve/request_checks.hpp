// Refuses requests before their content is examined: pure functions of their heads.
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

/// The head of a request as it was read: valid HTTP, but not checked otherwise.
struct RequestHead {
    std::string_view method;
    std::string_view target;
    int version = 11;  ///< 10 or 11
    std::vector<std::pair<std::string_view, std::string_view>> fields;

    /// The values of all fields of this name, in any case.
    std::vector<std::string_view> all(std::string_view name) const;
};

/// Why a request is not served.
struct Refusal {
    int status;
    std::string_view why;  ///< one line without a full stop
};

/// The names of this server. The name of a web site that is made to lead to this machine (DNS rebinding) is not one of
/// them.
class OwnNames {
public:
    /// `names`: addresses and names, from the user and of the machine.
    OwnNames(const std::vector<std::string>& names, int port);

    /// Whether a Host field names this server. `local_address`: the address at which the connection arrived. The names
    /// that every machine has for itself may come with any port, because a tunnel has its own; no web site can have
    /// them.
    bool has(std::string_view host_field, std::string_view local_address) const;

private:
    std::vector<std::string> names_;
    std::string port_;
};

/// The problem of a head, if there is one. The body has not been read yet.
std::optional<Refusal> refusal_of(const RequestHead& head, const OwnNames& names, std::string_view local_address);

/// The length of the body. Requires: refusal_of() has returned nothing.
std::size_t body_length(const RequestHead& head);

}  // namespace referee::serve
