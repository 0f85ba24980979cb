// The tables for games that were played on other machines.
#include <algorithm>

#include "referee/tournament/store/store.hpp"
#include "referee/tournament/store/store_rows.hpp"
#include "referee/tournament/store/store_schema.hpp"

namespace referee::tournament {

namespace {

std::int64_t sum_of_host(std::int64_t number, const PlayedOn& on) {
    return (RowSum() << number << on.host << on.cpu << on.cores).value();
}

std::int64_t sum_of_played_on(std::int64_t number, std::int64_t host, const PlayedOn& on, std::int64_t void_games) {
    return (RowSum() << number << host << on.speed << on.load_percent << on.late.count() << on.took.count()
                     << void_games)
        .value();
}

bool same_host(const PlayedOn& a, const PlayedOn& b) {
    return a.host == b.host && a.cpu == b.cpu && a.cores == b.cores;
}

/// All hosts of the file, by their numbers.
std::vector<PlayedOn> hosts_in(const Database& database) {
    std::vector<PlayedOn> hosts;
    Statement rows(database, "SELECT number, name, cpu, cores, crc32 FROM hosts ORDER BY number");
    while (rows.step()) {
        PlayedOn on;
        on.host = rows.text(1);
        on.cpu = rows.text(2);
        on.cores = rows.count(3);
        if (rows.number(0) != static_cast<std::int64_t>(hosts.size()) ||
            rows.number(4) != sum_of_host(rows.number(0), on)) {
            database.damaged("host " + std::to_string(rows.number(0)) + " has been changed");
        }
        hosts.push_back(std::move(on));
    }
    return hosts;
}

}  // namespace

/// Within a transaction.
void Store::add_played_on(std::span<const PlayedGame> games) {
    if (std::ranges::none_of(games, [](const PlayedGame& game) { return game.on.has_value(); })) return;
    Statement insert(*database_, "INSERT INTO played_on VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    for (const PlayedGame& played : games) {
        if (!played.on) continue;
        const PlayedOn& on = *played.on;
        const std::int64_t host = number_of_host(on);
        const auto voids = static_cast<std::int64_t>(played.void_games.size());
        const std::int64_t sum = sum_of_played_on(played.game.number, host, on, voids);
        insert.bind(1, played.game.number).bind(2, host).bind(3, on.speed).bind(4, on.load_percent);
        insert.bind(5, on.late.count()).bind(6, on.took.count()).bind(7, voids).bind(8, sum).run();
    }
}

/// The host's number in the file, to which it is added if it is new.
std::int64_t Store::number_of_host(const PlayedOn& on) {
    const auto find = [&] {
        return std::ranges::find_if(hosts_, [&](const PlayedOn& host) { return same_host(host, on); });
    };
    if (hosts_.empty()) hosts_ = hosts_in(*database_);
    const auto found = find();
    const auto number = static_cast<std::int64_t>(found - hosts_.begin());
    if (found != hosts_.end()) return number;
    Statement(*database_, "INSERT INTO hosts VALUES (?, ?, ?, ?, ?)")
        .bind(1, number)
        .bind(2, on.host)
        .bind(3, on.cpu)
        .bind(4, on.cores)
        .bind(5, sum_of_host(number, on))
        .run();
    hosts_.push_back(on);
    return number;
}

void Store::for_each_played_on(
    const std::function<void(int number, const PlayedOn& on, std::uint64_t void_games)>& use) const {
    const std::vector<PlayedOn> hosts = hosts_in(*database_);
    Statement rows(*database_,
                   "SELECT number, host, speed, load_percent, late_us, took_us, void_games, crc32 "
                   "FROM played_on ORDER BY number");
    while (rows.step()) {
        const auto host = static_cast<std::size_t>(rows.number(1));
        PlayedOn on = host < hosts.size() ? hosts[host] : PlayedOn();
        on.speed = rows.number(2);
        on.load_percent = rows.number(3);
        on.late = protocol::Micros(rows.number(4));
        on.took = protocol::Micros(rows.number(5));
        if (host >= hosts.size() ||
            rows.number(7) != sum_of_played_on(rows.number(0), rows.number(1), on, rows.number(6))) {
            database_->damaged("the host of match " + std::to_string(rows.number(0)) + " has been changed");
        }
        use(rows.count(0), on, static_cast<std::uint64_t>(rows.number(6)));
    }
}

}  // namespace referee::tournament
