// A seccomp filter as a table of rules, and the program that the kernel runs for it.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace referee {

/// Bits of an argument of a system call. A filter loads 32 bits at a time. Most arguments are ints, and the kernel
/// itself uses only the lower half.
struct ArgumentBits {
    unsigned argument;  ///< from 0
    std::uint32_t mask = 0xffffffffu;
    bool upper = false;
};

/// Holds if the bits are one of the values (`listed`), or none of them (not `listed`).
struct ArgumentTest {
    ArgumentBits bits;
    std::vector<std::uint32_t> values;
    bool listed;
};

/// An argument that is an int, or the lower half of a longer one.
ArgumentTest one_of(unsigned argument, std::initializer_list<std::uint32_t> values);
ArgumentTest none_of(unsigned argument, std::initializer_list<std::uint32_t> values);

/// Only the bits of `mask`.
ArgumentTest one_of(ArgumentBits bits, std::initializer_list<std::uint32_t> values);
ArgumentTest none_of(ArgumentBits bits, std::initializer_list<std::uint32_t> values);

/// The call fails with `error` if all tests hold; without tests, always. An error of 0: it succeeds and does nothing.
struct CallRule {
    std::string call;  ///< its name in the kernel; a rule for a call of other processors only is left out
    int error;
    std::vector<ArgumentTest> tests = {};
};

struct CallRules {
    /// Of the rules of a call the first that applies counts. If none does, the call is allowed.
    std::vector<CallRule> rules;
    /// All calls with higher numbers do not exist (ENOSYS), except `newer_calls`. From 424 on a call has the same
    /// number on all processors.
    std::uint32_t last_call;
    std::vector<std::uint32_t> newer_calls;
};

/// Compiles the rules to BPF, for all programs of this machine, those of 32 bits included. The program finds a call by
/// binary search, and loads arguments only for calls with tests. So the kernel (since Linux 5.11) knows that all other
/// calls are always allowed, and does not run the program for them. Throws std::logic_error if a rule names a call that
/// does not exist, and std::length_error if the program is too long for the kernel.
std::vector<sock_filter> compile(const CallRules& rules);

}  // namespace referee
