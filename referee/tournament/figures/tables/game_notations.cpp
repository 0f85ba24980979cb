#include "referee/tournament/figures/tables/game_notations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <optional>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/match/record.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/paper/settings.hpp"

namespace referee::tournament {

namespace {

using games::UserError;
using protocol::Ending;

/// A value of PGN has at most so many characters.
constexpr std::size_t max_value = 255;

std::string tag(std::string_view name, std::string_view value) {
    std::string text;
    for (const char c : harmless(value)) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return fmt::format("[{} \"{}\"]\n", name, text);
}

/// A move as a symbol of PGN or, if it has other characters or could be a number, in braces. There, a closing brace and
/// a backslash are written as \x7d and \x5c.
std::string pgn_move(const std::string& move) {
    const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    const auto is_of_symbol = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("_+#=:-").find(c) != std::string_view::npos;
    };
    if (is_letter(move.front()) && std::ranges::all_of(move, is_of_symbol)) return move;
    std::string text = "{";
    for (const char c : move)
        text += c == '}' ? "\\x7d" : c == '\\' ? "\\x5c" : std::string(1, c);
    return text + '}';
}

/// The moves and the result, in lines of fewer than 80 characters if the moves allow it. "--" is a lost turn.
std::string pgn_moves(const protocol::MatchLog& log, bool first_begins, const std::string& result) {
    std::string text, line;
    const auto add = [&](const std::string& word) {
        if (!line.empty() && line.size() + 1 + word.size() >= 80) {
            text += line + '\n';
            line.clear();
        }
        line.append(line.empty() ? "" : " ") += word;
    };
    const int white = first_begins ? 0 : 1;
    int turn = 0;
    const auto add_move = [&](const std::string& move) {
        if (turn % 2 == 0) add(fmt::format("{}.", turn / 2 + 1));
        add(move);
        ++turn;
    };
    for (const protocol::LoggedPly& ply : log.plies) {
        while ((ply.player == white) != (turn % 2 == 0))
            add_move("--");
        add_move(pgn_move(ply.move));
    }
    add(result);
    return text + line + '\n';
}

/// One of the standard words of PGN for the way in which a game ended.
std::string_view termination_of(Ending ending) {
    switch (ending) {
        case Ending::by_rules: return "normal";
        case Ending::timeout: return "time forfeit";
        case Ending::exited:
        case Ending::crashed:
        case Ending::closed_stdout:
        case Ending::failed_to_start: return "abandoned";
        case Ending::aborted: return "unterminated";
        case Ending::invalid_move:
        case Ending::unreadable_move:
        case Ending::premature:
        case Ending::line_too_long:
        case Ending::output_flood:
        case Ending::resource_limit: break;
    }
    return "rules infraction";
}

/// The position that the game began with, if it was written, on one line.
std::string position_of(const protocol::MatchLog& log) {
    const auto* setting =
        games::is_built_in(log.game) ? games::setting_of_position(*games::find_game(log.game)) : nullptr;
    for (const auto& [name, value] : log.config) {
        const auto* text = std::get_if<std::string>(&value);
        if (text != nullptr && setting != nullptr && name == setting->name) return *text;
    }
    return {};
}

/// Whether player 0 makes the first move. If nobody has moved, the rules tell.
bool first_begins(const protocol::MatchLog& log) {
    if (!log.plies.empty()) return log.plies.front().player == 0;
    return spec_of(log).make_board(log.seed)->to_move() == games::Side::first;
}

/// Calls `use` for each match that counts.
void for_each_log(const Store& store, const std::function<void(int, const protocol::MatchLog&)>& use) {
    const Field field = store.head().field();
    std::vector<int> numbers;
    store.for_each_summary([&](const StoredMatch& match) {
        const bool counts = match.result.counts && match.ending != Ending::aborted;
        if (counts && !field.is_annulled(match.first) && !field.is_annulled(match.second))
            numbers.push_back(match.result.number);
    });
    store.for_each_match_of(numbers, [&](int number, std::string_view json) {
        protocol::LogProblem problem;
        const auto log = protocol::parse_match_log(json, problem);
        if (!log)
            throw UserError(fmt::format("the log of match {} is damaged: {}", shown_number(number), problem.text));
        use(number, *log);
    });
}

}  // namespace

std::string pgn_of(const protocol::MatchLog& log, const PgnPlace& place) {
    const int white = place.first_begins ? 0 : 1;
    const auto& winner = log.result.winner;
    const std::string result = !winner ? "1/2-1/2" : *winner == white ? "1-0" : "0-1";
    std::string day = log.started_at.substr(0, 10);
    std::ranges::replace(day, '-', '.');
    const auto name = [&](int player) { return log.players.at(static_cast<std::size_t>(player)).name; };
    std::string text = tag("Event", place.event) + tag("Site", "?") + tag("Date", day) +
                       tag("Round", std::to_string(place.round)) + tag("White", name(white)) +
                       tag("Black", name(1 - white)) + tag("Result", result) + tag("Variant", log.game);
    const std::string position = position_of(log);
    if (!position.empty() && position.size() <= max_value) text += tag("Position", position);
    text += tag("PlyCount", std::to_string(log.plies.size())) + tag("Termination", termination_of(log.result.ending)) +
            '\n';
    return text + pgn_moves(log, place.first_begins, result) + '\n';
}

void export_pgn(const Store& store, std::string_view event, const Sink& sink) {
    const auto games = store.games();
    for_each_log(store, [&](int number, const protocol::MatchLog& log) {
        const int round = games.at(static_cast<std::size_t>(number)).round;
        sink(pgn_of(log, {std::string(event), shown_number(round), first_begins(log)}));
    });
}

void export_ggf(const Store& store, const Sink& sink) {
    const Settings settings = settings_of_json(store.head().settings);
    const std::string name(games::name_in(settings.game));
    const auto ggf = games::is_built_in(name) ? games::find_game(name)->notations.ggf : nullptr;
    if (!ggf) throw UserError(fmt::format("GGF is for othello, and this tournament is of {}: export pgn", name));
    for_each_log(store, [&](int, const protocol::MatchLog& log) {
        games::PlayedGame game;
        game.names = {harmless(log.players[0].name), harmless(log.players[1].name)};
        game.started_at = log.started_at;
        game.start = position_of(log);
        game.is_forfeit = protocol::is_forfeit(log.result.ending);
        game.is_late = log.result.ending == Ending::timeout;
        for (const protocol::LoggedPly& ply : log.plies)
            game.plies.push_back({games::side_of(ply.player), ply.move, ply.wall});
        if (log.result.winner) game.winner = games::side_of(*log.result.winner);
        sink(ggf(game) + '\n');
    });
}

}  // namespace referee::tournament
