#include "referee/tournament/tables/hosts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "referee/terminal/output.hpp"
#include "referee/tournament/tables/grid.hpp"

namespace referee::tournament {

namespace {

constexpr double max_ratio_of_speeds = 1.1;  ///< beyond it, equal limits of time make unequal games
constexpr double thousand = 1e3;
constexpr double percent = 100;

std::int64_t mean_load(const HostAccount& host) {
    return host.games == 0 ? 0 : host.load_sum / static_cast<std::int64_t>(host.games);
}

void add(HostAccount& host, const PlayedOn& on) {
    host.name = harmless(on.host);
    host.cpu = harmless(on.cpu);
    host.cores = on.cores;
    ++host.games;
    host.speed_sum += on.speed;
    host.load_sum += on.load_percent;
    host.latest = std::max(host.latest, on.late);
}

std::string text_of_hosts(const std::vector<HostAccount>& hosts, bool played) {
    if (hosts.empty()) return "";
    std::vector<GridColumn> columns = {{"host", GridColumn::Kind::name}, {"cores"}, {"speed"}, {"load"}};
    for (const char* title : {"games", "late bots", "void", "late (ms)"}) {
        if (played) columns.push_back({title});
    }
    Grid grid(std::move(columns));
    for (const HostAccount& host : hosts) {
        std::vector<std::string> cells = {host.name, std::to_string(host.cores),
                                          number_text(static_cast<double>(host.speed()) / thousand, 0),
                                          number_text(static_cast<double>(mean_load(host)) / percent, 1)};
        if (played) {
            for (const std::uint64_t number : {host.games, host.time_forfeits, host.void_games})
                cells.push_back(std::to_string(number));
            cells.push_back(number_text(static_cast<double>(host.latest.count()) / thousand, 1));
        }
        grid.add(std::move(cells));
    }
    const std::string warning = speed_warning(hosts);
    return "\nhosts\n" + grid.text(false) + (warning.empty() ? "" : warning + "\n");
}

}  // namespace

HostAccount account_of_host(const PlayedOn& on) {
    HostAccount host;
    add(host, on);
    return host;
}

std::vector<HostAccount> hosts_of(const Store& store) {
    std::map<std::string, HostAccount> hosts;
    std::map<int, std::string> host_of;
    store.for_each_played_on([&](int number, const PlayedOn& on, std::uint64_t void_games) {
        HostAccount& host = hosts[on.host];
        add(host, on);
        host.void_games += void_games;
        host_of.emplace(number, on.host);
    });
    if (!hosts.empty()) {
        store.for_each_summary([&](const StoredMatch& match) {
            const auto found = host_of.find(match.result.number);
            if (found != host_of.end() && match.ending == protocol::Ending::timeout)
                ++hosts[found->second].time_forfeits;
        });
    }
    std::vector<HostAccount> list;
    for (auto& [name, host] : hosts)
        list.push_back(std::move(host));
    return list;
}

ResultTable hosts_table(const std::vector<HostAccount>& hosts) {
    ResultTable table{{{"host"},
                       {"cpu"},
                       {"cores"},
                       {"speed"},
                       {"load_percent"},
                       {"games"},
                       {"time_forfeits"},
                       {"void_games"},
                       {"latest_us"}},
                      {}};
    for (const HostAccount& host : hosts) {
        table.rows.push_back({host.name, host.cpu, std::int64_t{host.cores}, host.speed(), mean_load(host),
                              static_cast<std::int64_t>(host.games), static_cast<std::int64_t>(host.time_forfeits),
                              static_cast<std::int64_t>(host.void_games), std::int64_t{host.latest.count()}});
    }
    return table;
}

std::string speed_warning(const std::vector<HostAccount>& hosts) {
    if (hosts.empty()) return "";
    const auto [slowest, fastest] = std::ranges::minmax_element(hosts, {}, &HostAccount::speed);
    const double slow = static_cast<double>(slowest->speed()), fast = static_cast<double>(fastest->speed());
    if (slow <= 0 || fast <= slow * max_ratio_of_speeds) return "";
    return fmt::format(
        "{} is {:.0f} % faster than {}: equal limits of time are not equal there;\n--scale-time adapts them",
        fastest->name, (fast / slow - 1) * percent, slowest->name);
}

std::string hosts_text(const std::vector<HostAccount>& hosts) {
    return text_of_hosts(hosts, true);
}

std::string hosts_check_text(const std::vector<HostAccount>& hosts) {
    return text_of_hosts(hosts, false);
}

}  // namespace referee::tournament
