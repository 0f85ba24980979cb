#include "referee/core/match/seen_by.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace referee {

using protocol::Ending;

protocol::MatchLog seen_by(std::optional<int> player, protocol::MatchLog log) {
    std::array<bool, 2> is_shown{};
    for (std::size_t i = 0; i < is_shown.size(); ++i) {
        protocol::LoggedPlayer& logged = log.players[i];
        is_shown[i] = player == static_cast<int>(i) && logged.isolation != "none";
        if (!logged.command.empty()) logged.command = {"bot"};  // an empty command is a person
        if (!is_shown[i]) log.last_notes[i] = {};
    }
    for (protocol::LoggedPly& ply : log.plies)
        if (!is_shown[static_cast<std::size_t>(ply.player)]) ply.notes = {};
    const bool fault_is_shown = log.failure && is_shown[static_cast<std::size_t>(log.failure->player)];
    if (log.failure && !fault_is_shown) {
        protocol::Failure failure;
        failure.player = log.failure->player;
        failure.valid_moves = std::move(log.failure->valid_moves);
        log.failure = std::move(failure);
    }
    const Ending ending = log.result.ending;
    if (ending != Ending::by_rules && (!fault_is_shown || ending == Ending::failed_to_start)) log.result.detail.clear();
    return log;
}

}  // namespace referee
