// The least that a referee can do: two children, and for each turn a write, a poll with a deadline, and a read.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace bench {

/// The bytes sent in a turn, and their receiver.
struct BareTurn {
    int player;
    std::string block;
};

/// Everything that two bots are sent in a match.
struct BareScript {
    std::array<std::string, 2> setup;
    std::vector<BareTurn> turns;
};

/// A program and its arguments.
using BareCommand = std::vector<std::string>;

/// Two processes of a bot, which play one game or several, one after the other.
class BareMatch {
public:
    /// Starts the bot twice. Throws std::runtime_error if that can't be done.
    explicit BareMatch(const BareCommand& bot);
    /// Closes their stdin, and reaps both.
    ~BareMatch();
    BareMatch(const BareMatch&) = delete;
    BareMatch& operator=(const BareMatch&) = delete;

    /// Sends each what the script says, behind -1 from the second game on, and reads a line for each turn. Throws
    /// std::runtime_error if a bot does not play along.
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
