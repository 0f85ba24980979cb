#include "referee/core/processes/bpf_program.hpp"

#include <linux/seccomp.h>
#include <seccomp.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cerrno>
#include <cstddef>
#include <map>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace referee {

namespace {

/// BPF code. Jumps are relative, and every path ends with a return, so programs can be joined without changes.
using Code = std::vector<sock_filter>;

enum : std::size_t { longest_branch = 255 };

sock_filter instruction(int code, std::uint32_t value, std::size_t if_true = 0, std::size_t if_false = 0) {
    assert(if_true <= longest_branch && if_false <= longest_branch);
    return {static_cast<__u16>(code), static_cast<__u8>(if_true), static_cast<__u8>(if_false), value};
}

sock_filter load(std::size_t offset) {
    return instruction(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

Code answer(std::uint32_t verdict) {
    return {instruction(BPF_RET | BPF_K, verdict)};
}

Code failure(int error) {
    return answer(SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error));
}

void append(Code& code, const Code& more) {
    code.insert(code.end(), more.begin(), more.end());
}

std::size_t offset_of(const ArgumentBits& bits) {
    const std::size_t half = bits.upper == (std::endian::native == std::endian::little) ? sizeof(std::uint32_t) : 0;
    return offsetof(seccomp_data, args) + bits.argument * sizeof(std::uint64_t) + half;
}

/// Returns the code of a test. If the test holds, execution continues after this code. Otherwise it skips `rest` more
/// instructions.
Code code_of(const ArgumentTest& test, std::size_t rest) {
    Code code = {load(offset_of(test.bits))};
    if (test.bits.mask != 0xffffffffu) code.push_back(instruction(BPF_ALU | BPF_AND | BPF_K, test.bits.mask));
    for (std::size_t left = test.values.size(); left-- > 0;) {
        const std::uint32_t value = test.values[test.values.size() - 1 - left];
        const std::size_t found = left + (test.listed ? 0 : rest);
        const std::size_t not_found = left > 0 || !test.listed ? 0 : rest;
        code.push_back(instruction(BPF_JMP | BPF_JEQ | BPF_K, value, found, not_found));
    }
    return code;
}

/// Returns the code of a rule. If all tests hold, the program ends with the rule's error. Otherwise execution continues
/// after this code.
Code code_of(const CallRule& rule) {
    Code code = failure(rule.error);
    for (std::size_t i = rule.tests.size(); i-- > 0;) {
        Code longer = code_of(rule.tests[i], code.size());
        append(longer, code);
        code = std::move(longer);
    }
    return code;
}

bool same(const Code& a, const Code& b) {
    return std::ranges::equal(a, b, [](const sock_filter& x, const sock_filter& y) {
        return x.code == y.code && x.jt == y.jt && x.jf == y.jf && x.k == y.k;
    });
}

/// A range of calls with the same code: from the number `first` up to the next range.
struct Range {
    std::uint32_t first;
    Code code;
};

/// 32-bit programs of x86 make their sockets either with these calls or with a single call, socketcall. libseccomp only
/// knows socketcall.
constexpr std::array<std::pair<std::string_view, int>, 7> socket_calls_of_x86 = {{{"sendmmsg", 345},
                                                                                  {"socket", 359},
                                                                                  {"socketpair", 360},
                                                                                  {"connect", 362},
                                                                                  {"setsockopt", 366},
                                                                                  {"sendto", 369},
                                                                                  {"sendmsg", 370}}};

/// The number of a call on this architecture. Negative if the architecture does not have the call.
int number_of(const std::string& call, std::uint32_t architecture) {
    if (architecture == SCMP_ARCH_X86) {
        for (const auto& [name, number] : socket_calls_of_x86)
            if (name == call) return number;
    }
    const int number = seccomp_syscall_resolve_name_arch(architecture, call.c_str());
    if (number == __NR_SCMP_ERROR) throw std::logic_error("the seccomp filter names an unknown call: " + call);
    return number;
}

std::vector<Range> ranges_of(const CallRules& rules, std::uint32_t architecture) {
    std::map<std::uint32_t, Code> ruled;
    for (const CallRule& rule : rules.rules) {
        if (const int number = number_of(rule.call, architecture); number >= 0)
            append(ruled[static_cast<std::uint32_t>(number)], code_of(rule));
    }
    std::uint32_t last = rules.last_call;
    for (const std::uint32_t newer : rules.newer_calls)
        last = std::max(last, newer);
    std::vector<Range> ranges;
    for (std::uint32_t call = 0; call <= last + 1; ++call) {
        const bool exists = call <= rules.last_call || std::ranges::count(rules.newer_calls, call) > 0;
        Code code = exists ? ruled[call] : Code{};
        append(code, exists ? answer(SECCOMP_RET_ALLOW) : failure(ENOSYS));
        if (ranges.empty() || !same(ranges.back().code, code)) ranges.push_back({call, std::move(code)});
    }
    return ranges;
}

/// Returns code that finds, by binary search, the range that contains the call number in the accumulator, and continues
/// with the code of that range.
Code search(std::span<const Range> ranges) {
    if (ranges.size() == 1) return ranges.front().code;
    const std::size_t middle = ranges.size() / 2;
    const Code lower = search(ranges.first(middle));
    const std::uint32_t first = ranges[middle].first;
    Code code;
    if (lower.size() <= longest_branch) {
        code = {instruction(BPF_JMP | BPF_JGE | BPF_K, first, lower.size())};
    } else {
        code = {instruction(BPF_JMP | BPF_JGE | BPF_K, first, 0, 1),
                instruction(BPF_JMP | BPF_JA, static_cast<std::uint32_t>(lower.size()))};
    }
    append(code, lower);
    append(code, search(ranges.subspan(middle)));
    return code;
}

}  // namespace

ArgumentTest one_of(unsigned argument, std::initializer_list<std::uint32_t> values) {
    return one_of(ArgumentBits{argument}, values);
}

ArgumentTest none_of(unsigned argument, std::initializer_list<std::uint32_t> values) {
    return none_of(ArgumentBits{argument}, values);
}

ArgumentTest one_of(ArgumentBits bits, std::initializer_list<std::uint32_t> values) {
    return {bits, values, true};
}

ArgumentTest none_of(ArgumentBits bits, std::initializer_list<std::uint32_t> values) {
    return {bits, values, false};
}

std::vector<sock_filter> compile(const CallRules& rules) {
    std::vector<std::uint32_t> architectures = {seccomp_arch_native()};
    // 32-bit programs run on x86-64, too, and must not bypass the filter. Calls of x32 have numbers from 2^30 on, so
    // for the filter they do not exist.
    if (architectures.front() == SCMP_ARCH_X86_64) architectures.push_back(SCMP_ARCH_X86);
    Code code = {load(offsetof(seccomp_data, arch))};
    for (const std::uint32_t architecture : architectures) {
        Code calls = {load(offsetof(seccomp_data, nr))};
        append(calls, search(ranges_of(rules, architecture)));
        code.push_back(instruction(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1));
        code.push_back(instruction(BPF_JMP | BPF_JA, static_cast<std::uint32_t>(calls.size())));
        append(code, calls);
    }
    append(code, answer(SECCOMP_RET_KILL_PROCESS));
    if (code.size() > BPF_MAXINSNS) throw std::length_error("the seccomp filter is too long");
    return code;
}

}  // namespace referee
