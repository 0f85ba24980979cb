// Starts a thread. The error message says what the thread is for.
#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace referee {

/// Throws std::system_error if the system has no threads left, or no memory for one. `what` names the thread in the
/// error message.
template <class Work>
[[nodiscard]] std::jthread start_thread(const std::string& what, Work&& work) try {
    return std::jthread(std::forward<Work>(work));
} catch (const std::system_error& error) {
    throw std::system_error(error.code(), "can't start a thread for " + what);
}

}  // namespace referee
