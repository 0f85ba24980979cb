// The record of a played game. A worker makes it, the file keeps it, and watchers receive it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/match/moves_hash.hpp"
#include "referee/tournament/paper/schedule/finished_games.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"

namespace referee::tournament {

/// How a game ended and its points, in one column: "most (12 : 7)". Only a game that ended by the rules has points, and
/// no other detail of such a game ends like that.
template <class Text, class Points>
struct WithScore {
    const protocol::Ending& ending;
    Text& detail;
    Points& score;
};
template <class Text, class Points>
WithScore(const protocol::Ending&, Text&, Points&) -> WithScore<Text, Points>;

[[nodiscard]] std::string text_with_score(const std::string& detail, const std::optional<protocol::Score>& score);
/// Splits such a text. Takes other texts as they are.
void take_score(std::string_view text, std::string& detail, std::optional<protocol::Score>& score);

template <class Text, class Points>
std::string column_of(const WithScore<Text, Points>& field) {
    return text_with_score(field.detail, field.score);
}
inline void read_text(std::string_view text, const WithScore<std::string, std::optional<protocol::Score>>& field) {
    field.detail = text;
    field.score.reset();
    if (field.ending == protocol::Ending::by_rules) take_score(text, field.detail, field.score);
}

/// The result of one match, without its log, as a row of the file.
struct StoredMatch {
    GameResult result;
    int first = 0;
    int second = 0;
    protocol::Ending ending = protocol::Ending::by_rules;
    std::string detail;
    int plies = 0;
    std::string started_at;
    std::uint64_t moves_hash = 0;                   ///< the hash of the moves (referee/core/match/moves_hash.hpp)
    std::optional<protocol::Micros> first_longest;  ///< the longest turn; none if no turn was measured
    std::optional<protocol::Micros> second_longest;
    /// It was lost on time while the machine was too busy (referee/core/match/busy_machine.hpp). Only the log is
    /// stored.
    bool busy = false;
    std::optional<protocol::Score> score{};  ///< the points, if the game has points and has ended by the rules

    static void fields(auto& self, auto&& visit) {
        fields_of_game(self, visit);
        visit("first_longest_us", self.first_longest);
        visit("second_longest_us", self.second_longest);
    }
    /// The fields that do not depend on the machine. Reading them leaves `result` incomplete: see result_of().
    static void fields_of_game(auto& self, auto&& visit) {
        visit("number", self.result.number);
        visit("first", self.first);
        visit("second", self.second);
        visit("winner", self.result.winner);
        visit("ending", protocol::as_text(self.ending, protocol::name_of, protocol::ending_of));
        visit("detail", WithScore{self.ending, self.detail, self.score});
        visit("plies", self.plies);
        visit("started_at", self.started_at);
        visit("moves_hash", protocol::as_text(self.moves_hash, hash_text, hash_of_text));
    }
    friend bool operator==(const StoredMatch&, const StoredMatch&) = default;
};

/// The result of a game according to its match.
GameResult result_of(int number, std::optional<int> winner, protocol::Ending ending);

/// The machine that has played a game, and its condition at that time.
struct PlayedOn {
    std::string host;
    std::string cpu;                ///< the model of the CPU
    int cores = 0;                  ///< the number of cores that the referee could use
    std::int64_t speed = 0;         ///< in thousands of calibration steps a second
    std::int64_t load_percent = 0;  ///< the load average of the last minute, in percent of one core
    protocol::Micros late{};        ///< the longest delay of the referee's own wake-ups during the game
    protocol::Micros took{};        ///< the duration of the game, including void attempts

    static void fields(auto& self, auto&& visit) {
        fields_of_host(self, visit);
        fields_of_game(self, visit);
    }
    static void fields_of_host(auto& self, auto&& visit) {
        visit("name", self.host);
        visit("cpu", self.cpu);
        visit("cores", self.cores);
    }
    static void fields_of_game(auto& self, auto&& visit) {
        visit("speed", self.speed);
        visit("load_percent", self.load_percent);
        visit("late_us", self.late);
        visit("took_us", self.took);
    }
    friend bool operator==(const PlayedOn&, const PlayedOn&) = default;
};

/// A void attempt to play a game.
struct VoidGame {
    std::optional<int> player;  ///< the player to move (0: the first); none in spools of older versions
    std::string why;            ///< in words
    friend bool operator==(const VoidGame&, const VoidGame&) = default;
};

/// A planned game with its results.
struct PlayedGame {
    PlannedGame game;
    StoredMatch match;
    std::string id;                           ///< the id of the match
    std::string log;                          ///< JSON on one line, without a newline
    std::string moves;                        ///< the moves of the log: a JSON array
    std::optional<protocol::BotEnd> failure;  ///< how the process of the bot that forfeited has ended
    std::vector<VoidGame> void_games;         ///< earlier attempts that were void
    int starved_turns = 0;  ///< the number of turns in which other processes used the bot's cores, also in void games
    std::optional<PlayedOn> on;  ///< the machine that has played it; none: this process
    /// The whole match. write_texts() replaces it by `log` and `moves`. In a series, it is kept.
    std::shared_ptr<const protocol::MatchLog> whole;
};

/// The record of a game with its whole match, without texts and void games. Requires: the log has its frames.
PlayedGame whole_game(const PlannedGame& game, protocol::MatchLog log);

/// Replaces the match by its texts. Throws std::logic_error if the match was broken off after its start. (A match that
/// was aborted because neither bot could be started, or because the rules of a game of one's own failed, is a result.)
void write_texts(PlayedGame& played);

/// Combines whole_game() and write_texts().
PlayedGame played_game(const PlannedGame& game, protocol::MatchLog log);

}  // namespace referee::tournament
