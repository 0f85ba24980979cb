#include "bench/bare_harness.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>

namespace bench {

namespace {

void check(bool fine) {
    if (!fine) throw std::runtime_error("bare harness: the system or the bot does not play along");
}

void read_line(int out, std::chrono::steady_clock::time_point deadline) {
    std::array<char, 4096> buffer;
    for (std::size_t have = 0;;) {
        pollfd descriptor = {out, POLLIN, 0};
        const auto left = deadline - std::chrono::steady_clock::now();
        check(left.count() > 0);
        const timespec timeout = {left.count() / 1'000'000'000, left.count() % 1'000'000'000};
        check(::ppoll(&descriptor, 1, &timeout, nullptr) == 1);
        const auto count = ::read(out, buffer.data() + have, buffer.size() - have);
        check(count > 0);
        have += static_cast<std::size_t>(count);
        if (buffer[have - 1] == '\n') return;
    }
}

}  // namespace

BareMatch::Child BareMatch::start(const BareCommand& bot) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    check(::pipe2(in.data(), O_CLOEXEC) == 0 && ::pipe2(out.data(), O_CLOEXEC) == 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    std::vector<char*> arguments;
    for (const std::string& word : bot)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    Child child;
    check(::posix_spawn(&child.pid, arguments.front(), &actions, nullptr, arguments.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    child.in = in[1];
    child.out = out[0];
    return child;
}

void BareMatch::send(const Child& child, const std::string& bytes) {
    check(::write(child.in, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
}

BareMatch::BareMatch(const BareCommand& bot) : children_{start(bot), start(bot)} {}

BareMatch::~BareMatch() {
    for (const Child& child : children_) {
        ::close(child.in);
        ::waitpid(child.pid, nullptr, 0);
        ::close(child.out);
    }
}

void BareMatch::play(const BareScript& script) {
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
        send(children_[i], played_ ? "-1\n" + script.setup[i] : script.setup[i]);
    played_ = true;
    for (const BareTurn& turn : script.turns) {
        const Child& child = children_[static_cast<std::size_t>(turn.player)];
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        send(child, turn.block);
        read_line(child.out, deadline);
    }
}

}  // namespace bench
