// The limits that one entrant has of its own: a handicap, or a favour.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/match_log.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/match/limits.hpp"

namespace referee {

/// The limits that a user gives: of one bot, or of all. A limit that is not given is the common one, or the usual one;
/// but a clock alone takes the place of the limit of a move, see with_given().
struct OwnLimits {
    GivenLimits time;
    std::optional<LimitOrNone> memory;  ///< in bytes
    // Like the margin, these are for all bots, and none has them of its own.
    std::optional<LimitOrNone> processes{};
    std::optional<LimitOrNone> cpus{};

    [[nodiscard]] bool any() const { return *this != OwnLimits(); }
    /// Sets a limit that a bot may have of its own: move, first, clock or memory. Throws games::UserError that begins
    /// with `what` if there is no such limit, it can't be that, or it is set already.
    void set(std::string_view name, const std::string& value, std::string_view what);
    /// Sets those of `others`. Throws games::UserError that begins with `what` if one is set already.
    void add(const OwnLimits& others, std::string_view what);
    /// These, but for those that `given` has.
    [[nodiscard]] OwnLimits replaced_by(const OwnLimits& given) const;
    friend bool operator==(const OwnLimits&, const OwnLimits&) = default;
};

/// The limits that a user gives one bot.
struct NamedLimits {
    std::string name;
    OwnLimits limits;
};

/// Reads a bot's own limits, "move=50ms,memory=256M"; an empty text has none. The names that tournament files have,
/// move-time and first-move-time, are read, too. Throws games::UserError that begins with `what`.
[[nodiscard]] OwnLimits parse_own_limits(std::string_view text, std::string_view what);
/// The same for what a user gives: there is a limit.
[[nodiscard]] OwnLimits parse_given_limits(std::string_view text, std::string_view what);
/// The same of limits for all bots: with margin, processes and cpus.
[[nodiscard]] OwnLimits parse_common_limits(std::string_view text, std::string_view what);
/// A bot's own limits as tournament files have them: "move-time=50ms,memory=256M". Exact, and the same for equal
/// limits.
[[nodiscard]] std::string to_text(const OwnLimits& limits);
/// Any limits as a user writes them: "move=50ms,memory=256M". Exact.
[[nodiscard]] std::string option_text(const OwnLimits& limits);

/// All limits of an entrant with limits of its own, where everybody else has `common`. `common` has what `isolation`
/// enforces (Isolation::write_into).
[[nodiscard]] protocol::Limits with_own(protocol::Limits common, const OwnLimits& own);

}  // namespace referee
