// The arena as JSON for its pages. Each function says who may see its result.
#pragma once

#include <string>
#include <vector>

#include "referee/arena/arena.hpp"

namespace referee::arena {

/// For everybody whom the arena lets in: {"game", "phase", "now", "deadline", "paused", "published", "pending",
/// "seed_hash", "final_secret", "public"}. Times are milliseconds since 1970.
std::string state_json(const ArenaState& state, const ArenaSettings& settings);

/// For the person and the teacher: {"versions": [{"version", "file", "bytes", "at", "state", "behind", "plays",
/// "reason", "choice", "build_output", "check"}, ...]}, the newest first.
std::string versions_json(const std::vector<VersionNow>& versions);

/// For the teacher: {"people": [{"number", "name", "id", "group", "withdrawn", "version", "state", "reason", "at",
/// "plays"}, ...]}. A person without a version has null there.
std::string people_json(const std::vector<Person>& people, const std::vector<VersionNow>& newest);

/// For the teacher: {"entrants", "format", "games", "seconds", "intended"}.
std::string forecast_json(const Forecast& forecast);

/// For the teacher: {"audit": [[at, who, what], ...]}, the newest first.
std::string audit_json(const std::vector<AuditEntry>& audit);

}  // namespace referee::arena
