// Tests that a tournament file survives kills and full disks, and that one process can write it while others read it.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>

#include "games/dice.hpp"
#include "games/user_error.hpp"
#include "referee/core/base/clock.hpp"
#include "tests/messages.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/paper/store/sample_tournament.hpp"
#include "tests/soak.hpp"

namespace tournament_test {

namespace {

/// A process that runs an action, and sends numbers through a pipe.
class Child {
public:
    /// `action` receives a function that sends a number. The child exits with the result of the action, or 99 after an
    /// exception.
    template <class Action>
    explicit Child(Action action) {
        int ends[2];
        REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
        pid_ = ::fork();
        if (pid_ == 0) {
            int code = 99;
            try {
                code = action([&](int number) { (void)!::write(ends[1], &number, sizeof number); });
            } catch (...) {
            }
            ::_exit(code);
        }
        ::close(ends[1]);
        told_ = ends[0];
    }
    ~Child() {
        finish();
        ::close(told_);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void kill() const { ::kill(pid_, SIGKILL); }
    /// Returns the next number, or -1 if there are no more numbers.
    int next() const {
        int number = -1;
        return ::read(told_, &number, sizeof number) == sizeof number ? number : -1;
    }
    /// Waits until the child ends. Returns its exit code, or -1 if it was killed.
    int finish() {
        int status = 0;
        if (pid_ > 0) {
            ::waitpid(pid_, &status, 0);
            code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        }
        pid_ = -1;
        return code_;
    }

private:
    pid_t pid_;
    int told_ = -1;
    int code_ = 0;
};

/// Checks that a file holds `least` or `least` + 1 complete matches. Returns their number.
int check_matches(const std::string& path, int least) {
    const Store store = Store::open(path);
    const FinishedGames results = store.results();
    CHECK(results.first_missing() == results.size());
    CHECK(results.size() >= least);
    CHECK(results.size() <= least + 1);
    int logs = 0;
    store.for_each_match([&](int number, std::string_view json) {
        CHECK(number == logs++);
        if (number < least - 3) return;
        CHECK(std::string(json) + "\n" == to_json(sample_match(number), protocol::Layout::one_line));
    });
    CHECK(logs == results.size());
    return results.size();
}

}  // namespace

TEST_CASE("a writer that is killed at any moment loses no match that it has reported") {
    const SampleFile file;
    file.create(200'000);
    games::Dice dice(3);
    int known = 0;
    int kills_in_the_middle = 0;
    const int kills = repetitions(15, 50);
    for (int kill = 0; kill < kills; ++kill) {
        const int before = known;
        Child child([&](auto tell) {
            Store store = file.resume();
            tell(-2);
            for (int number = store.results().first_missing();; ++number) {
                store.add_match(sample_played(number));
                tell(number);
            }
            return 0;
        });
        REQUIRE(child.next() == -2);
        const int patient = static_cast<int>(dice.below(5));
        const auto hear = [&] {
            const int number = child.next();
            if (number < 0) return false;
            CHECK(number == known);
            known = number + 1;
            return true;
        };
        for (int i = 0; i < patient; ++i)
            REQUIRE(hear());
        ::usleep(static_cast<useconds_t>(dice.below(12'000)));
        child.kill();
        while (hear()) {
        }
        CHECK(child.finish() == -1);
        kills_in_the_middle += known > before ? 1 : 0;
        known = check_matches(file.path, known);
    }
    CHECK(kills_in_the_middle > kills / 2);
}

TEST_CASE("a process that is killed while it creates a file leaves the whole file or nothing") {
    const TempFolder folder;
    games::Dice dice(4);
    const auto begin = referee::Clock::now();
    Store::create(folder / "unharmed", sample_head());
    const auto usual = std::chrono::duration_cast<std::chrono::microseconds>(referee::Clock::now() - begin);
    int whole = 0;
    for (int i = 0; i < 60; ++i) {
        const std::string path = folder / std::to_string(i);
        Child child([&](auto tell) {
            tell(1);
            Store::create(path, sample_head());
            return 0;
        });
        REQUIRE(child.next() == 1);
        ::usleep(static_cast<useconds_t>(dice.below(static_cast<std::uint64_t>(4 * usual.count() + 1000))));
        child.kill();
        child.finish();
        if (!std::filesystem::exists(path)) continue;
        ++whole;
        CHECK(Store::open(path).head() == sample_head());
    }
    CHECK(whole > 0);
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        const std::string name = entry.path().filename();
        CHECK(std::filesystem::exists(folder / name.substr(0, name.find('-'))));
        CHECK_FALSE(contains(name, "."));
    }
}

TEST_CASE("if two processes create the same file at the same time, one is refused") {
    for (int i = 0; i < 20; ++i) {
        const TempFolder folder;
        const std::string path = folder / "t.db";
        const auto make = [&](auto tell) {
            tell(1);
            try {
                Store::create(path, sample_head());
            } catch (const games::UserError&) {
                return 1;
            }
            return 0;
        };
        Child one(make);
        Child other(make);
        CHECK(one.finish() + other.finish() <= 1);
        CHECK(Store::open(path).head() == sample_head());
        CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
    }
}

namespace {

constexpr std::string_view full_disk = "the disk is full; what it holds is safe";

/// Adds matches until the disk is full, and then tries to add another match, which must also fail. Each failure must
/// have one of the messages `complaints`. Returns 0 if all this is true. In this case passes the number of matches in
/// the file to `tell`.
template <class Tell>
int fill_up(const std::string& path, std::initializer_list<std::string_view> complaints, const Tell& tell) {
    Store store = Store::create(path, sample_head());
    store.add_games(sample_games(20'000));
    int added = 0;
    for (int failures = 0; failures < 2;) {
        try {
            store.add_match(sample_played(added));
            if (++added == 20'000) return 2;
        } catch (const games::UserError&) {
            return 3;
        } catch (const std::runtime_error& error) {
            const auto told = [&](std::string_view complaint) {
                return error.what() == "tournament file '" + path + "' can't be written: " + std::string(complaint);
            };
            if (std::ranges::none_of(complaints, told)) return 4;
            ++failures;
        }
    }
    if (store.results().size() != added) return 5;
    tell(added);
    return 0;
}

}  // namespace

TEST_CASE("a file that may not grow is an error, and its content is safe") {
    const SampleFile file;
    Child child([&](auto tell) {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{3'000'000, 3'000'000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        // Newer versions of SQLite keep the system's error number. They report the second message.
        return fill_up(file.path, {"disk I/O error", "File too large"}, tell);
    });
    const int added = child.next();
    CHECK(child.finish() == 0);
    REQUIRE(added > 100);
    CHECK(check_matches(file.path, added) == added);
    Store store = file.resume();
    store.add_match(sample_played(added));
    CHECK(store.results().size() == added + 1);
}

TEST_CASE("a full disk is an error, and the content of the file is safe") {
    const TempFolder folder;
    const std::string disk = folder / "disk";
    std::filesystem::create_directory(disk);
    const std::string copy = folder / "copy.db";
    Child child([&](auto tell) {
        if (::unshare(CLONE_NEWNS) != 0) {  // not permitted, so tries again as root of a new user namespace
            const std::string user = std::to_string(::geteuid());
            if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return 42;
            std::ofstream("/proc/self/uid_map") << "0 " << user << " 1";
        }
        ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
        if (::mount("none", disk.c_str(), "tmpfs", 0, "size=8m") != 0) return 42;
        const int code = fill_up(disk + "/t.db", {full_disk}, tell);
        // The disk disappears when this process ends, so its files are copied.
        for (const std::string end : {"", "-wal"}) {
            if (std::filesystem::exists(disk + "/t.db" + end))
                std::filesystem::copy_file(disk + "/t.db" + end, copy + end);
        }
        return code;
    });
    const int added = child.next();
    const int code = child.finish();
    if (code == 42) {
        MESSAGE("no small disk can be made here");
        return;
    }
    CHECK(code == 0);
    REQUIRE(added > 100);
    CHECK(check_matches(copy, added) == added);
}

TEST_CASE("a second process can read, but not write, while the first may write") {
    const SampleFile file;
    file.create(10);
    const std::string busy = "tournament file '" + file.path + "' is being written by another process";
    Child writer([&](auto tell) {
        Store store = file.resume();
        store.add_match(sample_played(0));
        tell(1);
        ::pause();
        return 0;
    });
    REQUIRE(writer.next() == 1);
    CHECK_THROWS_WITH_AS(file.resume(), busy.c_str(), games::UserError);
    {
        const Store reader = Store::open(file.path);
        CHECK(reader.is_being_written());
        CHECK(reader.results().size() == 1);
        writer.kill();
        writer.finish();
        CHECK(!reader.is_being_written());
        Child other([&](auto tell) {
            file.resume().add_match(sample_played(1));
            tell(1);
            return 0;
        });
        REQUIRE(other.next() == 1);
        other.finish();
        CHECK(reader.results().size() == 1);
    }
    CHECK(Store::open(file.path).results().size() == 2);
    CHECK(std::distance(std::filesystem::directory_iterator(file.folder.path()), {}) == 1);
}

TEST_CASE("a reader sees new matches, one state at a time, and blocks nobody") {
    const SampleFile file;
    file.create(2000);
    Child writer([&](auto tell) {
        Store store = file.resume();
        for (int number = 0; number < 2000; ++number) {
            store.add_match(sample_played(number));
            tell(number);
        }
        ::pause();
        return 0;
    });
    Store reader = Store::open(file.path);
    int seen = 0;
    int looks_with_news = 0;
    for (int added = writer.next(); added < 1999; added = writer.next()) {
        if (added % 50 != 0) continue;
        const bool news = reader.refresh();
        const int matches = reader.results().size();
        CHECK(news == (matches != seen));
        CHECK(matches > added);
        CHECK(reader.results().size() == matches);
        int later = seen;
        reader.for_each_summary([&](const StoredMatch& match) { CHECK(match.result.number == later++); }, seen);
        CHECK(later == matches);
        looks_with_news += news ? 1 : 0;
        seen = matches;
        reader.release_snapshot();
    }
    CHECK(looks_with_news > 5);
    CHECK(!reader.refresh() == (seen == 2000));
    CHECK(!reader.refresh());
    CHECK(reader.results().size() == 2000);
    CHECK(reader.games(1990).size() == 10);
    writer.kill();
}

TEST_CASE("the WAL can be merged into the file while another process has the file open, but not while it reads") {
    const SampleFile file;
    Store store = file.create(10);
    for (const bool reads : {true, false}) {
        Child reader([&](auto tell) {
            Store look = Store::open(file.path);
            if (!reads) look.release_snapshot();
            tell(1);
            ::pause();
            return 0;
        });
        REQUIRE(reader.next() == 1);
        store.add_match(sample_played(reads ? 0 : 1));
        CHECK(store.gather_into_one_file() ==
              (reads ? std::optional<std::string>("another process is reading it") : std::nullopt));
        reader.kill();
    }
    CHECK(std::filesystem::file_size(file.path + "-wal") == 0);
}

}  // namespace tournament_test
