#include "referee/core/play/last_match.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <stdexcept>

#include "referee/core/base/output.hpp"

namespace referee {

bool keeps_last_match(const PlayOptions& options) {
    return options.log.empty() && options.has_person() && ::isatty(STDIN_FILENO) == 1;
}

void LastMatch::write(const protocol::MatchLog& log) {
    const bool left = log.result.ending == protocol::Ending::aborted;
    if (!problem_.empty() || (left && log.plies.empty())) return;
    try {
        if (!log_) log_ = open_log(file, games_, true);
        log_->write(log);
        ++kept_;
    } catch (const std::runtime_error& error) {
        problem_ = error.what();
    }
}

std::string LastMatch::told() const {
    if (!problem_.empty()) return fmt::format("not kept for another look: {}\n", harmless(problem_));
    if (kept_ == 0) return {};
    return fmt::format("kept in {0}; see {1} with: referee replay {0} (or view, watch)\n", file,
                       kept_ == 1 ? "it" : "them");
}

}  // namespace referee
