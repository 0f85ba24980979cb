// The limits that one entrant has of its own: a handicap, or a favour.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/match_log.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/match/limits.hpp"

namespace referee {

/// A limit that is not given is the common one; but a clock alone takes the place of the limit of a move, see
/// with_given().
struct OwnLimits {
    GivenLimits time;                   ///< but for the margin, which nobody has of its own
    std::optional<LimitOrNone> memory;  ///< in bytes

    [[nodiscard]] bool any() const { return time.move || time.first_move || time.clock || memory; }
    /// Sets the limit that an option without its dashes names: move-time, first-move-time, clock, memory. Throws
    /// games::UserError that begins with `what` if there is no such limit, it can't be that, or it is set already.
    void set(std::string_view name, const std::string& value, std::string_view what);
    /// Likewise: whether it is there. False for what is no name of a limit.
    [[nodiscard]] bool is_given(std::string_view name) const;
    friend bool operator==(const OwnLimits&, const OwnLimits&) = default;
};

/// Reads "move-time=50ms,memory=256M"; an empty text has no limits. Throws games::UserError that begins with `what`.
[[nodiscard]] OwnLimits parse_own_limits(std::string_view text, std::string_view what);
/// The same for what a user gives: there is a limit.
[[nodiscard]] OwnLimits parse_given_limits(std::string_view text, std::string_view what);
/// The way back: exact, and the same for equal limits.
[[nodiscard]] std::string to_text(const OwnLimits& limits);

/// All limits of an entrant with limits of its own, where everybody else has `common`. `common` has what `isolation`
/// enforces (Isolation::write_into).
[[nodiscard]] protocol::Limits with_own(protocol::Limits common, const OwnLimits& own);

}  // namespace referee
