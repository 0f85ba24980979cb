// The machines that have played matches of a tournament's file.
#include <algorithm>
#include <tuple>

#include "referee/tournament/paper/store/row.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/paper/store/store_rows.hpp"

namespace referee::tournament {

namespace {

/// A machine and its number in the file.
struct HostRow {
    std::int64_t number = 0;
    PlayedOn on;

    static void fields(auto& self, auto&& visit) {
        visit("number", self.number);
        PlayedOn::fields_of_host(self.on, visit);
    }
};

bool same_host(const PlayedOn& a, const PlayedOn& b) {
    return a.host == b.host && a.cpu == b.cpu && a.cores == b.cores;
}

/// All hosts of the file, indexed by number.
std::vector<PlayedOn> hosts_in(const Database& database) {
    std::vector<PlayedOn> hosts;
    Statement rows(database, select_from<HostRow>("hosts") + " ORDER BY number");
    while (rows.step()) {
        auto row = row_of<HostRow>(rows);
        if (!row || row->number != static_cast<std::int64_t>(hosts.size()))
            database.damaged("host " + std::to_string(rows.number(0)) + " has been changed");
        hosts.push_back(std::move(row->on));
    }
    return hosts;
}

}  // namespace

/// Requires: a transaction is open.
void Store::add_played_on(std::span<const PlayedGame> games) {
    if (std::ranges::none_of(games, [](const PlayedGame& game) { return game.on.has_value(); })) return;
    Statement insert(*database_, insert_into<PlayedOnRow>("played_on"));
    for (const PlayedGame& played : games) {
        if (!played.on) continue;
        const auto void_games = static_cast<std::int64_t>(played.void_games.size());
        insert_row(insert, PlayedOnRow{played.game.number, number_of_host(*played.on), *played.on, void_games});
    }
}

/// Returns the host's number in the file. Adds the host if it is new. Requires: a transaction is open.
std::int64_t Store::number_of_host(const PlayedOn& on) {
    const auto find = [&] {
        return std::ranges::find_if(hosts_, [&](const PlayedOn& host) { return same_host(host, on); });
    };
    if (hosts_.empty()) hosts_ = hosts_in(*database_);
    const auto found = find();
    const auto number = static_cast<std::int64_t>(found - hosts_.begin());
    if (found != hosts_.end()) return number;
    Statement insert(*database_, insert_into<HostRow>("hosts"));
    insert_row(insert, HostRow{number, on});
    hosts_.push_back(on);
    return number;
}

void Store::for_each_played_on(
    const std::function<void(int number, const PlayedOn& on, std::uint64_t void_games)>& use) const {
    const std::vector<PlayedOn> hosts = hosts_in(*database_);
    Statement rows(*database_, select_from<PlayedOnRow>("played_on") + " ORDER BY number");
    while (rows.step()) {
        auto row = row_of<PlayedOnRow>(rows);
        const auto host = row ? static_cast<std::size_t>(row->host) : hosts.size();
        if (host >= hosts.size())
            database_->damaged("the host of match " + shown_text(rows.number(0)) + " has been changed");
        PlayedOn& on = row->on;
        std::tie(on.host, on.cpu, on.cores) = std::tie(hosts[host].host, hosts[host].cpu, hosts[host].cores);
        use(row->number, on, static_cast<std::uint64_t>(row->void_games));
    }
}

}  // namespace referee::tournament
