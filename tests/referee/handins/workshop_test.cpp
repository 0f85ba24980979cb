#include "referee/handins/workshop.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/cores.hpp"
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

/// Builds with a script of the shell.
referee::handins::Parcel built(const std::shared_ptr<const referee::Sandbox>& sandbox, const std::string& script,
                               Duration limit) {
    Workshop workshop(sandbox, std::nullopt, -1, {.to_build = std::chrono::ceil<std::chrono::milliseconds>(limit)});
    return workshop.build({}, {"sh", "-c", script}).value();
}

const std::string work = "echo begun; i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; echo ended > made";

}  // namespace

TEST_CASE("a build whose cores others use is not too slow") {
    const auto sandbox = sandbox_of_this_machine();
    if (!sandbox) return;
    const auto begin = Clock::now();
    CHECK(built(sandbox, work, 600s).complaint == "");
    const Duration usual = Clock::now() - begin;
    const BusyCores busy(2);
    const auto parcel = built(sandbox, work, usual * 3 / 2);
    CHECK(parcel.complaint == "");
    REQUIRE(parcel.files.size() == 1);
    CHECK(parcel.files[0].bytes == "ended\n");
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
