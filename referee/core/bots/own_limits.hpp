// The limits that a user gives to all bots, or to one bot as a handicap or an advantage.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/match_log.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/match/limits.hpp"

namespace referee {

/// The limits that a user gives to one bot, or to all bots. If a limit is not given for one bot, the limit for all bots
/// applies, and if that is not given either, the default. There is one exception: a clock that is given without a move
/// limit replaces the move limit, see with_given().
struct OwnLimits {
    GivenLimits time;
    std::optional<LimitOrNone> memory;  ///< in bytes
    // Like the margin, these limits can only be given for all bots.
    std::optional<LimitOrNone> processes{};
    std::optional<LimitOrNone> cpus{};

    [[nodiscard]] bool any() const { return *this != OwnLimits(); }
    /// Sets a limit that one bot may have: move, first, clock or memory. Throws games::UserError if there is no such
    /// limit, the value is invalid, or the limit is already set. The message begins with `what`.
    void set(std::string_view name, const std::string& value, std::string_view what);
    /// Adds the limits of `others`. Throws games::UserError if one of them is already set. The message begins with
    /// `what`.
    void add(const OwnLimits& others, std::string_view what);
    /// These limits, overridden by those that a later source sets in `given`; see GivenLimits::replace_time().
    [[nodiscard]] OwnLimits replaced_by(const OwnLimits& given) const;
    /// Whether each limit that is set in `given` has the same value here.
    [[nodiscard]] bool agree_with(const OwnLimits& given) const;
    friend bool operator==(const OwnLimits&, const OwnLimits&) = default;
};

/// The limits that a user gives to the bot called `name`.
struct NamedLimits {
    std::string name;
    OwnLimits limits;
};

/// The name of a limit on the command line: "move" for "move-time" and "first" for "first-move-time", which are the
/// names in tournament files. Returns any other name unchanged.
[[nodiscard]] std::string_view limit_name(std::string_view name);

/// Reads the limits of one bot, such as "move=50ms,memory=256M". An empty text has no limits. Also accepts the names
/// used in tournament files. Throws games::UserError, whose message begins with `what`, if the text is invalid.
[[nodiscard]] OwnLimits parse_own_limits(std::string_view text, std::string_view what);
/// Like parse_own_limits(), but for a text that must contain at least one limit.
[[nodiscard]] OwnLimits parse_given_limits(std::string_view text, std::string_view what);
/// Like parse_own_limits(), but for the limits of all bots, which may include margin, processes and cpus.
[[nodiscard]] OwnLimits parse_common_limits(std::string_view text, std::string_view what);
/// Writes a bot's own limits as in tournament files: "move-time=50ms,memory=256M". The text is exact, and equal limits
/// have equal texts.
[[nodiscard]] std::string to_text(const OwnLimits& limits);
/// Writes any limits as on the command line: "move=50ms,memory=256M". The text is exact.
[[nodiscard]] std::string option_text(const OwnLimits& limits);

/// The limits that apply to an entrant: `common`, overridden by `own`. `common`: the limits of entrants without own
/// limits, including those that the isolation enforces (see Isolation::write_into()).
[[nodiscard]] protocol::Limits with_own(protocol::Limits common, const OwnLimits& own);

}  // namespace referee
