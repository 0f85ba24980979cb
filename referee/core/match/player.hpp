// A player of one side of a match: a bot process, a person, or a script in a test.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "games/board.hpp"
#include "protocol/match_log.hpp"
#include "protocol/notes.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/cpu_use.hpp"
#include "referee/core/base/stalls.hpp"

namespace referee {

/// The reason why a player loses at once.
struct [[nodiscard]] Fault {
    protocol::Ending ending;
    std::string detail;               ///< an explanation in plain words
    std::optional<std::string> line;  ///< the received text, escaped and shortened; nothing if none was received
    std::optional<int> exit_code;
    std::optional<int> signal;
    /// The CPU time that all processes of a late bot used in this turn, and the time that they waited for a core.
    std::optional<CpuUse> cpu_use{};
    /// The time that the machine provably took from a late bot in this turn: time that other programs used of its
    /// cores, or in which the machine stood still.
    std::optional<Duration> taken{};
};

/// The reason why a player's turn was unfair. An unfair turn proves nothing about the player.
struct Disturbance {
    enum class Kind : std::uint8_t {
        referee_late,  ///< the referee itself woke up too late
        not_obeyed,    ///< the player could not be stopped or resumed
        no_core,       ///< other processes had the cores that the player needed
    };
    Kind kind;
    Duration length;
};

/// The request for an answer.
struct TurnRequest {
    std::string_view block;         ///< the turn block for a bot
    Duration limit;                 ///< the time for the answer
    Duration margin;                ///< the additional time before an answer is late
    const games::Board& board;      ///< the position before the answer, as the player may see it
    const protocol::MatchLog& log;  ///< the match so far, without frames
};

/// The result of a turn.
struct [[nodiscard]] TurnReport {
    /// How the turn ended.
    enum class Kind : std::uint8_t {
        answered,
        faulted,
        stopped,  ///< the referee was asked to stop
        left,     ///< a person leaves the match
        back,     ///< a person takes back their last move; only possible if there is one
    };
    Kind kind = Kind::stopped;
    std::string_view answer;               ///< valid until the player is asked again
    bool padded = false;                   ///< the answer was followed by ignored characters, such as a CR
    std::optional<Fault> fault;            ///< set if faulted
    Duration elapsed{};                    ///< the time since the referee began to send the block
    std::optional<Duration> charged;       ///< the time charged to the limit and the clock; if empty, `elapsed`
    std::optional<Disturbance> given;      ///< set if time that others took from the player was added to the deadline
    std::optional<Disturbance> disturbed;  ///< set if the turn was unfair nevertheless, whatever its result
    std::optional<std::chrono::nanoseconds> cpu;  ///< the CPU time since the last turn that reported it

    /// The time that the turn takes from the player's clock.
    [[nodiscard]] Duration cost() const { return charged.value_or(elapsed); }
};

/// The time to charge for a turn: `total` minus the time in which the referee did not run. Nothing if the referee ran
/// all the time.
[[nodiscard]] inline std::optional<Duration> charged_of(Duration total, const Stalls& stalls) {
    if (stalls.total() == Duration::zero()) return std::nullopt;
    return std::max(Duration::zero(), total - stalls.total());
}

/// The earlier matches of a process that plays many matches.
struct Past {
    int games = 0;              ///< the number of earlier games
    bool has_answered = false;  ///< it has answered in one of them, so its start is no longer part of a turn
};

/// The maximum number of bytes of notes that are kept of one turn.
inline constexpr std::size_t max_note_bytes = 4096;

/// A player in one match. The functions are called in this order: prepare() (optional), start(), take_turn() any number
/// of times, stay() (optional), dismiss(), end(). take_notes() may be called between start() and end().
class Player {
public:
    virtual ~Player() = default;

    /// Begins slow preparations for the start, without waiting for them.
    virtual void prepare() {}
    /// Gets ready to play and hands over the setup block.
    [[nodiscard]] virtual std::optional<Fault> start(std::string_view setup) = 0;
    /// Asks for a move, and waits for it at most for the limit plus the margin. Throws std::system_error if a system
    /// call fails.
    [[nodiscard]] virtual TurnReport take_turn(const TurnRequest& request) = 0;
    /// Called after a turn of the other player, before its result is judged. Returns a fault if this player's processes
    /// used the CPU though they should have been stopped, so that the other player's turn proves nothing.
    [[nodiscard]] virtual std::optional<Fault> fault_while_waiting() { return std::nullopt; }
    /// Whether the move limits apply to this player, in addition to a clock.
    [[nodiscard]] virtual bool limited_by_move() const { return true; }
    /// The earlier matches of the player's process. Nothing if the process plays only this match. Requires: start() was
    /// called.
    [[nodiscard]] virtual std::optional<Past> past() const { return std::nullopt; }
    /// Called if the match was completed without a fault of this player. The player's process may then play another
    /// match.
    virtual void stay() {}
    /// Returns the text that the player has written to stderr since the last call or the start, at most the last
    /// max_note_bytes. No clock runs meanwhile. After dismiss(), returns only text that was written before dismiss().
    [[nodiscard]] virtual protocol::Notes take_notes() { return {}; }
    /// Tells the player that the match is over.
    virtual void dismiss() = 0;
    /// Ensures that no process of the player is left running, except a process that stays. A player has `patience` to
    /// exit by itself. If `patience` is zero, a stopped player is killed without being resumed.
    virtual void end(Duration patience) = 0;
    /// The last part of the text that the player had written to stderr when it was dismissed, at most 64 KiB. Later
    /// text is not evidence of what the player did in the match.
    [[nodiscard]] virtual std::string stderr_tail() const = 0;
};

}  // namespace referee
