#include "referee/tournament/figures/tables/hosts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "referee/core/base/output.hpp"
#include "referee/tournament/figures/tables/standings_text.hpp"

namespace referee::tournament {

namespace {

constexpr double max_ratio_of_speeds = 1.1;  ///< above this ratio, equal time limits make games unequal

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

}  // namespace

HostAccount account_of_host(const PlayedOn& on) {
    HostAccount host;
    add(host, on);
    return host;
}

namespace {

/// A name, a CPU model and a number of usable cores. Machines that differ in one of them are different hosts.
using HostKey = std::tuple<std::string, std::string, int>;
using Hosts = std::map<HostKey, HostAccount>;

void add_matches(Hosts& hosts, const Store& store) {
    std::map<int, HostKey> host_of;
    store.for_each_played_on([&](int number, const PlayedOn& on, std::uint64_t void_games) {
        const HostKey key(on.host, on.cpu, on.cores);
        HostAccount& host = hosts[key];
        add(host, on);
        host.void_games += void_games;
        host_of.emplace(number, key);
    });
    if (!host_of.empty()) {
        store.for_each_summary([&](const StoredMatch& match) {
            const auto found = host_of.find(match.result.number);
            if (found != host_of.end() && match.ending == protocol::Ending::timeout)
                ++hosts[found->second].time_forfeits;
        });
    }
}

std::vector<HostAccount> list_of(Hosts hosts) {
    std::vector<HostAccount> list;
    for (auto& [key, host] : hosts)
        list.push_back(std::move(host));
    return list;
}

}  // namespace

std::vector<HostAccount> hosts_of(const Store& store) {
    Hosts hosts;
    add_matches(hosts, store);
    return list_of(std::move(hosts));
}

std::vector<HostAccount> hosts_of(std::span<const NamedStore> files) {
    require_joinable(files);
    Hosts hosts;
    for (const NamedStore& file : files)
        add_matches(hosts, file.store);
    return list_of(std::move(hosts));
}

ResultTable hosts_table(const std::vector<HostAccount>& hosts) {
    ResultTable table{{{"host", "host", ColumnKind::name},
                       {"cpu"},
                       {"cores", "cores"},
                       {"speed", "speed"},
                       {"load_percent", "load"},
                       {"games", "games"},
                       {"time_forfeits", "late bots"},
                       {"void_games", "void"},
                       {"latest_us", "late (ms)"}},
                      {}};
    for (const HostAccount& host : hosts) {
        table.rows.push_back({host.name, host.cpu, std::int64_t{host.cores}, Scaled{host.speed(), 1000, 0},
                              Scaled{mean_load(host), 100, 1}, number_value(host.games),
                              number_value(host.time_forfeits), number_value(host.void_games),
                              Scaled{host.latest.count(), 1000, 1}});
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
        fastest->name, 100 * (fast / slow - 1), slowest->name);
}

std::string hosts_text(const std::vector<HostAccount>& hosts, bool played) {
    if (hosts.empty()) return "";
    std::vector<std::string_view> keys = {"host", "cores", "speed", "load_percent"};
    if (played) keys.insert(keys.end(), {"games", "time_forfeits", "void_games", "latest_us"});
    const std::string warning = speed_warning(hosts);
    return "\nhosts\n" + grid_of(hosts_table(hosts).only(keys)).text(false) + (warning.empty() ? "" : warning + "\n");
}

}  // namespace referee::tournament
