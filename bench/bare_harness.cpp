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

struct Child {
    pid_t pid = -1;
    int in = -1;
    int out = -1;
};

void check(bool fine) {
    if (!fine) throw std::runtime_error("bare harness: the system or the bot does not play along");
}

Child start(const std::string& bot) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    check(::pipe2(in.data(), O_CLOEXEC) == 0 && ::pipe2(out.data(), O_CLOEXEC) == 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    std::array<char*, 2> arguments = {const_cast<char*>(bot.c_str()), nullptr};
    Child child;
    check(::posix_spawn(&child.pid, bot.c_str(), &actions, nullptr, arguments.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    child.in = in[1];
    child.out = out[0];
    return child;
}

void send(const Child& child, const std::string& bytes) {
    check(::write(child.in, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
}

void read_line(const Child& child, std::chrono::steady_clock::time_point deadline) {
    std::array<char, 4096> buffer;
    for (std::size_t have = 0;;) {
        pollfd descriptor = {child.out, POLLIN, 0};
        const auto left = deadline - std::chrono::steady_clock::now();
        check(left.count() > 0);
        const timespec timeout = {left.count() / 1'000'000'000, left.count() % 1'000'000'000};
        check(::ppoll(&descriptor, 1, &timeout, nullptr) == 1);
        const auto count = ::read(child.out, buffer.data() + have, buffer.size() - have);
        check(count > 0);
        have += static_cast<std::size_t>(count);
        if (buffer[have - 1] == '\n') return;
    }
}

}  // namespace

void run_bare(const std::string& bot, const BareScript& script) {
    const std::array<Child, 2> children = {start(bot), start(bot)};
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
        send(children[i], script.setup[i]);
    for (const BareTurn& turn : script.turns) {
        const Child& child = children[static_cast<std::size_t>(turn.player)];
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        send(child, turn.block);
        read_line(child, deadline);
    }
    for (const Child& child : children) {
        ::close(child.in);
        ::waitpid(child.pid, nullptr, 0);
        ::close(child.out);
    }
}

}  // namespace bench
