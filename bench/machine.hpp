// The costs of the machine itself. They are printed beside the tables of the benches, so that figures of two machines
// can be compared.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "bench/measure.hpp"

namespace bench {

/// Costs in microseconds.
struct MachineCosts {
    double system_call = 0;  ///< a system call that does nothing
    double pipe = 0;         ///< writing a byte into a pipe and reading it
};

/// Calls `call` many times. Returns the microseconds of one call, as the median of several slices, so that other
/// programs hardly matter.
template <class Call>
double micros_of(Call call) {
    constexpr int calls = 20'000;
    std::vector<double> slices;
    for (int slice = 0; slice < 9; ++slice) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < calls; ++i)
            call();
        const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
        slices.push_back(time.count() / calls);
    }
    return median(slices);
}

/// Measures the costs. Takes a few tenths of a second. Throws std::runtime_error if a pipe can't be created or used.
inline MachineCosts costs_of_machine() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    MachineCosts costs;
    costs.system_call = micros_of([] { ::syscall(SYS_getppid); });
    costs.pipe = micros_of([&] {
        char byte = 0;
        if (::write(ends[1], &byte, 1) != 1 || ::read(ends[0], &byte, 1) != 1) throw std::runtime_error("no pipe");
    });
    for (const int fd : ends)
        ::close(fd);
    return costs;
}

/// Measures the costs and prints them in a line above a table. Returns them, for the file of figures.
inline MachineCosts print_machine() {
    const MachineCosts costs = costs_of_machine();
    fmt::print("This machine: {} cores; a system call takes {:.2f} µs, a byte through a pipe {:.2f} µs\n\n",
               std::thread::hardware_concurrency(), costs.system_call, costs.pipe);
    return costs;
}

}  // namespace bench
