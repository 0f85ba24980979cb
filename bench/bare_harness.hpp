// The minimum that a referee can do: start two children, and for each turn a write, a poll with a deadline, and a read.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace bench {

/// The bytes that are sent in a turn, and the player who receives them.
struct BareTurn {
    int player;
    std::string block;
};

/// All bytes that two bots receive in a match.
struct BareScript {
    std::array<std::string, 2> setup;
    std::vector<BareTurn> turns;
};

/// A program and its arguments.
using BareCommand = std::vector<std::string>;

/// Two processes of one bot, which play one or more games in succession.
class BareMatch {
public:
    /// Starts the bot twice. Throws std::runtime_error if that is impossible.
    explicit BareMatch(const BareCommand& bot);
    /// Closes the stdin of both processes and reaps them.
    ~BareMatch();
    BareMatch(const BareMatch&) = delete;
    BareMatch& operator=(const BareMatch&) = delete;

    /// Plays a game: sends the bytes of the script and reads one line for each turn. From the second game on, sends -1
    /// first. Throws std::runtime_error if a bot fails.
    void play(const BareScript& script);

private:
    struct Child {
        int pid = -1;
        int in = -1;
        int out = -1;
    };
    static Child start(const BareCommand& bot);
    static void send(const Child& child, const std::string& bytes);

    std::array<Child, 2> children_;
    bool played_ = false;
};

}  // namespace bench
