// A game whose rules are a program of the user: `--game ./four.py:height=8`.
#pragma once

#include <boost/asio/thread_pool.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/own_hello.hpp"
#include "games/spec.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/bots/sight.hpp"
#include "referee/rules/rules_process.hpp"
#include "referee/tournament/entrants/bot_copies.hpp"

namespace referee::rules {

/// The program of a game. Its processes are kept: a board has one for itself, and gives it back at its end. So there
/// are as many as boards that live at the same time, usually one for each thread that plays. Thread-safe.
class RulesProgram {
public:
    /// Starts the program and reads its hello. `file`: a script, a program, or a folder that holds one. Throws
    /// games::UserError if it can't be run or its hello is wrong.
    RulesProgram(const std::string& file, const IsolationOptions& isolation);

    [[nodiscard]] const std::shared_ptr<const games::OwnHello>& hello() const { return hello_; }
    /// The JSON object for `game.rules` of logs.
    [[nodiscard]] const std::string& record() const { return record_; }
    /// The path of the file or folder as it was given.
    [[nodiscard]] const std::string& file() const { return file_; }
    /// The real paths of the program's files, which no bot may see.
    [[nodiscard]] std::vector<std::string> secrets() const { return secrets_of(command_, own_); }

    /// A process that waits for requests. Throws games::RulesFailure if it can't be started, and games::Abandoned if
    /// `stop_fd` becomes readable meanwhile (-1: none).
    [[nodiscard]] std::unique_ptr<RulesProcess> take(int stop_fd = -1);
    /// Takes a process back, which may wait for another game.
    void give_back(std::unique_ptr<RulesProcess> process);

private:
    [[nodiscard]] LaunchRequest request() const;
    [[nodiscard]] std::string sums() const;
    std::unique_ptr<RulesProcess> start(int stop_fd);

    std::string file_;
    BotCommand command_;
    OwnFiles own_;
    Isolation isolation_;
    tournament::BotCopies copies_;
    std::unique_ptr<const LaunchPlan> plan_;
    std::string sums_;  ///< the JSON list of the files with their sums at the start
    std::string greeting_;
    std::shared_ptr<const games::OwnHello> hello_;
    std::string record_;
    std::mutex mutex_;
    /// One thread, which starts all processes: they outlive the threads that play.
    std::unique_ptr<boost::asio::thread_pool> starter_;
    std::vector<std::unique_ptr<RulesProcess>> idle_;
};

/// Whether a text for --game names a program: it has a slash or a dot before its settings.
[[nodiscard]] bool names_program(std::string_view game);
/// Whether a text for --game names a program without settings.
[[nodiscard]] bool names_only_program(std::string_view game);

/// The game that a text for --game names: a program with settings, or a built-in game. The rules of a program have the
/// same kind of sandbox as the bots. Throws games::UserError as games::parse_spec() does.
[[nodiscard]] games::GameSpec parse_game(std::string_view game, const IsolationOptions& isolation,
                                         std::string_view position = {});

/// The program that a text for --game names, and the values of its settings. Throws as parse_game().
[[nodiscard]] std::pair<std::shared_ptr<RulesProgram>, games::SettingValues> load(std::string_view game,
                                                                                  const IsolationOptions& isolation);

/// The game of a program, with the usual settings.
[[nodiscard]] std::shared_ptr<const games::GameInfo> game_of(std::shared_ptr<RulesProgram> program);

}  // namespace referee::rules
