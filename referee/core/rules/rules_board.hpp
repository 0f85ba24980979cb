// The board of a game whose rules are a program. Only the creation of a board and play() talk with the program.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "games/dice.hpp"
#include "games/own_board.hpp"
#include "referee/core/rules/record_size.hpp"
#include "referee/core/rules/rules_program.hpp"

namespace referee::rules {

/// The maximum number of requests `chance` for one position.
inline constexpr std::size_t max_rolls = 1000;

/// A board with a process for itself. A clone gets its own process when it first plays, and repeats all requests there.
/// The dice are the referee's: the program asks for numbers with `chance`.
class RulesBoard final : public games::OwnBoard {
public:
    /// Throws games::RulesFailure, and games::UserError if the rules refuse the position in the settings. If `stop_fd`
    /// becomes readable (-1: none) while this board waits for the program, the constructor and play() throw
    /// games::Abandoned.
    RulesBoard(std::shared_ptr<RulesProgram> program, const games::SettingValues& values, std::uint64_t seed,
               int stop_fd);
    ~RulesBoard() override;

    /// The text of the position at the start, before dice were rolled for it; empty if the rules don't say it.
    [[nodiscard]] const std::string& first_start() const { return first_start_; }

    std::unique_ptr<Board> clone() const override;
    /// Throws games::RulesFailure.
    games::Verdict play(std::string_view answer) override;

private:
    RulesBoard(const RulesBoard& other);

    void resume();
    games::OwnPosition ask(const std::string& request, const games::OwnPosition* before, std::vector<int>* rolled);
    games::OwnPosition replied(const std::string& request, const games::OwnPosition* before);
    games::OwnPosition with_rolls(games::OwnPosition position, std::string_view request, std::vector<int>& rolled);
    void begin_at(const games::SettingValues& values);
    [[noreturn]] void fail(const std::string& problem);
    [[nodiscard]] std::string failure(const std::string& problem) const;

    std::shared_ptr<RulesProgram> program_;
    int stop_fd_;
    std::unique_ptr<RulesProcess> process_;  ///< null in a clone that has not played
    games::Dice dice_;
    RecordSize size_;
    std::string first_start_;
    std::vector<std::string> requests_;  ///< all of them since `new`
};

}  // namespace referee::rules
