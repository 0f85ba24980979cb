// `referee engine`: looks at the hosts of a batch system before a tournament.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "protocol/json_text.hpp"
#include "referee/commands/commands.hpp"
#include "referee/commands/engine_options.hpp"
#include "referee/terminal/output.hpp"
#include "referee/tournament/engine/waves.hpp"
#include "referee/tournament/run/host.hpp"
#include "referee/tournament/tables/hosts.hpp"

namespace referee {

namespace {

using namespace tournament;
using games::UserError;
using protocol::Json;

constexpr std::chrono::seconds check_patience(600);

constexpr const char* engine_overview = R"(Looks at the machines of a batch system before a tournament.

  referee engine check --engine slurm    calibrates each host, and compares them
  referee engine calibrate               calibrates this machine: a line of JSON)";

std::string line_of_host(const PlayedOn& host) {
    const Json json = {{"host", host.host},
                       {"cpu", host.cpu},
                       {"cores", host.cores},
                       {"speed", host.speed},
                       {"load_percent", host.load_percent}};
    return protocol::json_text(json) + "\n";
}

std::vector<HostAccount> hosts_of(const std::string& output) {
    std::vector<HostAccount> hosts;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        const Json json = protocol::parse_json_or_discard(line);
        if (!json.is_object() || !json.contains("host")) continue;
        PlayedOn on;
        on.host = json.at("host").get<std::string>();
        on.cpu = json.at("cpu").get<std::string>();
        on.cores = json.at("cores").get<int>();
        on.speed = json.at("speed").get<std::int64_t>();
        on.load_percent = json.at("load_percent").get<std::int64_t>();
        hosts.push_back(account_of_host(on));
    }
    std::ranges::sort(hosts, {}, &HostAccount::name);
    return hosts;
}

int number_of_hosts(const JobSystem& system, const Site& site) {
    const Words question = system.hosts(site);
    if (question.empty()) return 0;
    const ProgramEnd answer = run_program(question, check_patience);
    int hosts = 0;
    std::istringstream lines(answer.out);
    for (std::string line; std::getline(lines, line);)
        hosts += static_cast<int>(games::whole_number(line).value_or(0));
    if (answer.exit_code != 0) throw UserError(fmt::format("--engine {}: {}", system.name, answer.last_line()));
    if (hosts == 0) throw UserError(fmt::format("--engine {}: no host is up", system.name));
    return hosts;
}

int check_hosts(const TournamentOptions& options) {
    const JobSystem* system = job_system_of(options);
    std::vector<HostAccount> hosts;
    int code = exit_done;
    if (system == nullptr) {
        hosts = {account_of_host(this_host(host_name()))};
    } else {
        Site site = site_of(options);
        site.tournament = "check";
        static_cast<void>(slots_now(*system, site));
        const Words words = system->check(site, number_of_hosts(*system, site));
        note(shell_line(words));
        if (options.dry_run) return exit_done;
        const ProgramEnd end = run_program(words, check_patience);
        if (site.transfer) {
            for (const Words& cleaning : system->clean(site))
                static_cast<void>(run_program(cleaning, check_patience));
        }
        hosts = hosts_of(end.out);
        if (end.exit_code != 0) {
            warn(fmt::format("not every host answers: {}", end.last_line()));
            code = exit_failed;
        }
    }
    print(hosts_check_text(hosts));
    return code;
}

}  // namespace

Task parse_engine(const Arguments& arguments) {
    TournamentOptions options;
    std::string what, host = host_name();
    CommandLine line("referee engine", engine_overview, "Exit codes: 0 done, 1 a host does not answer, 2 wrong use.");
    line.text("WHAT", "", "check or calibrate", what);
    add_engine(line, options);
    line.flag("--dry-run", "only show the command", options.dry_run);
    line.text("--host", "NAME", "calibrate: call this machine so (its name)", host);
    line.parse(arguments);
    if (what != "check" && what != "calibrate") throw UserError("referee engine: write check or calibrate");
    check_engine(options);
    return [what, options, host]() -> int {
        if (what == "check") return check_hosts(options);
        print(line_of_host(this_host(host == ":" ? host_name() : host)));
        return exit_done;
    };
}

}  // namespace referee
