// Tests control groups (skipped if no group can be made), how a bot that is alone in its sandbox is stopped, and all
// processes of a bot as a whole.
#include "referee/core/processes/bot_process.hpp"
#include "referee/core/processes/child_process.hpp"
#include "referee/core/processes/group_folder.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/cores.hpp"
#include "referee/core/base/cpu_use.hpp"
#include "referee/core/base/unique_fd.hpp"
#include "referee/core/processes/launcher.hpp"
#include "referee/core/processes/process_launcher.hpp"

namespace {

namespace fs = std::filesystem;
using referee::BotProcess;
using referee::ControlGroup;
using referee::GroupFolder;
using referee::UniqueFd;
using Rest = BotProcess::Rest;
using namespace std::chrono_literals;

/// Returns the folder in which groups can be made without controllers, or an empty string if there is none.
std::string hierarchy() {
    for (const char* place : {"/sys/fs/cgroup/pids", "/sys/fs/cgroup"}) {
        const std::string folder = place;
        if (::access((folder + "/cgroup.procs").c_str(), W_OK) == 0) return folder;
    }
    return {};
}

/// A folder for the test's own groups, so that the groups of other processes are left alone.
class Place {
public:
    Place() : path_(hierarchy()) {
        if (path_.empty()) return;
        path_ += "/group_folder_test-" + std::to_string(::getpid());
        if (::mkdir(path_.c_str(), 0755) != 0) path_.clear();
    }
    ~Place() {
        for (std::error_code error; const auto& entry : fs::directory_iterator(path_, error)) {
            if (entry.is_directory()) ::rmdir(entry.path().c_str());
        }
        ::rmdir(path_.c_str());
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    explicit operator bool() const {
        if (path_.empty()) MESSAGE("no control groups here");
        return !path_.empty();
    }
    const std::string& path() const { return path_; }
    GroupFolder make() const {
        int error = 0;
        auto made = GroupFolder::make(path_, error);
        REQUIRE(made);
        return std::move(*made);
    }

private:
    std::string path_;
};

/// Starts a child in this group. The child waits until it is killed.
pid_t sleeper_in(const std::string& group) {
    const pid_t child = ::fork();
    while (child == 0)
        ::pause();
    REQUIRE(referee::write_group_file(group + "/cgroup.procs", std::to_string(child)));
    return child;
}

/// A child that waits until it is killed.
class Sleeper {
public:
    Sleeper() : pid_(::fork()) {
        if (pid_ != 0) return;
        ::execlp("sleep", "sleep", "1000000",
                 nullptr);  // executes another program, because a copy of this one may have threads of a sanitizer
        ::_exit(127);
    }
    ~Sleeper() { end(); }
    Sleeper(const Sleeper&) = delete;
    Sleeper& operator=(const Sleeper&) = delete;

    void end() {
        if (pid_ < 0) return;
        ::kill(pid_, SIGKILL);
        ::waitpid(std::exchange(pid_, -1), nullptr, 0);
    }
    void enter(const ControlGroup& group) const {
        const std::string number = std::to_string(pid_);
        for (const int entrance : group.entrances())
            REQUIRE(::write(entrance, number.data(), number.size()) == static_cast<ssize_t>(number.size()));
    }
    [[nodiscard]] pid_t pid() const { return pid_; }

private:
    pid_t pid_;
};

/// Repeats rest(), because a signal takes a moment to have an effect. On a busy machine, this moment can be longer than
/// the time for which rest() waits.
Rest rest_of(const BotProcess& bot, const ControlGroup* group) {
    Rest rest = Rest::not_yet;
    for (int look = 0; look < 10'000 && rest == Rest::not_yet; ++look)
        rest = bot.rest(group);
    return rest;
}

std::string oom_score_adj(pid_t pid) {
    std::string value;
    std::ifstream("/proc/" + std::to_string(pid) + "/oom_score_adj") >> value;
    return value;
}

/// The threads of a process and its descendants.
std::vector<pid_t> threads_of(pid_t pid) {
    const referee::UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY));
    std::vector<pid_t> threads;
    for (const auto& [thread, waited] : referee::waits_of(pid, proc.get()))
        threads.push_back(thread);
    return threads;
}

}  // namespace

TEST_CASE(
    "a process that is not visible here is not a member, because kill() would take its pid 0 as the caller's own "
    "process group") {
    using Pids = std::vector<pid_t>;
    CHECK(referee::members_in("") == Pids{});
    CHECK(referee::members_in("12\n345\n") == Pids{12, 345});
    CHECK(referee::members_in("0\n12\n0\n0\n345\n0\n") == Pids{12, 345});
    CHECK(referee::members_in("-1\n12\n") == Pids{12});
    CHECK(referee::members_in("12\nnonsense\n13\n") == Pids{12});
    CHECK(referee::members_in("99999999999999999999\n12\n") == Pids{});
}

TEST_CASE("a group is distinguished by its name from the groups of other referees") {
    CHECK(referee::is_group_name("referee-17-0123456789abcdef"));
    for (const char* name : {"referee-17-3", "referee-17-self", "referee-", "referee-17-", "referee-0123456789abcdef",
                             "referee--0123456789abcdef", "referee-x-0123456789abcdef", "referee-17-0123456789abcdeg",
                             "referee-17-0123456789abcdef0", "referee-17-0123456789ABCDEF", "other-17-0123456789abcdef",
                             "referee-17-0123456789abcdef/x", ""}) {
        CAPTURE(name);
        CHECK_FALSE(referee::is_group_name(name));
    }
}

TEST_CASE("each group is a new one and goes with its owner") {
    const Place place;
    if (!place) return;
    std::string path;
    {
        const GroupFolder one = place.make();
        const GroupFolder other = place.make();
        CHECK(one.path() != other.path());
        path = one.path();
        CHECK(referee::is_group_name(fs::path(path).filename().native()));
        CHECK(fs::exists(path));
    }
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("a group whose maker is alive stays, whatever its name says") {
    const Place place;
    if (!place) return;
    const GroupFolder held = place.make();
    // A group whose name contains the pid of no process. Groups of other pid namespaces can look like this.
    const std::string held_by_unknown = place.path() + "/referee-4194399-0123456789abcdef";
    REQUIRE(::mkdir(held_by_unknown.c_str(), 0755) == 0);
    UniqueFd lock(::open(held_by_unknown.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    REQUIRE(::flock(lock.get(), LOCK_EX) == 0);
    GroupFolder::remove_stale(place.path());
    CHECK(fs::exists(held.path()));
    CHECK(fs::exists(held_by_unknown));
    lock.reset();
    GroupFolder::remove_stale(place.path());
    CHECK(fs::exists(held.path()));
    CHECK_FALSE(fs::exists(held_by_unknown));
}

TEST_CASE("a stale group is removed with everything in it, even if its name has the pid of a living process") {
    const Place place;
    if (!place) return;
    const std::string stale = place.path() + "/referee-" + std::to_string(::getpid()) + "-0123456789abcdef";
    const std::string of_others = place.path() + "/referee-17-3";
    REQUIRE(::mkdir(stale.c_str(), 0755) == 0);
    REQUIRE(::mkdir(of_others.c_str(), 0755) == 0);
    const pid_t inside = sleeper_in(stale);
    const pid_t outside = sleeper_in(of_others);
    GroupFolder::remove_stale(place.path());
    int status = 0;
    CHECK(::waitpid(inside, &status, 0) == inside);
    CHECK(WIFSIGNALED(status));
    CHECK_FALSE(fs::exists(stale));
    CHECK(::waitpid(outside, &status, WNOHANG) == 0);
    CHECK(fs::exists(of_others));
    ::kill(outside, SIGKILL);
    ::waitpid(outside, &status, 0);
}

TEST_CASE("the processes of a group end with the group") {
    const Place place;
    if (!place) return;
    pid_t child = -1;
    std::string path;
    {
        const GroupFolder group = place.make();
        path = group.path();
        child = sleeper_in(path);
    }
    int status = 0;
    CHECK(::waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE(
    "only a living child of the warden is taken for the bot, and chosen for the kernel to kill if memory runs out") {
    Sleeper bot;
    const std::string usual = oom_score_adj(bot.pid());
    REQUIRE(usual != "1000");
    CHECK_FALSE(BotProcess::take(bot.pid(), 1).has_value());
    CHECK(oom_score_adj(bot.pid()) == usual);
    CHECK(BotProcess::take(bot.pid(), ::getpid()).has_value());
    CHECK(oom_score_adj(bot.pid()) == "1000");
    const pid_t gone = bot.pid();
    const auto found = BotProcess::take(gone, ::getpid());
    REQUIRE(found.has_value());
    bot.end();
    CHECK_FALSE(found->signal(true));
    CHECK_FALSE(BotProcess::take(gone, ::getpid()).has_value());
}

TEST_CASE("a bot is at rest when it is stopped and nothing else is in the sandbox") {
    const Sleeper bot;
    const auto alone = BotProcess::take(bot.pid(), ::getpid());
    REQUIRE(alone.has_value());
    CHECK(alone->rest(nullptr) == Rest::not_for_all);
    std::string problem;
    const auto group = ControlGroup::make({}, problem);
    if (!group) {
        MESSAGE("not all is tried: ", problem);
        return;
    }
    const Sleeper bubblewrap;
    const Sleeper warden;
    for (const Sleeper* each : {&bot, &bubblewrap, &warden})
        each->enter(*group);
    CHECK(group->tasks() == 3);
    CHECK(alone->rest(group.get()) == Rest::not_yet);
    CHECK(alone->signal(true));
    CHECK(rest_of(*alone, group.get()) == Rest::known);
    {
        const Sleeper child;
        child.enter(*group);
        CHECK(rest_of(*alone, group.get()) == Rest::not_for_all);
    }
    CHECK(rest_of(*alone, group.get()) == Rest::known);
    CHECK(alone->signal(false));
    int status = 0;
    CHECK(::waitpid(bot.pid(), &status, WCONTINUED) == bot.pid());
    CHECK(WIFCONTINUED(status));
    CHECK(alone->rest(group.get()) == Rest::not_yet);
}

TEST_CASE("a bot that is moved to other cores takes its children with it") {
    referee::Launcher launcher;
    auto launched = launcher.launch(
        referee::LaunchRequest{"/bin/sh", {"sh", "-c", "(sleep 60; :) & sleep 60"}, {"PATH=/usr/bin:/bin"}},
        referee::allowed_cores());
    auto& bot = *std::get<std::unique_ptr<referee::ChildProcess>>(launched);
    const auto end = referee::Clock::now() + 20s;
    while (threads_of(bot.pid()).size() < 4 && referee::Clock::now() < end)
        std::this_thread::sleep_for(5ms);
    const std::vector<pid_t> threads = threads_of(bot.pid());
    REQUIRE(threads.size() == 4);  // two shells, and the commands that they wait for
    const std::vector<int> core = {referee::allowed_cores().back()};
    const cpu_set_t wanted = referee::core_set(core);
    bot.move_to(core);
    CHECK(bot.cores == core);
    for (const pid_t thread : threads) {
        cpu_set_t set;
        REQUIRE(::sched_getaffinity(thread, sizeof set, &set) == 0);
        CHECK(CPU_EQUAL(&set, &wanted));
    }
    bot.kill_all();
}
