#include "referee/core/advice/advice_on_function.hpp"

#include <fmt/format.h>

#include "referee/core/advice/advice_on_line.hpp"
#include "referee/core/advice/own_error.hpp"
#include "referee/core/base/output.hpp"

namespace referee {

std::string advice_on_function(const protocol::MatchLog& log) {
    using protocol::Ending;
    const protocol::Failure& failure = *log.failure;
    const bool first_answer = answers_due(log) == 1;
    switch (log.result.ending) {
        case Ending::timeout:
            return first_answer ? "its first move took too long, or it is slow to load: do less work before the first "
                                  "move"
                                : "it thought too long here: let it look at the clock, and return the best move so far";
        case Ending::invalid_move:
        case Ending::unreadable_move:
            return failure.valid_moves.empty() ? "return a move as docs/protocol.md shows it"
                                               : fmt::format(
                                                     "return one of the moves that it is given, exactly as it "
                                                     "is: {}",
                                                     harmless(failure.valid_moves.front()));
        case Ending::premature:
        case Ending::closed_stdout:
            return "it uses the descriptors of its driver: use only those that it has opened itself";
        case Ending::crashed: return "it crashed: look for a wrong index or pointer";
        case Ending::exited:
            if (own_error_in(failure.stderr_tail)) return {};
            return "it ended the process: return from the function, and don't call exit()";
        default: return {};
    }
}

}  // namespace referee
