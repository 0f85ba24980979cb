#include "referee/tournament/paper/store/played_game.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "games/words.hpp"
#include "referee/core/match/busy_machine.hpp"
#include "referee/core/match/moves_hash.hpp"
#include "referee/core/match/record.hpp"

namespace referee::tournament {

namespace {

/// The moves as a JSON array. They need no escaping, because the game has accepted them.
std::string moves_to_json(const protocol::MatchLog& log) {
    std::string json = "[";
    for (const protocol::LoggedPly& ply : log.plies) {
        if (json.size() > 1) json += ',';
        json.append("\"").append(ply.move).append("\"");
    }
    return json + "]";
}

}  // namespace

std::string text_with_score(const std::string& detail, const std::optional<protocol::Score>& score) {
    return score ? fmt::format("{} ({} : {})", detail, (*score)[0], (*score)[1]) : detail;
}

void take_score(std::string_view text, std::string& detail, std::optional<protocol::Score>& score) {
    const auto open = text.rfind(" (");
    if (open == std::string_view::npos) return;
    std::string_view points = text.substr(open + 2);
    const auto first = games::take_number(points);
    if (!first || !games::take(points, " : ")) return;
    const auto second = games::take_number(points);
    if (!second || points != ")") return;
    const std::string word(text.substr(0, open));
    const protocol::Score found = {*first, *second};
    if (text_with_score(word, found) != text) return;  // a number was too large
    detail = word;
    score = found;
}

GameResult result_of(int number, std::optional<int> winner, protocol::Ending ending) {
    return {number, winner, protocol::is_forfeit(ending), ending != protocol::Ending::aborted};
}

PlayedGame whole_game(const PlannedGame& game, protocol::MatchLog log) {
    const auto& [winner, ending, detail, score] = log.result;
    PlayedGame played;
    played.game = game;
    played.match.result = result_of(game.number, winner, ending);
    played.match.first = game.first;
    played.match.second = game.second;
    played.match.ending = ending;
    played.match.detail = detail;
    played.match.score = score;
    played.match.plies = static_cast<int>(log.plies.size());
    played.match.started_at = log.started_at;
    played.match.moves_hash = moves_hash_of(log);
    played.match.first_longest = longest_turn(log, 0);
    played.match.second_longest = longest_turn(log, 1);
    played.match.busy = machine_was_busy(log);
    played.id = log.id;
    if (log.failure) played.failure = protocol::BotEnd{ending, log.failure->exit_code, log.failure->signal};
    played.whole = std::make_shared<const protocol::MatchLog>(std::move(log));
    return played;
}

void write_texts(PlayedGame& played) {
    const protocol::MatchLog& log = *played.whole;
    // In a game of one's own, the rules may have failed in the middle of a match, which is then a result.
    if (log.result.ending == protocol::Ending::aborted && static_cast<int>(log.plies.size()) > log.opening &&
        log.rules.empty())
        throw std::logic_error("a match that was broken off is to be played again");
    played.log = protocol::to_json(log, protocol::Layout::one_line);
    played.log.pop_back();  // the newline
    played.moves = moves_to_json(log);
    played.whole.reset();
}

PlayedGame played_game(const PlannedGame& game, protocol::MatchLog log) {
    PlayedGame played = whole_game(game, std::move(log));
    write_texts(played);
    return played;
}

}  // namespace referee::tournament
