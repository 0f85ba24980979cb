// The limits that a user gives to all bots, or to one bot as a handicap or a favour.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/match_log.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/match/limits.hpp"

namespace referee {

/// The limits that a user gives to one bot, or to all. A limit that is not given is the common or the usual one; but a
/// clock alone replaces the limit of a move, see with_given().
struct OwnLimits {
    GivenLimits time;
    std::optional<LimitOrNone> memory;  ///< in bytes
    // Like the margin, these are common to all bots.
    std::optional<LimitOrNone> processes{};
    std::optional<LimitOrNone> cpus{};

    [[nodiscard]] bool any() const { return *this != OwnLimits(); }
    /// Sets a limit that one bot may have: move, first, clock or memory. Throws games::UserError that begins with
    /// `what` if there is no such limit, the value is wrong, or the limit is set already.
    void set(std::string_view name, const std::string& value, std::string_view what);
    /// Sets the limits of `others`. Throws games::UserError that begins with `what` if one is set already.
    void add(const OwnLimits& others, std::string_view what);
    /// These limits, replaced by those of `given`.
    [[nodiscard]] OwnLimits replaced_by(const OwnLimits& given) const;
    friend bool operator==(const OwnLimits&, const OwnLimits&) = default;
};

/// The limits that a user gives one bot.
struct NamedLimits {
    std::string name;
    OwnLimits limits;
};

/// The name of a limit: "move" for "move-time" and "first" for "first-move-time", the names in tournament files. Any
/// other name stays as it is.
[[nodiscard]] std::string_view limit_name(std::string_view name);

/// Reads a bot's own limits, "move=50ms,memory=256M"; an empty text has none. Accepts the names in tournament files,
/// too. Throws games::UserError that begins with `what`.
[[nodiscard]] OwnLimits parse_own_limits(std::string_view text, std::string_view what);
/// The same for a user's text, which must have a limit.
[[nodiscard]] OwnLimits parse_given_limits(std::string_view text, std::string_view what);
/// The same for the limits of all bots, which may include margin, processes and cpus.
[[nodiscard]] OwnLimits parse_common_limits(std::string_view text, std::string_view what);
/// A bot's own limits in the form of tournament files: "move-time=50ms,memory=256M". Exact; equal limits have equal
/// texts.
[[nodiscard]] std::string to_text(const OwnLimits& limits);
/// Any limits in the form of the command line: "move=50ms,memory=256M". Exact.
[[nodiscard]] std::string option_text(const OwnLimits& limits);

/// All limits of an entrant with limits of its own. `common` are the limits of all others, with those that the
/// isolation enforces (Isolation::write_into).
[[nodiscard]] protocol::Limits with_own(protocol::Limits common, const OwnLimits& own);

}  // namespace referee
