// `referee engine`: examines the machines of a batch system before a tournament, and plays a batch on one of them.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/output.hpp"
#include "referee/programs/commands.hpp"
#include "referee/tournament/figures/tables/hosts.hpp"
#include "referee/tournament/options/engine_options.hpp"
#include "referee/tournament/run/engine/batch_player.hpp"
#include "referee/tournament/run/engine/waves.hpp"
#include "referee/tournament/run/host.hpp"

namespace referee {

namespace {

using namespace tournament;
using games::UserError;
using protocol::Json;

constexpr std::chrono::seconds check_patience(600);

constexpr const char* engine_overview = R"(Looks at the machines of a batch system before a tournament.

  referee engine check --engine slurm   calibrates each host, and compares them
  referee engine calibrate              calibrates this machine: a line of JSON
  referee engine play BATCH             plays a batch, and appends each game to
                                        a file beside it)";

constexpr const char* engine_exit_codes =
    "After a signal, the current game of a batch is finished; a second signal\n"
    "aborts it. The rest is played when the command runs again.\n"
    "Exit codes: 0 done, or the batch was cancelled (its file is gone), 1 a host does\n"
    "not answer or a system error, 2 wrong use, or this machine can't play the batch\n"
    "(a bot's file differs, say), 128 + n stopped by signal n with games left.";

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
    if (system.hosts == nullptr) return 0;
    const ProgramEnd answer = run_program(system.hosts(site), check_patience);
    int hosts = 0;
    std::istringstream lines(answer.out);
    for (std::string line; std::getline(lines, line);)
        hosts += static_cast<int>(games::whole_number(line).value_or(0));
    if (answer.exit_code != 0) throw UserError(fmt::format("--engine {}: {}", system.name, answer.last_line()));
    if (hosts == 0) throw UserError(fmt::format("--engine {}: no host is up", system.name));
    return hosts;
}

int check_hosts(const TournamentOptions& options) {
    const JobSystem* system = job_system_of(options.engine);
    std::vector<HostAccount> hosts;
    int code = exit_done;
    if (system == nullptr) {
        hosts = {account_of_host(this_host(host_name()))};
    } else {
        Site site = site_of(options.engine, std::nullopt);
        site.tournament = "check";
        static_cast<void>(slots_now(*system, site));
        const Words words = system->check(site, number_of_hosts(*system, site));
        note(shell_line(words));
        if (options.dry_run) return exit_done;
        const ProgramEnd end = run_program(words, check_patience);
        if (site.transfer) static_cast<void>(run_program(system->clean(site), check_patience));
        hosts = hosts_of(end.out);
        if (end.exit_code != 0) {
            warn(fmt::format("some hosts do not respond: {}", end.last_line()));
            code = exit_failed;
        }
    }
    print(hosts_text(hosts, false));
    return code;
}

}  // namespace

Task parse_engine(const Arguments& arguments) {
    TournamentOptions options;
    std::string what, batch, sum, output, host = host_name();
    CommandLine line("referee engine", engine_overview, engine_exit_codes);
    line.text("WHAT", "", "check, calibrate or play", what).words = {"check", "calibrate", "play"};
    line.text("BATCH", "", "play: the batch, SPOOL/w1.0.json", batch);
    add_engine(line, options.engine);
    line.flag("--dry-run", "check: only show the command", options.dry_run);
    line.text("--host", "NAME", "calibrate, play: report this host name (its own)", host);
    line.text(
        "--sum", "SHA256",
        "play: checksum of the wave's list of batches that\nthe tournament wrote (w1.sums); without it the\nfolder "
        "must be writable by this user alone",
        sum);
    line.text("-o,--output", "-", "play: write the records to stdout, for a machine\nthat reads them there", output);
    line.parse(arguments);
    if (what != "check" && what != "calibrate" && what != "play")
        throw UserError(
            fmt::format("referee engine{}: write check, calibrate or play", what.empty() ? "" : " '" + what + "'"));
    if (what != "play" && !batch.empty()) throw UserError(fmt::format("unexpected argument '{}'", batch));
    if (what == "play" && batch.empty()) throw UserError("no batch is given: referee engine play BATCH");
    const std::vector<std::pair<const char*, const char*>> belongs = {
        {"--engine", "check"}, {"--dry-run", "check"}, {"--sum", "play"}, {"--output", "play"}};
    for (const auto& [option, verb] : belongs) {
        if (line.given(option) && what != verb)
            throw UserError(fmt::format("{} goes with {}, not {}", option, verb, what));
    }
    if (line.given("--host") && what == "check") throw UserError("--host goes with calibrate or play, not check");
    if (!output.empty() && output != "-") throw UserError("--output: only - (stdout) is supported");
    if (host == ":") host = host_name();  // GNU parallel's name for this machine
    check_engine(options.engine);
    return [=]() -> int {
        if (what == "check") return check_hosts(options);
        if (what == "play") {
            const int signal = BatchPlayer(batch, sum, host, output == "-").play();
            return signal == 0 ? exit_done : exit_signal_base + signal;
        }
        print(line_of_host(this_host(host)));
        return exit_done;
    };
}

}  // namespace referee
