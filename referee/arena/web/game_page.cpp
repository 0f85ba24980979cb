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
    const auto now = arena.snapshot();
    const int holder = now->holder_of(person);
    for (int side = 0; side < 2; ++side) {
        const auto played = now->played_by(stage, log.players[static_cast<std::size_t>(side)].name);
        if (played && played->person == holder) return side;
    }
    return std::nullopt;
}

/// `back`: the page to which it leads.
serve::Reply page_of(const protocol::MatchLog& log, std::string_view back, std::string_view name) {
    MatchPage page;
    page.add(log);
    page.add_tournament(back, name);
    return serve::page_reply(page.finished());
}

/// The words for a game that is missing, and for one that is not the viewer's: who plays whom is nobody else's
/// business.
serve::Reply no_game() {
    return serve::words_reply(404, "This game does not exist, or not yet.");
}

}  // namespace

serve::Reply page_of_tried_game(const Arena& arena, int person, int number) {
    const auto tried = arena.try_of(person);
    const auto text = arena.log_of_try(person, number);
    if (!tried || !text) return no_game();
    const std::string name = fmt::format("try, game {}", number + 1);
    try {
        protocol::MatchLog log = checked_log(*text, name);
        const int side =
            log.players[0].name == entrant_name(arena.person(person), tried->tried.hand_in.version) ? 0 : 1;
        return page_of(seen_by(side, std::move(log)), "/", std::to_string(number + 1));
    } catch (const games::UserError& error) {
        return serve::words_reply(500, error.what());
    } catch (const ContradictedLog& error) {
        return serve::words_reply(500, error.what());
    }
}

serve::Reply game_page(const Arena& arena, StageView& view, int number, const GameViewer& viewer) {
    const auto text = view.log(number);
    if (!text) return no_game();
    const int shown = tournament::shown_number(number);
    try {
        protocol::MatchLog log = checked_log(*text, fmt::format("Game {}", shown));
        if (!viewer.is_teacher) {
            const auto side = viewer.person ? side_of(arena, view.stage(), log, *viewer.person) : std::nullopt;
            if (!side && !viewer.is_public) return no_game();
            log = seen_by(side, std::move(log));
        }
        return page_of(log, viewer.is_teacher ? "/teacher" : viewer.person ? "/" : "/public", std::to_string(shown));
    } catch (const games::UserError& error) {
        return serve::words_reply(500, error.what());
    } catch (const ContradictedLog& error) {
        return serve::words_reply(500, error.what());
    }
}

}  // namespace referee::arena
