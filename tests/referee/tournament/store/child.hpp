// A second process, for tests of files that several processes use.
#pragma once

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tournament_test {

/// A process that runs an action, and sends numbers through a pipe.
class Child {
public:
    /// `action` receives a function that sends a number. The child exits with the result of the action, or 99 after an
    /// exception.
    template <class Action>
    explicit Child(Action action) {
        int ends[2];
        REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
        pid_ = ::fork();
        if (pid_ == 0) {
            int code = 99;
            try {
                code = action([&](int number) { (void)!::write(ends[1], &number, sizeof number); });
            } catch (...) {
            }
            ::_exit(code);
        }
        ::close(ends[1]);
        told_ = ends[0];
    }
    ~Child() {
        finish();
        ::close(told_);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void kill() const { ::kill(pid_, SIGKILL); }
    /// Returns the next number, or -1 if there are no more numbers.
    int next() const {
        int number = -1;
        return ::read(told_, &number, sizeof number) == sizeof number ? number : -1;
    }
    /// Waits until the child ends. Returns its exit code, or -1 if it was killed.
    int finish() {
        int status = 0;
        if (pid_ > 0) {
            ::waitpid(pid_, &status, 0);
            code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        }
        pid_ = -1;
        return code_;
    }

private:
    pid_t pid_;
    int told_ = -1;
    int code_ = 0;
};

}  // namespace tournament_test
