// Tests explained_by(): which endings of a bot are attributed to the signal that stopped the referee.
#include "referee/players/stopped_bot.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <vector>

namespace referee {

namespace {

using protocol::BotEnd;
using protocol::Ending;

const std::vector<BotEnd> ended = {{Ending::crashed, {}, SIGTERM},
                                   {Ending::crashed, {}, SIGKILL},
                                   {Ending::exited, 128 + SIGINT, {}},
                                   {Ending::exited, 0, {}},
                                   {Ending::exited, 1, {}},
                                   {Ending::resource_limit, {}, SIGTERM},
                                   {Ending::resource_limit, 128 + SIGTERM, {}}};
const std::vector<BotEnd> silent = {{Ending::closed_stdout, {}, {}}, {Ending::timeout, {}, {}}};
const std::vector<BotEnd> own_doing = {{Ending::crashed, {}, SIGSEGV},
                                       {Ending::resource_limit, {}, SIGKILL},
                                       {Ending::resource_limit, 1, {}},
                                       {Ending::invalid_move, {}, {}},
                                       {Ending::premature, {}, {}}};

void check_explained(const StopSignal& stop, const std::vector<BotEnd>& ends, bool explained) {
    for (const BotEnd& end : ends) {
        CAPTURE(end.ending);
        CAPTURE(end.exit_code.value_or(-1));
        CAPTURE(end.signal.value_or(-1));
        CHECK(explained_by(stop, end) == explained);
    }
}

}  // namespace

TEST_CASE("without a signal, no ending of a bot is explained") {
    const StopSignal stop;
    for (const auto& ends : {ended, silent, own_doing})
        check_explained(stop, ends, false);
}

TEST_CASE("Ctrl-C explains that bots exit, and that they end by such signals") {
    const StopSignal stop;
    ::kill(::getpid(), SIGINT);
    check_explained(stop, ended, true);
    check_explained(stop, silent, false);
    check_explained(stop, own_doing, false);
}

TEST_CASE("other signals that stop the referee also explain that a bot is silent") {
    for (const int signal : {SIGTERM, SIGHUP, SIGQUIT}) {
        const StopSignal stop;
        ::kill(::getpid(), signal);
        check_explained(stop, ended, true);
        check_explained(stop, silent, true);
        check_explained(stop, own_doing, false);
    }
}

}  // namespace referee
