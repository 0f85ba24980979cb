// The arena as JSON for its pages. Each function says who may see its result.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/arena/arena.hpp"

namespace referee::arena {

/// For everybody whom the arena lets in: {"game", "phase", "deadline", "paused", "published", "live", "message",
/// "pending", "seed_hash", "final_secret", "public"}. Times are milliseconds since 1970.
std::string state_json(const ArenaState& state, const ArenaSettings& settings);
/// The state with the time at which it is sent, as "now".
std::string state_at(Time now, const std::string& state);

/// The number of versions that a page shows.
inline constexpr std::size_t max_versions_shown = 50;
/// For the person and the teacher: {"versions": [{"version", "file", "bytes", "at", "state", "behind", "plays",
/// "may_return", "reason", "choice", "build_output", "check"}, ...], "left_out", "accepted"}, the newest first.
/// "accepted": whether any version is. That of a team has "sender". Only the newest version has its output and its
/// check; the others have null there, see texts_json(). Beyond max_versions_shown, only those that play or may return
/// are shown, and the others are counted.
std::string versions_json(const std::vector<VersionNow>& versions);
/// For the person and the teacher: {"build_output", "check"}.
std::string texts_json(const VersionNow& version);

/// For the person alone: {"file", "at", "state", "behind", "reason", "choice", "build_output", "check", "games":
/// [...]}, see TriedGame; "null" without a try.
std::string try_json(const std::optional<TryNow>& tried);

/// For the teacher: {"people": [{"number", "name", "id", "group", "team", "withdrawn", "entered", "version", "state",
/// "behind", "reason", "at", "plays", "same_as"}, ...]}. "entered": whether the person has ever opened the own link.
/// "version" is the newest one, and "plays" the one that plays. A person without has null there. `playing`: see
/// Arena::playing(). `same`: see SameHandIns.
std::string people_json(const std::vector<Person>& people, const std::vector<VersionNow>& newest,
                        const std::map<int, int>& playing, const std::set<int>& entered,
                        const std::map<int, std::string>& same);

/// For everybody whom the arena lets in: {"played", "games", "seconds"}; "null" if no final is being played.
std::string final_progress_json(const std::optional<FinalProgress>& progress);

/// For the teacher: {"entrants", "format", "games", "seconds", "intended"}.
std::string forecast_json(const Forecast& forecast);

/// For the teacher: {"audit": [[at, who, what], ...]}, the newest first.
std::string audit_json(const std::vector<AuditEntry>& audit);

}  // namespace referee::arena
