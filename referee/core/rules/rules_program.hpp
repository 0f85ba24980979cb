// The program with the rules of a game of the user, and its processes.
#pragma once

#include <boost/asio/thread_pool.hpp>
#include <memory>
#include <string>
#include <vector>

#include "games/own_hello.hpp"
#include "referee/core/base/mutex.hpp"
#include "referee/core/bots/bot_copies.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/core/rules/rules_process.hpp"

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
    BotCopies copies_;
    std::unique_ptr<const LaunchPlan> plan_;
    std::string sums_;  ///< the JSON list of the files with their sums at the start
    std::string greeting_;
    std::shared_ptr<const games::OwnHello> hello_;
    std::string record_;
    Mutex mutex_;
    /// One thread, which starts all processes: they outlive the threads that play.
    std::unique_ptr<boost::asio::thread_pool> starter_;
    std::vector<std::unique_ptr<RulesProcess>> idle_ GUARDED_BY(mutex_);
};

}  // namespace referee::rules
