// Tests waves of jobs, and the commands of the job systems.
#include "referee/tournament/run/engine/waves.hpp"
#include "referee/tournament/run/engine/job_system.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "tests/referee/temp_folder.hpp"

using namespace referee::tournament;

namespace {

/// A batch system made of files. The file "list" holds the tasks that the batch system lists. The file "calls" holds
/// the commands that it has received.
struct FileSystem {
    TempFolder folder;
    Site site = [this] {
        Site made;
        made.spool = folder / ".";
        made.tournament = "0badcafe";
        return made;
    }();
    JobSystem system = job_systems().front();
    std::vector<std::string> warnings;
    Waves waves{system, site, 2, [this](const std::string& text) { warnings.push_back(text); }};

    FileSystem() {
        system.between_waves = system.between_lists = std::chrono::milliseconds(0);
        system.submit = [](const Site& at, const WaveOrder& order) {
            return call(at, with_number("submit w", order.wave) + with_number(" x", order.count) +
                                (order.excluded.empty() ? "" : " without hosts"));
        };
        system.list = [](const Site& at) { return Words{"cat", at.spool + "/list"}; };
        system.stop = [](const Site& at, int wave, pid_t) {
            return std::vector<Words>{call(at, with_number("stop w", wave))};
        };
        system.kill = [](const Site& at, int wave, pid_t) {
            return std::vector<Words>{call(at, with_number("kill w", wave))};
        };
        lists("");
    }

    static std::string with_number(const char* text, int number) { return text + std::to_string(number); }
    static Words call(const Site& at, const std::string& what) {
        return {"sh", "-c", "echo " + what + " >>" + at.spool + "/calls"};
    }
    void lists(const std::string& lines) const { std::ofstream(folder / "list") << lines; }
    std::string calls() const { return content_of(folder / "calls"); }
};

Site sample_site() {
    Site site;
    site.referee = "/opt/my referee";
    site.folder = "/home/me";
    site.spool = "/home/me/t.db.spool";
    site.tournament = "0badcafe";
    site.options = {{"partition", "arena"}, {"exclusive", ""}};
    return site;
}

const std::string parallel_begins =
    "parallel --plain --will-cite --plus --ssh 'ssh -o ConnectTimeout=10 -o ServerAliveInterval=15' ";

const JobSystem& system_called(std::string_view name) {
    for (const JobSystem& system : job_systems()) {
        if (system.name == name) return system;
    }
    throw std::logic_error("no such system");
}

}  // namespace

TEST_CASE("a batch is over when it is missing in two lists in a row") {
    FileSystem files;
    REQUIRE(files.waves.room(true) == 2);
    REQUIRE_FALSE(files.waves.submit(2, "").has_value());
    CHECK(files.calls() == "submit w1 x2\n");
    CHECK(files.waves.alive() == std::vector<BatchName>{{1, 0}, {1, 1}});
    files.lists("referee-0badcafe-w1|0|R|None\n");
    CHECK(files.waves.list_if_due().empty());
    CHECK(files.waves.running() == 1);
    CHECK(files.waves.list_if_due() == std::vector<BatchName>{{1, 1}});
    files.waves.drop({1, 1});
    CHECK(files.waves.count_alive() == 1);
    files.lists("referee-0badcafe-w1|0|R|None\n");
    CHECK(files.waves.list_if_due().empty());
}

TEST_CASE("a list that fails says nothing about batches") {
    FileSystem files;
    REQUIRE_FALSE(files.waves.submit(1, "").has_value());
    std::remove((files.folder / "list").c_str());
    for (int time = 0; time < 3; ++time)
        CHECK(files.waves.list_if_due().empty());
    REQUIRE(files.warnings.size() == 3);
    CHECK(files.warnings.front().starts_with("cat does not respond; retrying: "));
}

TEST_CASE("a refused wave is not alive, and the next wave has another number") {
    FileSystem files;
    const auto submit = files.system.submit;
    files.system.submit = [](const Site&, const WaveOrder&) { return Words{"sh", "-c", "echo sorry >&2; exit 1"}; };
    CHECK(files.waves.submit(2, "").value_or(Refusal{}).why == "sorry");
    CHECK(files.waves.count_alive() == 0);
    CHECK(files.waves.room(true) == 0);  // there is no room for a while after the refusal
    files.system.submit = submit;
    CHECK(files.waves.exclude("n1"));
    CHECK_FALSE(files.waves.exclude("n1"));
    CHECK_FALSE(files.waves.submit(1, "").has_value());
    CHECK(files.calls() == "submit w2 x1 without hosts\n");
}

TEST_CASE("batches of an earlier run are alive until the system has forgotten them") {
    FileSystem files;
    files.waves.recall({{4, 0}, {4, 2}}, 6);
    CHECK(files.waves.next() == 7);
    CHECK(files.waves.list_if_due().empty());
    CHECK(files.waves.list_if_due().size() == 2);
    files.waves.end_all(false);
    files.waves.end_all(true);
    CHECK(files.calls() == "stop w4\nkill w4\n");
    CHECK(files.waves.count_alive() == 0);
}

TEST_CASE("no wave has more batches than the batch system takes at once") {
    FileSystem files;
    files.system.max_wave = 1000;
    Waves many(files.system, files.site, 5000, nullptr);
    CHECK(many.room(true) == 1000);
    CHECK_FALSE(many.submit(1000, "").has_value());
    CHECK(many.room(true) == 1000);
}

TEST_CASE("a batch system that refuses a wave is asked again, unless it has never taken one") {
    FileSystem files;
    files.system.submit = [](const Site& at, const WaveOrder&) {
        return Words{"sh", "-c", "echo busy >&2; test -e " + at.spool + "/free"};
    };
    auto refusal = files.waves.submit(1, "");
    REQUIRE(refusal.has_value());
    CHECK(refusal->why == "busy");
    CHECK(refusal->for_good);
    std::ofstream(files.folder / "free") << "";
    CHECK_FALSE(files.waves.submit(1, "").has_value());
    std::remove((files.folder / "free").c_str());
    for (int time = 0; time < 20; ++time)
        CHECK_FALSE(files.waves.submit(1, "")->for_good);
}

TEST_CASE("if hosts are excluded, none may be left, and the batch system is not asked forever") {
    FileSystem files;
    REQUIRE_FALSE(files.waves.submit(1, "").has_value());
    files.waves.exclude("n1");
    files.system.submit = [](const Site&, const WaveOrder&) { return Words{"false"}; };
    for (int time = 0; time < 20; ++time)
        CHECK_FALSE(files.waves.submit(1, "")->for_good);  // the first wave is still running
    files.waves.drop({1, 0});
    CHECK(files.waves.submit(1, "")->for_good);
    Waves other(files.system, files.site, 2, nullptr);
    other.recall({{7, 0}}, 7);
    other.drop({7, 0});
    other.exclude("n1");
    int refusals = 1;
    for (; refusals < 20 && !other.submit(1, "")->for_good; ++refusals) {
    }
    CHECK(refusals > 2);
    CHECK(refusals < 20);
}

TEST_CASE("Slurm gets a wave as an array of jobs") {
    Site site = sample_site();
    site.jobs = 16;
    CHECK(shell_line(system_called("slurm").submit(site, {3, 20, "5ca1e", {"n1", "n2"}})) ==
          "sbatch --parsable --job-name=referee-0badcafe-w3 --array=0-19%16 --ntasks=1 --cpus-per-task=1 --requeue "
          "--open-mode=append --chdir=/home/me --output=/home/me/t.db.spool/w3.%a.out --exclude=n1,n2 "
          "--partition=arena --exclusive "
          "'--wrap=echo \"on $SLURMD_NODENAME\"; exec '\\''/opt/my referee'\\'' engine play --sum 5ca1e --host "
          "\"$SLURMD_NODENAME\" "
          "/home/me/t.db.spool/w3.\"$SLURM_ARRAY_TASK_ID\".json'");
}

TEST_CASE("waiting tasks are cancelled before running tasks are told to end") {
    const auto commands = system_called("slurm").stop(sample_site(), 3, 0);
    REQUIRE(commands.size() == 2);
    CHECK(shell_line(commands[0]) == "scancel --state=PENDING --jobname=referee-0badcafe-w3");
    CHECK(shell_line(commands[1]) == "scancel --signal=TERM --batch --jobname=referee-0badcafe-w3");
}

TEST_CASE("Slurm's list is read: other jobs are ignored, and held jobs count as stuck") {
    const auto waves =
        read_list(sample_site(),
                  "referee-0badcafe-w3|0|R|None\nreferee-0badcafe-w3|7|PD|Resources\n"
                  "referee-0badcafe-w4|1|PD|launch failed requeued held\n"
                  "referee-11111111-w3|2|R|None\nsomething|3|R|None\nreferee-0badcafe-w4|2|PD|BeginTime\n");
    REQUIRE(waves.size() == 2);
    CHECK(waves.at(3).running == 1);
    CHECK(waves.at(3).tasks == std::set{0, 7});
    CHECK(waves.at(4).tasks == std::set{2});
    CHECK(waves.at(4).stuck == std::set{1});
}

TEST_CASE("the number of slots follows from the cores that are up, or from the user's jobs") {
    Site site = sample_site();
    const JobSystem& slurm = system_called("slurm");
    CHECK(slots_of(slurm, site, "3/5/4/12\n1/0/0/1\n") == 9);
    site.cpus = 2;
    CHECK(slots_of(slurm, site, "3/5/4/12\n") == 4);
    site.jobs = 7;
    CHECK(slots_of(slurm, site, "3/5/4/12\n") == 7);
}

TEST_CASE("the number of slots of GNU parallel follows from the hosts file, or from the user's jobs") {
    const TempFolder folder;
    Site site = sample_site();
    site.hosts_file = folder / "hosts";
    std::ofstream(site.hosts_file) << "4/me@n1\n# 7/n9\n\n2/ssh -p 2222 me@n2\n@lab/3/n3\r\n";
    CHECK(slots_of(system_called("parallel"), site, "") == 9);
    site.jobs = 5;
    CHECK(slots_of(system_called("parallel"), site, "") == 15);
}

TEST_CASE("GNU parallel gets two slots per core, and hosts that can't play are left out") {
    CHECK(hosts_of_wave("4/me@n1\n2/n2\n# all\nssh -p 2222 me@n3\n", {}) == "8/me@n1\n4/n2\nssh -p 2222 me@n3\n");
    CHECK(hosts_of_wave("4/me@n1\n2/n2\n# all\nssh -p 2222 me@n3\n", {"n2", "n3"}) == "8/me@n1\n");
    CHECK(hosts_of_wave("n1\nn11\n", {"n1"}) == "n11\n");
    CHECK(hosts_of_wave("@lab/1/n1\n@lab/n2 \r\n3/ssh -F /a/b me@n4\n", {}) ==
          "@lab/2/n1\n@lab/n2\n6/ssh -F /a/b me@n4\n");
    CHECK(hosts_of_wave("# nobody\n", {}).empty());
}

TEST_CASE("GNU parallel gets the tasks as arguments") {
    Site site = sample_site();
    site.hosts_file = "/home/me/hosts";
    site.options = {};
    CHECK(shell_line(system_called("parallel").submit(site, {2, 3, "5ca1e", {}})) ==
          parallel_begins +
              "--sshloginfile /home/me/t.db.spool/w2.hosts --workdir /home/me --jobs=50% "
              "--joblog=/home/me/t.db.spool/w2.joblog --retries=3 --ungroup "
              "'exec '\\''/opt/my referee'\\'' engine play --sum 5ca1e --host {host} /home/me/t.db.spool/w2.{}.json' "
              "::: 0 "
              "1 2");
}

TEST_CASE("hosts that share no files get them from GNU parallel, and write records to stdout") {
    Site site = sample_site();
    site.hosts_file = "/home/me/hosts";
    site.transfer = true;
    site.options = {};
    const JobSystem& parallel = system_called("parallel");
    CHECK(shell_line(parallel.submit(site, {2, 1, "5ca1e", {}})) ==
          parallel_begins +
              "--sshloginfile /home/me/t.db.spool/w2.hosts --workdir .referee/0badcafe --jobs=50% "
              "--joblog=/home/me/t.db.spool/w2.joblog --retries=3 --line-buffer "
              "--transferfile /home/me/t.db.spool/for_hosts/./. --transferfile /home/me/./t.db.spool/w2.sums "
              "--transferfile '/home/me/./t.db.spool/w2.{}.json' "
              "'exec t.db.spool/referee engine play --sum 5ca1e -o - --host {host} t.db.spool/w2.{}.json' ::: 0");
    const auto stop = parallel.stop(site, 2, 77);
    REQUIRE(stop.size() == 2);
    CHECK(shell_line(stop[0]) == "kill -HUP 77");
    CHECK(shell_line(stop[1]) == parallel_begins +
                                     "--sshloginfile /home/me/hosts --workdir .referee/0badcafe --nonall "
                                     "'rm -f t.db.spool/w2.*.json'");
    CHECK(parallel.clean(site).back() == "rm -rf .referee/0badcafe");
}
