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

/// Why a player loses at once.
struct [[nodiscard]] Fault {
    protocol::Ending ending;
    std::string detail;               ///< in plain words what happened
    std::optional<std::string> line;  ///< what was received, escaped and cut; none if nothing was
    std::optional<int> exit_code;
    std::optional<int> signal;
    /// Of all processes of a bot that is late, in this turn.
    std::optional<CpuUse> cpu_use{};
};

/// Why nobody can say what a player would have done in its turn.
struct Disturbance {
    enum class Kind : std::uint8_t {
        referee_late,  ///< the referee itself woke up too late
        not_obeyed,    ///< the player could not be stopped or resumed
        no_core,       ///< others had the cores that the player needed
    };
    Kind kind;
    Duration length;
};

/// The request for an answer.
struct TurnRequest {
    std::string_view block;         ///< the turn block for a bot
    Duration limit;                 ///< the time for the answer
    Duration margin;                ///< the extra time before an answer is late
    const games::Board& board;      ///< for a person to look at
    const protocol::MatchLog& log;  ///< the match so far, frames not filled in
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
    bool padded = false;                          ///< something that is ignored, such as a CR, stood behind the answer
    std::optional<Fault> fault;                   ///< where faulted
    Duration elapsed{};                           ///< since the referee began to hand over the block
    std::optional<Duration> charged;              ///< what counts against the limit and the clock; none: `elapsed`
    std::optional<Disturbance> given;             ///< that others took, and that came behind the deadline
    std::optional<Disturbance> disturbed;         ///< the turn was not fair all the same, whatever its result
    std::optional<std::chrono::nanoseconds> cpu;  ///< since the last turn that tells it

    /// What the turn takes of the player's clock.
    [[nodiscard]] Duration cost() const { return charged.value_or(elapsed); }
};

/// `total` without the time in which the referee did not run: what a turn is charged with. None if that is all of it.
[[nodiscard]] inline std::optional<Duration> charged_of(Duration total, const Stalls& stalls) {
    if (stalls.total() == Duration::zero()) return std::nullopt;
    return std::max(Duration::zero(), total - stalls.total());
}

/// What the process of a player that plays many matches has done before this one.
struct Past {
    int games = 0;              ///< in which it was started or went on
    bool has_answered = false;  ///< in any of them: its start is not a part of a turn any more
};

/// The number of bytes of notes that are kept of one turn.
inline constexpr std::size_t max_note_bytes = 4096;

/// The calls come in this order: prepare (or not), start, take_turn any number of times, stay (or not), dismiss, end;
/// take_notes between start and end.
class Player {
public:
    virtual ~Player() = default;

    /// Begins with what takes time before the start, and does not wait for it.
    virtual void prepare() {}
    /// Gets ready to play and hands over the setup block.
    [[nodiscard]] virtual std::optional<Fault> start(std::string_view setup) = 0;
    /// Asks for a move and waits for it, at most for limit and margin. Throws std::system_error if the system can't.
    [[nodiscard]] virtual TurnReport take_turn(const TurnRequest& request) = 0;
    /// Whether the limits of a move hold for it, beside a clock.
    [[nodiscard]] virtual bool limited_by_move() const { return true; }
    /// After start(): none if the player's process plays this match only.
    [[nodiscard]] virtual std::optional<Past> past() const { return std::nullopt; }
    /// The match was not broken off, and the player has done nothing wrong: its process may play another match.
    virtual void stay() {}
    /// What the player has written to its stderr since the last call or the start, at most the last max_note_bytes. On
    /// no clock; after dismiss(), no more than had been written then.
    [[nodiscard]] virtual protocol::Notes take_notes() { return {}; }
    /// Tells the player that the match is over.
    virtual void dismiss() = 0;
    /// Makes sure that nothing of the player is left running, but for a process that stays. A player has `patience` to
    /// exit by itself; where that is zero, one that is stopped is not woken for it.
    virtual void end(Duration patience) = 0;
    /// The last that the player had written to its stderr when it was dismissed, at most 64 KiB: what it writes then is
    /// no evidence of what it did before.
    [[nodiscard]] virtual std::string stderr_tail() const = 0;
};

}  // namespace referee
