#include "referee/web/pages/public_log.hpp"

#include <optional>
#include <utility>

#include "referee/core/match/record.hpp"
#include "referee/core/match/seen_by.hpp"

namespace referee::tournament {

protocol::MatchLog log_for_pages(const TournamentHead& head, std::string_view json, const std::string& place) {
    protocol::MatchLog log = checked_log(json, place);
    return is_of_class(head) ? seen_by(std::nullopt, std::move(log)) : log;
}

}  // namespace referee::tournament
