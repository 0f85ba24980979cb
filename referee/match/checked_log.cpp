#include "referee/match/checked_log.hpp"

#include "games/user_error.hpp"
#include "referee/files/log_file.hpp"

namespace referee {

games::GameSpec spec_of(const protocol::MatchLog& log, const std::string& place) {
    try {
        return spec_of(log);
    } catch (const games::UserError& error) {
        throw games::UserError(place + ": " + error.what());
    }
}

void check_log(const protocol::MatchLog& log, const std::string& place, const PlyVisitor& visit) {
    if (const auto wrong = difference(log, spec_of(log, place), visit)) throw ContradictedLog(place, *wrong);
}

protocol::MatchLog checked_log(std::string_view json, const std::string& place) {
    protocol::MatchLog log = parse_log(json, place);
    check_log(log, place);
    return log;
}

}  // namespace referee
