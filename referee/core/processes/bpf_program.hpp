// A seccomp filter as a table of rules, and its compilation to a program for the kernel.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace referee {

/// Bits of an argument of a system call. A filter loads 32 bits at a time. Most arguments are ints, of which the kernel
/// itself uses only the lower half.
struct ArgumentBits {
    unsigned argument;  ///< counted from 0
    std::uint32_t mask = 0xffffffffu;
    bool upper = false;
};

/// Holds if the value of the bits is in the list (`listed`), or if it is not in the list (not `listed`).
struct ArgumentTest {
    ArgumentBits bits;
    std::vector<std::uint32_t> values;
    bool listed;
};

/// Tests an argument that is an int, or the lower half of a longer one.
ArgumentTest one_of(unsigned argument, std::initializer_list<std::uint32_t> values);
ArgumentTest none_of(unsigned argument, std::initializer_list<std::uint32_t> values);

/// Tests only the bits of `mask`.
ArgumentTest one_of(ArgumentBits bits, std::initializer_list<std::uint32_t> values);
ArgumentTest none_of(ArgumentBits bits, std::initializer_list<std::uint32_t> values);

/// A call that fails with `error` if all tests hold. Without tests, it always fails. With the error 0, it succeeds and
/// does nothing.
struct CallRule {
    std::string call;  ///< its name in the kernel; a rule is ignored if this processor does not have the call
    int error;
    std::vector<ArgumentTest> tests = {};
};

struct CallRules {
    /// If several rules for a call apply, the first one counts. If none applies, the call is allowed.
    std::vector<CallRule> rules;
    /// Calls with higher numbers do not exist (ENOSYS), except for `newer_calls`. From 424 on, a call has the same
    /// number on all processors.
    std::uint32_t last_call;
    std::vector<std::uint32_t> newer_calls;
};

/// Compiles the rules to BPF, for all programs of this machine including 32-bit ones. The program finds a call by
/// binary search, and loads arguments only for calls with tests. So the kernel (since Linux 5.11) knows that all other
/// calls are always allowed, and does not run the program for them. Throws std::logic_error if a rule names a call that
/// does not exist, and std::length_error if the program is too long for the kernel.
std::vector<sock_filter> compile(const CallRules& rules);

}  // namespace referee
