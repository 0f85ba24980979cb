#include "referee/tournament/admit/sources.hpp"

#include <iterator>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/handins/class_folder.hpp"
#include "referee/tournament/admit/driver_check.hpp"
#include "referee/tournament/admit/folder_news.hpp"
#include "referee/tournament/admit/lineup.hpp"

namespace referee::tournament {

namespace {

/// Makes the folder of bots from the hand-ins of a class that begins. Returns false if a stop was requested.
bool prepare_hand_ins(Arrivals& arrivals, const Participation& wish, const Entrance& entrance,
                      const handins::Workplace& place) {
    if (wish.students.empty()) return true;
    if (!place.sandbox)
        throw games::UserError("--students: hand-ins are unpacked and built only in a sandbox: omit --sandbox off");
    handins::HandInRecord record;
    if (!wish.driver.empty()) {
        record.driver = handins::read_driver(wish.driver);
        if (!check_driver(record.driver, wish.driver, entrance)) return false;
    }
    record.teams = handins::parse_teams(wish.teams, wish.team_size);
    auto list = handins::read_students(read_text_file(wish.students), wish.students, record.teams);
    auto prepared = handins::prepare_class(
        std::move(list), {wish.hand_ins, wish.bots_folder, handins::hand_ins_beside(wish.db), wish.owners}, place,
        std::move(record));
    if (!prepared) return false;
    arrivals.candidates.left_out = std::move(prepared->left_out);
    arrivals.of_class = {std::move(prepared->list.students), std::move(prepared->hand_ins)};
    arrivals.list_separator = prepared->list.separator;
    arrivals.table = std::move(prepared->table);
    arrivals.lock = std::move(prepared->lock);
    return true;
}

/// Adds the bots that the director orders to join or to replace others.
void add_ordered(Candidates& candidates, const Participation& wish, const TournamentHead& head, std::string_view path) {
    for (const Newcomer& newcomer : newcomers_of(wish.orders, head)) {
        Candidate& bot = candidates.bots.emplace_back(candidate_of(newcomer.bot, path));
        bot.if_unfit = IfUnfit::order_refused;
        bot.replaces = newcomer.replaces;
    }
}

/// Adds what is new in the folder of a change. Returns false if a stop was requested.
bool add_news(Arrivals& arrivals, const Participation& wish, const Entrance& entrance, std::string_view path,
              const handins::Workplace& place) {
    if (!wish.orders.news) return true;
    if (!check_driver(entrance.known.hand_ins.driver, "", entrance)) return false;
    auto news = folder_news(*wish.orders.news, entrance.known, wish.db, entrance.while_played, path, place);
    if (!news) return false;
    std::ranges::move(news->bots, std::back_inserter(arrivals.candidates.bots));
    arrivals.left_out = std::move(news->left_out);
    arrivals.of_class = std::move(news->of_class);
    arrivals.table = std::move(news->table);
    arrivals.lock = std::move(news->lock);
    return true;
}

}  // namespace

std::optional<Arrivals> arrivals_of(const Participation& wish, const Entrance& entrance) {
    const Isolation& isolation = entrance.prepared.isolation;
    const std::string_view path = isolation.path();
    const handins::Workplace place{isolation.confinement.sandbox, entrance.stop_fd, entrance.jobs, entrance.tell};
    Arrivals arrivals;
    Candidates& candidates = arrivals.candidates;
    candidates.bots = candidates_of(wish.bots, path).bots;
    if (entrance.begun) keep_identity(candidates.bots, entrance.known.entrants, path);
    if (!prepare_hand_ins(arrivals, wish, entrance, place)) return std::nullopt;
    if (!wish.bots_folder.empty())
        add_folder(candidates, wish.bots_folder, entrance.prepared.settings.bots_folders, path, !wish.students.empty());
    add_ordered(candidates, wish, entrance.known, path);
    if (!add_news(arrivals, wish, entrance, path, place)) return std::nullopt;
    for (Candidate& bot : candidates.bots)
        bot.reuse = bot.reuse || wish.reuse;
    return arrivals;
}

}  // namespace referee::tournament
