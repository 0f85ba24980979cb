// A player of one side of a match: a bot process, a person, or a script of a test.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "games/board.hpp"
#include "protocol/match_log.hpp"
#include "protocol/notes.hpp"
#include "referee/system/clock.hpp"
#include "referee/system/cpu_use.hpp"
#include "referee/system/stalls.hpp"

namespace referee {

/// The reason why a player loses at once.
struct [[nodiscard]] Fault {
    protocol::Ending ending;
    std::string detail;               ///< an explanation in plain words
    std::optional<std::string> line;  ///< the received text, escaped and cut; none if there was none
    std::optional<int> exit_code;
    std::optional<int> signal;
    /// The use of cores by all processes of a late bot in this turn.
    std::optional<CpuUse> cpu_use{};
};

/// The reason why a player's turn was unfair: it says nothing about the player.
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
    Duration margin;                ///< the extra time before an answer is late
    const games::Board& board;      ///< shown to a person
    const protocol::MatchLog& log;  ///< the match so far, without frames
};

/// The report of a turn.
struct [[nodiscard]] TurnReport {
    /// How it ended.
    enum class Kind : std::uint8_t {
        answered,
        faulted,
        stopped,  ///< the referee was asked to stop
        left,     ///< a person leaves the match
        back,     ///< a person takes back its last move, and there is one
    };
    Kind kind = Kind::stopped;
    std::string_view answer;                      ///< valid until the player is asked again
    bool padded = false;                          ///< ignored characters, such as a CR, followed the answer
    std::optional<Fault> fault;                   ///< set if faulted
    Duration elapsed{};                           ///< since the referee began to hand over the block
    std::optional<Duration> charged;              ///< the time charged to the limit and the clock; none: `elapsed`
    std::optional<Disturbance> given;             ///< the time that others took, and that was added to the deadline
    std::optional<Disturbance> disturbed;         ///< the turn was unfair all the same, whatever its result
    std::optional<std::chrono::nanoseconds> cpu;  ///< since the last turn with this value

    /// The time that the turn takes from the player's clock.
    [[nodiscard]] Duration cost() const { return charged.value_or(elapsed); }
};

/// The time charged for a turn: `total` without the time in which the referee did not run. None if they are equal.
[[nodiscard]] inline std::optional<Duration> charged_of(Duration total, const Stalls& stalls) {
    if (stalls.total() == Duration::zero()) return std::nullopt;
    return std::max(Duration::zero(), total - stalls.total());
}

/// The earlier matches of a player's process that plays many matches.
struct Past {
    int games = 0;              ///< the number of games so far
    bool has_answered = false;  ///< in any of them, so that its start is no longer part of a turn
};

/// The number of bytes of notes that are kept of one turn.
inline constexpr std::size_t max_note_bytes = 4096;

/// The calls come in this order: prepare (optional), start, take_turn any number of times, stay (optional), dismiss,
/// end; take_notes between start and end.
class Player {
public:
    virtual ~Player() = default;

    /// Begins slow preparations for the start, and does not wait for them.
    virtual void prepare() {}
    /// Gets ready to play and hands over the setup block.
    [[nodiscard]] virtual std::optional<Fault> start(std::string_view setup) = 0;
    /// Asks for a move and waits for it, at most for limit and margin. Throws std::system_error if the system can't.
    [[nodiscard]] virtual TurnReport take_turn(const TurnRequest& request) = 0;
    /// Whether the limits of a move apply to it, in addition to a clock.
    [[nodiscard]] virtual bool limited_by_move() const { return true; }
    /// After start(): none if the player's process plays this match only.
    [[nodiscard]] virtual std::optional<Past> past() const { return std::nullopt; }
    /// Called if the match was completed without a fault of the player: its process may play another match.
    virtual void stay() {}
    /// The text on the player's stderr since the last call or the start, at most the last max_note_bytes. No clock
    /// runs. After dismiss(), only text written before it.
    [[nodiscard]] virtual protocol::Notes take_notes() { return {}; }
    /// Tells the player that the match is over.
    virtual void dismiss() = 0;
    /// Makes sure that nothing of the player is left running, except a process that stays. A player has `patience` to
    /// exit by itself; if that is zero, a stopped player is not resumed for it.
    virtual void end(Duration patience) = 0;
    /// The end of the player's stderr at its dismissal, at most 64 KiB. Later text is no evidence of what it did
    /// before.
    [[nodiscard]] virtual std::string stderr_tail() const = 0;
};

}  // namespace referee
