#include "referee/arena/web/game_page.hpp"

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/match/seen_by.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/web/pages/match_page.hpp"

namespace referee::arena {

namespace {

/// The side of a person, or of the person's team, in a game. None if there is no such bot in it.
std::optional<int> side_of(const Arena& arena, StageName stage, const protocol::MatchLog& log, int person) {
    const int holder = arena.holder_of(person);
    for (int side = 0; side < 2; ++side) {
        const auto played = arena.played_by(stage, log.players[static_cast<std::size_t>(side)].name);
        if (played && played->person == holder) return side;
    }
    return std::nullopt;
}

}  // namespace

serve::Reply game_page(const Arena& arena, StageView& view, int number, const GameViewer& viewer) {
    const auto text = view.log(number);
    if (!text) return serve::words_reply(404, "This game does not exist, or not yet.");
    const int shown = tournament::shown_number(number);
    try {
        protocol::MatchLog log = checked_log(*text, fmt::format("Game {}", shown));
        if (!viewer.is_teacher) {
            const auto side = viewer.person ? side_of(arena, view.stage(), log, *viewer.person) : std::nullopt;
            // The same words as for a game that does not exist: who plays whom is nobody else's business.
            if (!side && !viewer.is_public) return serve::words_reply(404, "This game does not exist, or not yet.");
            log = seen_by(side, std::move(log));
        }
        MatchPage page;
        page.add(log);
        page.add_tournament(viewer.is_teacher ? "/teacher" : viewer.person ? "/" : "/public", std::to_string(shown));
        return serve::page_reply(page.finished());
    } catch (const games::UserError& error) {
        return serve::words_reply(500, error.what());
    } catch (const ContradictedLog& error) {
        return serve::words_reply(500, error.what());
    }
}

}  // namespace referee::arena
