// A person at the terminal as a player. The only time limit that applies to a person is the clock for the whole game.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "games/board.hpp"
#include "protocol/line_buffer.hpp"
#include "referee/core/match/player.hpp"

namespace referee {

/// The move that a person means, legal or not, as the protocol writes it. Nothing if the text is not a move. Accepts
/// every spelling that the terminal shows: the keys of the game, and the words of a legal move, in any case and with
/// any number of spaces between them.
[[nodiscard]] std::optional<std::string> typed_move(const games::Board& board, std::string_view typed);

/// The time for a person's turn. It does not pass while the referee is suspended.
struct PersonsTime {
    TimePoint deadline;
    Stalls stalls{};
};

/// Reads the lines that a person types. Two persons share one terminal, and so do all matches of a series: lines that
/// are typed ahead count for the next match.
class Terminal {
public:
    /// Reads `input_fd`. `stop_fd` becomes readable when reading is to be abandoned. Requires: `clock` outlives this
    /// object.
    Terminal(int input_fd, int stop_fd, const TurnClock& clock = real_clock)
        : input_fd_(input_fd), stop_fd_(stop_fd), clock_(clock) {}

    /// Returns the next line without the spaces around it. Returns nothing at the end of the input, if the referee is
    /// to stop, or if the time is over. `time`: null if there is no limit.
    [[nodiscard]] std::optional<std::string> read_line(PersonsTime* time);
    /// Whether reading was abandoned because the referee is to stop.
    [[nodiscard]] bool stopped() const { return stopped_; }
    /// Whether the last call of read_line() reached its deadline.
    [[nodiscard]] bool late() const { return late_; }
    [[nodiscard]] const TurnClock& clock() const { return clock_; }

private:
    bool wait(PersonsTime* time);

    bool stopped_ = false;
    bool late_ = false;
    int input_fd_;
    int stop_fd_;
    const TurnClock& clock_;
    protocol::LineBuffer lines_;
};

/// Returns one line: the move that a bot would play now in place of the player, or the reason why there is no answer.
using HintGiver = std::function<std::string(const protocol::MatchLog& log, int player)>;

/// A person who types moves at the terminal, which several players may share.
class HumanPlayer final : public Player {
public:
    /// If `hint` is empty, there are no hints.
    HumanPlayer(Terminal& terminal, std::string name, HintGiver hint = nullptr)
        : terminal_(terminal), name_(std::move(name)), hint_(std::move(hint)) {}

    [[nodiscard]] std::optional<Fault> start(std::string_view) override { return std::nullopt; }
    [[nodiscard]] TurnReport take_turn(const TurnRequest& request) override;
    [[nodiscard]] bool limited_by_move() const override { return false; }
    void dismiss() override {}
    void end(Duration) override {}
    [[nodiscard]] std::string stderr_tail() const override { return ""; }

private:
    /// The effect of a typed line. Nothing if the person has to be asked again.
    using Outcome = std::optional<TurnReport::Kind>;

    /// Executes the line, or explains why that is impossible. Sets answer_ if the line is a legal move.
    Outcome understand(const std::string& typed, const TurnRequest& request);
    bool obey(const std::string& typed, const TurnRequest& request, Outcome& effect);
    bool tell(std::string_view command, const TurnRequest& request) const;
    void help(const TurnRequest& request) const;

    Terminal& terminal_;
    std::string name_;
    HintGiver hint_;
    std::string answer_;
};

}  // namespace referee
