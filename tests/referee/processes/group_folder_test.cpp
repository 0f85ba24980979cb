// Tests control groups: who owns them, and that only processes in them are killed. These tests are skipped if no group
// can be made.
#include "referee/processes/group_folder.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

namespace {

namespace fs = std::filesystem;
using referee::GroupFolder;
using referee::UniqueFd;

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
