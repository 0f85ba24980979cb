// Reads match logs and checks them against the rules: every command that shows or continues a log starts here.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "referee/match/record.hpp"

namespace referee {

/// A log that the rules contradict.
class ContradictedLog : public std::runtime_error {
public:
    /// `place`: where the log is, for the message. `difference`: what difference() has found.
    ContradictedLog(const std::string& place, const std::string& difference)
        : std::runtime_error(place + ": " + difference + "; the log contradicts the rules"), difference_(difference) {}
    const std::string& difference() const { return difference_; }

private:
    std::string difference_;
};

/// As spec_of(log), but the message of a games::UserError begins with the log's place.
games::GameSpec spec_of(const protocol::MatchLog& log, const std::string& place);

/// Plays a log again. Throws ContradictedLog if it differs, games::UserError if this program does not have its
/// game or settings. `visit` as for difference().
void check_log(const protocol::MatchLog& log, const std::string& place, const PlyVisitor& visit = {});

/// Reads and checks the text of one log. `place` begins each message: "tournament file 't.db', match 3". Throws what
/// parse_log() and check_log() throw.
protocol::MatchLog checked_log(std::string_view json, const std::string& place);

}  // namespace referee
