#include "referee/handins/workshop.hpp"

#include <doctest/doctest.h>
#include <sys/eventfd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/cores.hpp"
#include "referee/core/base/unique_fd.hpp"
#include "referee/core/processes/control_group.hpp"

namespace {

using namespace std::chrono_literals;
using referee::Clock;
using referee::Duration;
using referee::handins::Workshop;

/// Returns a sandbox of this machine. If none can be made, or if it can't count the CPU time of all processes, prints a
/// message and returns null.
std::shared_ptr<const referee::Sandbox> sandbox_of_this_machine() {
    if (!referee::ControlGroup::available()) {
        MESSAGE("there are no control groups here");
        return nullptr;
    }
    try {
        return referee::make_sandbox(false);
    } catch (const referee::SandboxFailure& failure) {
        MESSAGE("there is no sandbox here: ", failure.what());
        return nullptr;
    }
}

/// Programs of others that keep all cores busy.
class BusyCores {
public:
    explicit BusyCores(std::size_t programs_a_core) {
        for (std::size_t i = 0; i < programs_a_core * referee::allowed_cores().size(); ++i)
            threads_.emplace_back([this] {
                while (!ended_)
                    ++turns_;
            });
    }
    ~BusyCores() {
        ended_ = true;
        for (std::thread& thread : threads_)
            thread.join();
    }
    BusyCores(const BusyCores&) = delete;
    BusyCores& operator=(const BusyCores&) = delete;

private:
    std::atomic<bool> ended_ = false;
    std::atomic<std::uint64_t> turns_ = 0;
    std::vector<std::thread> threads_;
};

/// Builds with a script of the shell, on this many cores of its own, or on all.
referee::handins::Parcel built(const std::shared_ptr<const referee::Sandbox>& sandbox, const std::string& script,
                               Duration limit, std::optional<std::uint64_t> cores = std::nullopt) {
    Workshop workshop(sandbox, cores, -1, {.to_build = std::chrono::ceil<std::chrono::milliseconds>(limit)});
    return workshop.build({}, {"sh", "-c", script}).value();
}

const std::string work = "echo begun; i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo ended > made";

}  // namespace

TEST_CASE("a build whose cores others use is not too slow") {
    const auto sandbox = sandbox_of_this_machine();
    if (!sandbox) return;
    for (const std::optional<std::uint64_t> cores : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(1)}) {
        CAPTURE(cores.has_value());
        const auto begin = Clock::now();
        CHECK(built(sandbox, work, 600s, cores).complaint == "");
        const Duration usual = Clock::now() - begin;
        const BusyCores busy(2);
        const auto parcel = built(sandbox, work, usual * 3 / 2, cores);
        CHECK(parcel.complaint == "");
        REQUIRE(parcel.files.size() == 1);
        CHECK(parcel.files[0].bytes == "ended\n");
    }
}

TEST_CASE("a build that waits for nothing is too slow on a busy machine, too, and says how far it came") {
    const auto sandbox = sandbox_of_this_machine();
    if (!sandbox) return;
    const BusyCores busy(1);
    for (const char* script :
         {"echo begun; sleep 600",
          "echo begun; i=0; while [ $i -lt 300 ]; do sleep 600 & i=$((i+1)); done; while :; do :; done"}) {
        CAPTURE(script);
        const auto begin = Clock::now();
        const auto parcel = built(sandbox, script, 1s);
        CHECK(parcel.complaint == "its build did not finish within 1 s");
        CHECK(parcel.output == "begun\n");
        CHECK(parcel.reached_limit);
        CHECK(Clock::now() - begin < 30s);
    }
}

TEST_CASE("a program of the system that unpacks an archive is told when its time is over") {
    const auto sandbox = sandbox_of_this_machine();
    if (!sandbox) return;
    Workshop workshop(sandbox, std::nullopt, -1, {.to_unpack = 1s});
    const auto parcel = workshop.extract("bytes", {"sh", "-c", "echo begun; sleep 600"}).value();
    CHECK(parcel.complaint == "it takes too long to unpack it");
    CHECK(parcel.reached_limit);
    CHECK(parcel.output == "begun\n");
    const auto next = workshop.extract("bytes", {"sh", "-c", "echo ready > made"}).value();
    CHECK(next.complaint == "");
    REQUIRE(next.files.size() == 1);
    CHECK(next.files[0].bytes == "ready\n");
}

TEST_CASE("a build that stops the step around it does not stop the referee") {
    const auto sandbox = sandbox_of_this_machine();
    if (!sandbox) return;
    const std::vector<std::string> stops_its_step = {"sh", "-c", "kill -STOP $PPID; sleep 600"};
    Workshop workshop(sandbox, std::nullopt, -1, {.to_build = 1s, .to_report = 1s});
    const auto parcel = workshop.build({}, stops_its_step).value();
    CHECK(parcel.complaint == "it takes too long to build it");
    CHECK(parcel.reached_limit);
}

TEST_CASE("an order to stop ends a step that does not report") {
    const auto sandbox = sandbox_of_this_machine();
    if (!sandbox) return;
    const referee::UniqueFd stop(::eventfd(0, EFD_CLOEXEC));
    REQUIRE(stop);
    Workshop workshop(sandbox, std::nullopt, stop.get(), {.to_build = 1s, .to_report = 600s});
    std::jthread order([&stop] {
        std::this_thread::sleep_for(5s);
        ::eventfd_write(stop.get(), 1);
    });
    CHECK(!workshop.build({}, {"sh", "-c", "kill -STOP $PPID; sleep 600"}));
}
