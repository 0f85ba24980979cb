// A loop over independent cases on all cores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <future>
#include <thread>
#include <vector>

namespace referee::tournament {

/// Calls `work(i)` for each i below `count`, on several threads if there are many. Requires: the calls don't disturb
/// each other. Rethrows what one of them throws.
template <class Work>
void for_each_in_parallel(std::size_t count, const Work& work) {
    constexpr std::size_t worth_a_thread = 8;
    const std::size_t threads =
        std::clamp<std::size_t>(count / worth_a_thread, 1, std::max(1U, std::thread::hardware_concurrency()));
    const auto share = [&](std::size_t begin) {
        for (std::size_t i = begin; i < count; i += threads)
            work(i);
    };
    std::vector<std::future<void>> others;
    for (std::size_t begin = 1; begin < threads; ++begin)
        others.push_back(std::async(std::launch::async, share, begin));
    share(0);
    for (auto& other : others)
        other.get();
}

}  // namespace referee::tournament
