// The match log: what is kept of a match, and how it is written as JSON and read back.
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

/// A limit of all turns of a side in a match together.
struct TimeControl {
    Micros total{};      ///< at the start
    Micros increment{};  ///< that each answer adds

    static void fields(auto& self, auto&& visit) {
        visit("total_us", self.total);
        visit("increment_us", self.increment);
    }
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// The limits of a bot, in time and other resources.
struct Limits {
    std::optional<Micros> first_move{};  ///< for a bot's first answer, which contains its start; none: no limit
    std::optional<Micros> move{};        ///< none: no limit but the clock, which is then there
    Micros margin{};                     ///< added to each limit before a bot is called late
    std::optional<std::uint64_t> memory_bytes{};  ///< of a bot and all that it starts; none: as much as there is
    std::optional<std::uint64_t> processes{};     ///< likewise, threads counted
    std::string kept_by = "nothing";              ///< what keeps these two: "cgroup v1", "cgroup v2" or "rlimits"
    bool ponder = true;                           ///< whether a bot runs on while it is not to move
    std::optional<std::uint64_t> cpus{};          ///< the cores that a bot may use; none: all
    std::optional<TimeControl> clock{};           ///< beside the limits of a move; none: only those

    /// Of one answer, whatever the clock leaves; none: only the clock limits it.
    [[nodiscard]] std::optional<Micros> of_turn(bool is_first) const { return is_first ? first_move : move; }
    /// Beside a clock, drops a limit of a move that equals the clock's total, which in JSON stands for none, and one of
    /// the first move that the clock makes pointless.
    void drop_idle() {
        if (clock && move == clock->total) move.reset();
        if (clock && first_move && *first_move >= clock->total) first_move.reset();
    }

    /// `with_keeper`: whether `kept_by` is one of them; it depends on the machine.
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

/// A side of a match: who plays it, and how it was started.
struct LoggedPlayer {
    std::string name;
    std::vector<std::string> command;  ///< empty for a person
    std::string isolation = "none";
    /// The games that its process had played before this one; none: a process plays one game only.
    std::optional<int> games_before{};
    std::optional<Limits> limits{};  ///< of its own, all of them; none: those of the match

    static void fields(auto& self, auto&& visit) {
        visit("name", self.name);
        visit("command", self.command);
        visit("isolation", self.isolation);
        visit("games_before", if_any(self.games_before));
        visit("limits", if_any(self.limits));
    }
};

/// One move, with what it took.
struct LoggedPly {
    int player = 0;
    std::string move;
    std::optional<std::vector<int>> hand;  ///< the player's hand, in a game with chance
    std::optional<Micros> wall;            ///< unknown for a given ply
    std::optional<Micros> cpu;             ///< of the bot's own process, since its last ply that tells it
    std::vector<int> lost;                 ///< players whose turns were lost after this ply, in order
    std::string frame;                     ///< JSON text: the position after the ply, lost turns included
    Notes notes{};                         ///< what the bot has written to stderr since its last ply
    std::optional<Micros> charged{};       ///< what counts against its limit and its clock; none: `wall`

    /// What the ply takes of the player's clock; none for a given ply.
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

/// How a match ended.
struct Result {
    std::optional<int> winner;  ///< none: a draw, or aborted
    Ending ending = Ending::aborted;
    std::string detail;  ///< which rule, or what the fault was; may be empty

    static void fields(auto& self, auto&& visit) {
        visit("winner", self.winner);
        visit("ending", as_text(self.ending, name_of, ending_of));
        visit("detail", or_null(self.detail));
    }
};

/// The details of a forfeit.
struct Failure {
    int player = 0;
    std::optional<std::string> line;  ///< what was received, escaped and cut; none if nothing was
    std::optional<int> exit_code;
    std::optional<int> signal;
    std::optional<Micros> elapsed;  ///< since the turn began
    std::optional<Micros> limit;    ///< without the margin
    std::optional<Micros> cpu;      ///< of a late bot: the CPU time of all its processes in this turn
    std::optional<Micros> waited;   ///< likewise: the time for which its threads waited for a core, added up
    std::string stderr_tail;        ///< the last 64 KiB, bytes as they came
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
        visit("stderr_tail", self.stderr_tail);
        visit("valid_moves", self.valid_moves);
    }
};

/// A setting in the log: a number, a text as blocks of lines (between which its file has blank lines), a text of one
/// line, or nothing.
using ConfigValue = std::variant<std::monostate, std::int64_t, std::vector<std::vector<std::string>>, std::string>;
/// Settings by their names, in the order of the game's table.
using Config = std::vector<std::pair<std::string, ConfigValue>>;

/// One match. The position before the first ply and after each are kept as the JSON text of their frames.
struct MatchLog {
    std::string referee_version;
    std::string id;
    std::string started_at;  ///< UTC, ISO 8601
    std::string game;
    Config config;                        ///< every setting, defaults included
    std::uint64_t seed = 0;               ///< below 2^53, so that every JSON reader can hold it
    std::array<LoggedPlayer, 2> players;  ///< index 0 moves first
    Limits limits;
    int opening = 0;  ///< the number of first plies that were given
    std::string initial;
    std::vector<LoggedPly> plies;
    Result result;
    std::optional<Failure> failure;   ///< of a forfeit
    std::array<Notes, 2> last_notes;  ///< what each has written after its last ply, up to the end of the match

    /// Those that hold for a player (0 or 1): its own if it has any.
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

/// The beginning of the format's name in every version, and the name in this one.
inline constexpr std::string_view match_log_family = "referee-match/";
inline constexpr std::string_view match_log_format = "referee-match/1";

/// The layout of a log.
enum class Layout {
    one_line,  ///< the whole match on one line: for a file of many matches
    readable,  ///< a line a ply: for a match in a file of its own
};

/// The match as one JSON object (see docs/match_log.md), with a newline at its end. Always valid UTF-8.
std::string to_json(const MatchLog& match, Layout layout);

/// Why a text is not read as a match log.
enum class LogFault : std::uint8_t {
    damaged,        ///< it is not JSON, or not what the format asks for
    other_version,  ///< it is a match log in another version of the format
};

struct LogProblem {
    LogFault fault = LogFault::damaged;
    std::string text;  ///< what is wrong and where, on one line
};

/// Reads a match log. Everything that the format says of one object is checked, but not whether the moves are legal:
/// that takes the rules. Returns nothing if something is wrong, and sets `problem` to the first that is.
[[nodiscard]] std::optional<MatchLog> parse_match_log(std::string_view json, LogProblem& problem);

}  // namespace protocol
