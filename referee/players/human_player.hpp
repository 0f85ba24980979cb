// A person at the terminal as a player. Only a clock for the whole game holds for persons, too.
#pragma once

#include <string>

#include "protocol/line_buffer.hpp"
#include "referee/match/player.hpp"

namespace referee {

/// Lines that a person types. One terminal serves both players where both are persons.
class Terminal {
public:
    /// `input_fd` is read; `stop_fd` becomes readable when reading is to be given up.
    Terminal(int input_fd, int stop_fd) : input_fd_(input_fd), stop_fd_(stop_fd) {}

    /// The next line without spaces around it, or nothing at the end of the input or where reading is given up, at the
    /// latest at `deadline`.
    [[nodiscard]] std::optional<std::string> read_line(std::optional<TimePoint> deadline);
    /// Whether reading was given up because the referee is to stop.
    [[nodiscard]] bool stopped() const { return stopped_; }
    /// Whether the last reading was given up at its deadline.
    [[nodiscard]] bool late() const { return late_; }

private:
    bool stopped_ = false;
    bool late_ = false;
    int input_fd_;
    int stop_fd_;
    protocol::LineBuffer lines_;
};

/// A person who types moves at the terminal, which several players may share.
class HumanPlayer final : public Player {
public:
    HumanPlayer(Terminal& terminal, std::string name) : terminal_(terminal), name_(std::move(name)) {}

    [[nodiscard]] std::optional<Fault> start(std::string_view) override { return std::nullopt; }
    [[nodiscard]] TurnReport take_turn(const TurnRequest& request) override;
    void dismiss() override {}
    void end(Duration) override {}
    [[nodiscard]] std::string stderr_tail() const override { return ""; }

private:
    /// Sets answer_ and returns true if this input is a legal move; otherwise does or explains what was typed.
    bool understand(const std::string& typed, const TurnRequest& request);

    static TurnReport out_of_time(TimePoint begin);

    Terminal& terminal_;
    std::string name_;
    std::string answer_;
};

}  // namespace referee
