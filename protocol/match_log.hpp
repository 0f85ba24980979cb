// The match log: the recorded data of a match, written as JSON and read back.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/ending.hpp"
#include "protocol/fields.hpp"
#include "protocol/notes.hpp"

namespace protocol {

/// Times in the log are whole microseconds.
using Micros = std::chrono::microseconds;

/// A limit for the total time of all turns of a side in a match.
struct TimeControl {
    Micros total{};      ///< the time at the start
    Micros increment{};  ///< the time that each answer adds

    static void fields(auto& self, auto&& visit) {
        visit("total_us", self.total);
        visit("increment_us", self.increment);
    }
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// The limits of a bot, in time and other resources.
struct Limits {
    std::optional<Micros> first_move{};  ///< for a bot's first answer, including its start; none: only the clock
    std::optional<Micros> move{};        ///< none: only the clock, which must be set
    Micros margin{};                     ///< added to each limit before a bot counts as late
    std::optional<std::uint64_t> memory_bytes{};  ///< for a bot and everything it starts; none: no limit
    std::optional<std::uint64_t> processes{};     ///< for a bot and everything it starts, including threads
    std::string kept_by = "nothing";              ///< enforces these two limits: "cgroup v1", "cgroup v2" or "rlimits"
    bool ponder = true;                           ///< whether a bot keeps running when it is not its turn
    std::optional<std::uint64_t> cpus{};          ///< the number of cores that a bot may use; none: all
    std::optional<TimeControl> clock{};           ///< in addition to the move limits; none: only move limits

    /// The limit for one answer, independent of the clock. None if only the clock limits it.
    [[nodiscard]] std::optional<Micros> of_turn(bool is_first) const { return is_first ? first_move : move; }
    /// With a clock, removes a move limit that equals the clock's total, because in JSON that means "none". Also
    /// removes a limit of the first move that has no effect because of the clock.
    void drop_idle() {
        if (clock && move == clock->total) move.reset();
        if (clock && first_move && *first_move >= clock->total) first_move.reset();
    }

    /// `with_keeper`: whether to visit `kept_by`, which depends on the machine.
    static void fields(auto& self, auto&& visit, bool with_keeper = true) {
        const Micros total = self.clock ? self.clock->total : Micros();
        visit("first_move_us", filled(self.first_move, total));
        visit("move_us", filled(self.move, total));
        visit("margin_us", self.margin);
        visit("memory_bytes", self.memory_bytes);
        visit("processes", self.processes);
        visit("kept_by", omit_if(!with_keeper, self.kept_by));
        visit("ponder", self.ponder);
        visit("cpus", may_lack(self.cpus));
        visit("clock", if_any(self.clock));
    }
    void after_reading() { drop_idle(); }
    friend bool operator==(const Limits&, const Limits&) = default;
};

/// A side of a match: its player, and how the player was started.
struct LoggedPlayer {
    std::string name;
    std::vector<std::string> command;  ///< empty for a person
    std::string isolation = "none";
    /// The number of games that the bot's process had played before this one. None if a process plays only one game.
    std::optional<int> games_before{};
    std::optional<Limits> limits{};  ///< all limits of this player, if it has its own; none: those of the match

    static void fields(auto& self, auto&& visit) {
        visit("name", self.name);
        visit("command", self.command);
        visit("isolation", self.isolation);
        visit("games_before", if_any(self.games_before));
        visit("limits", if_any(self.limits));
    }
};

/// One move, with its time and its effects.
struct LoggedPly {
    int player = 0;
    std::string move;
    std::optional<std::vector<int>> hand;  ///< the player's hand, in a game with chance
    std::optional<Micros> wall;            ///< unknown for a given ply
    std::optional<Micros> cpu;             ///< CPU time of the bot's own process, since its last ply that reports it
    std::vector<int> lost;                 ///< players whose turns were lost after this ply, in order
    std::string frame;                     ///< the position after the ply, including lost turns, as JSON text
    Notes notes{};                         ///< the bot's stderr output since its last ply
    std::optional<Micros> charged{};       ///< the time that counts against its limit and its clock; none: `wall`

    /// The time that the ply takes from the player's clock. None for a given ply.
    [[nodiscard]] std::optional<Micros> cost() const { return charged ? charged : wall; }

    static void fields(auto& self, auto&& visit) {
        visit("player", self.player);
        visit("move", self.move);
        visit("wall_us", self.wall);
        visit("cpu_us", self.cpu);
        visit("charged_us", if_any(self.charged));
        visit("lost", self.lost);
        visit("hand", if_any(self.hand));
        visit("notes", omit_if(self.notes.empty(), self.notes));
        visit("frame", json_text_of(self.frame));
    }
};

/// The points of player 0 and player 1.
using Score = std::array<std::int64_t, 2>;

/// How a match ended.
struct Result {
    std::optional<int> winner;  ///< none: drawn or aborted
    Ending ending = Ending::aborted;
    std::string detail;  ///< the rule that ended the match, or a description of the fault; may be empty
    /// The points of both players, if the game has points and has ended by the rules.
    std::optional<Score> score{};

    static void fields(auto& self, auto&& visit) {
        visit("winner", self.winner);
        visit("ending", as_text(self.ending, name_of, ending_of));
        visit("detail", or_null(self.detail));
        visit("score", if_any(self.score));
    }
};

/// The details of a forfeit.
struct Failure {
    int player = 0;
    std::optional<std::string> line;  ///< the received line, escaped and cut; none if nothing was received
    std::optional<int> exit_code;
    std::optional<int> signal;
    std::optional<Micros> elapsed;  ///< time since the turn began
    std::optional<Micros> limit;    ///< without the margin
    std::optional<Micros> cpu;      ///< for a late bot: the CPU time of all its processes in this turn
    std::optional<Micros> waited;   ///< for a late bot: the total time for which its threads waited for a core
    std::optional<Micros> taken;    ///< for a late bot: the time that the machine took from it in this turn
    std::string stderr_tail;        ///< the last 64 KiB, as the bot wrote them
    std::vector<std::string> valid_moves;

    static void fields(auto& self, auto&& visit) {
        visit("player", self.player);
        visit("line", self.line);
        visit("exit_code", self.exit_code);
        visit("signal", self.signal);
        visit("elapsed_us", self.elapsed);
        visit("limit_us", self.limit);
        visit("cpu_us", may_lack(self.cpu));
        visit("waited_us", may_lack(self.waited));
        visit("taken_us", may_lack(self.taken));
        visit("stderr_tail", self.stderr_tail);
        visit("valid_moves", self.valid_moves);
    }
};

/// A setting in the log: a number, a text as blocks of lines (separated by blank lines in its file), a text of one
/// line, or nothing.
using ConfigValue = std::variant<std::monostate, std::int64_t, std::vector<std::vector<std::string>>, std::string>;
/// Settings by name, in the order of the game's table.
using Config = std::vector<std::pair<std::string, ConfigValue>>;

/// One match. The positions before the first ply and after each ply are stored as the JSON text of their frames.
struct MatchLog {
    std::string referee_version;
    std::string id;
    std::string started_at;  ///< UTC, ISO 8601
    std::string game;
    Config config;                        ///< all settings, including defaults
    std::string rules;                    ///< JSON text about the rules of a game of one's own; empty: a built-in game
    std::uint64_t seed = 0;               ///< below 2^53, so that every JSON reader can represent it
    std::array<LoggedPlayer, 2> players;  ///< index 0 moves first
    Limits limits;
    int opening = 0;  ///< the number of first plies that were given
    std::string initial;
    std::vector<LoggedPly> plies;
    Result result;
    std::optional<Failure> failure;   ///< present for a forfeit
    std::array<Notes, 2> last_notes;  ///< each player's output after its last ply, up to the end of the match

    /// The limits of a player (0 or 1): its own, or else those of the match.
    [[nodiscard]] const Limits& limits_of(int player) const {
        const auto& own = players[static_cast<std::size_t>(player)].limits;
        return own ? *own : limits;
    }

    static void fields(auto& self, auto&& visit) {
        fields_of_head(self, visit);
        fields_of_course(self, visit);
    }
    static void fields_of_head(auto& self, auto&& visit) {
        visit("referee", group([&](auto&& part) { part("version", self.referee_version); }));
        visit("id", self.id);
        visit("started_at", self.started_at);
        visit("game", group([&](auto&& part) {
                  part("name", self.game);
                  part("config", self.config);
                  part("seed", self.seed);
                  part("rules", omit_if(self.rules.empty(), json_text_of(self.rules)));
              }));
        visit("players", self.players);
        visit("limits", self.limits);
        visit("opening", self.opening);
    }
    static void fields_of_course(auto& self, auto&& visit) {
        visit("initial", json_text_of(self.initial));
        visit("plies", self.plies);
        visit("result", self.result);
        visit("failure", self.failure);
        visit("last_notes", omit_if(self.last_notes == std::array<Notes, 2>(), each_or_null(self.last_notes)));
    }
};

/// The beginning of the format's name in all versions, and the full name in this version.
inline constexpr std::string_view match_log_family = "referee-match/";
inline constexpr std::string_view match_log_format = "referee-match/1";

/// The layout of a log.
enum class Layout {
    one_line,  ///< the whole match on one line, for a file of many matches
    readable,  ///< one line per ply, for a file with one match
};

/// Writes the match as one JSON object (see docs/match_log.md), with a newline at its end. The result is always valid
/// UTF-8.
std::string to_json(const MatchLog& match, Layout layout);

/// The reason why a text is not read as a match log.
enum class LogFault : std::uint8_t {
    damaged,        ///< it is not JSON, or violates the format
    other_version,  ///< it is a match log in another version of the format
};

struct LogProblem {
    LogFault fault = LogFault::damaged;
    std::string text;  ///< what is wrong and where, on one line
};

/// Reads a match log. Checks everything that the format requires of a single object, but not whether the moves are
/// legal, because this would require the rules of the game. If something is wrong, returns nothing and sets `problem`
/// to the first problem.
[[nodiscard]] std::optional<MatchLog> parse_match_log(std::string_view json, LogProblem& problem);

}  // namespace protocol
