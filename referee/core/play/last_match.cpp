#include "referee/core/play/last_match.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <stdexcept>

#include "games/user_error.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/base/output.hpp"

namespace referee {

using protocol::MatchLog;

namespace {

/// Throws UserError if a log lies there that no person's match has left: matches of bots, or a match that was saved.
void check_log_before() {
    if (!holds_something(LastMatch::file) || kind_of_file(LastMatch::file) != FileKind::match_log) return;
    bool kept = !is_saved_match(LastMatch::file);
    const auto look = [&](const MatchLog& log, const std::string&) {
        kept = kept && (log.players[0].command.empty() || log.players[1].command.empty());
    };
    read_logs(LastMatch::file, look, 1);
    if (!kept)
        throw games::UserError(fmt::format("'{}' was saved, or has matches of bots: rename it", LastMatch::file));
}

}  // namespace

bool keeps_last_match(const PlayOptions& options) {
    return options.log.empty() && options.has_person() && ::isatty(STDIN_FILENO) == 1;
}

void LastMatch::add(const MatchLog& log, std::size_t given) {
    if (log.result.ending != protocol::Ending::aborted || log.plies.size() > given) matches_.push_back(log);
}

std::string LastMatch::keep() const {
    if (matches_.empty()) return {};
    try {
        check_log_before();
        const auto log = open_log(file, static_cast<int>(matches_.size()), true);
        for (const MatchLog& match : matches_)
            log->write(match);
    } catch (const std::runtime_error& error) {
        return fmt::format("not kept for another look: {}\n", harmless(error.what()));
    }
    return fmt::format("kept in {0}; see {1} with: referee replay {0} (or view, watch)\n", file,
                       matches_.size() == 1 ? "it" : "them");
}

}  // namespace referee
