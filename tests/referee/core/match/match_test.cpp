// Tests the match itself with scripted players: who is asked when, what is recorded, and how the match ends.
#include "referee/core/match/match.hpp"

#include <doctest/doctest.h>

#include "referee/core/match/record.hpp"
#include "referee/core/match/summary.hpp"
#include "tests/messages.hpp"
#include "tests/referee/scripted_match.hpp"

namespace {

using namespace std::chrono_literals;
using protocol::Ending;
using protocol::MatchLog;
using referee::Disturbance;
using referee::TurnReport;
using Calls = ScriptedPlayer::Calls;

const Disturbance too_late{Disturbance::Kind::referee_late, 2500ms};
const Calls setting_up = {"ann start", "bob start"};
const Calls clearing_up = {"ann dismiss", "bob dismiss", "ann end", "bob end"};

Calls operator+(Calls a, const Calls& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

void check_forfeit(const MatchLog& log, int guilty, Ending ending) {
    CHECK(log.result.ending == ending);
    CHECK(log.result.winner == 1 - guilty);
    REQUIRE(log.failure);
    CHECK(log.failure->player == guilty);
}

}  // namespace

TEST_CASE(
    "both players are started, asked in turn, dismissed and ended, and the first turn of each has its own limit") {
    ScriptedMatch match;
    match.ann.answers("DROP 0").answers("DROP 1").faults(Ending::exited, "gone");
    match.bob.answers("DROP 2").answers("DROP 3");
    match.play();
    CHECK(match.calls == setting_up + Calls{"ann turn", "bob turn", "ann turn", "bob turn", "ann turn"} + clearing_up);
    using Limits = std::vector<referee::Duration>;
    CHECK(match.ann.limits == Limits{7s, 3s, 3s});
    CHECK(match.bob.limits == Limits{7s, 3s});
    CHECK(match.ann.margins == Limits{1s, 1s, 1s});
}

TEST_CASE("the head of the log is the plan, and no two matches have the same id") {
    ScriptedMatch match;
    match.ann.stops();
    const MatchLog log = match.play();
    CHECK(log.game == "magnetize");
    const protocol::Config config = {{"height", 4}, {"width", 5}, {"square", 2}, {"maglock", 2}, {"max_plies", 80}};
    CHECK((log.config == config));
    CHECK(log.seed == 42);
    CHECK(log.players[0].name == "ann");
    CHECK(log.players[0].command == std::vector<std::string>{"./ann"});
    CHECK(log.limits.first_move == 7s);
    CHECK(log.limits.move == 3s);
    CHECK(log.limits.margin == 1s);
    CHECK(log.id.size() == 16);
    CHECK(log.started_at.size() == 20);
    CHECK(log.opening == 0);
    ScriptedMatch other;
    other.ann.stops();
    CHECK(other.play().id != log.id);
}

TEST_CASE("the worked example is recorded with movers, times and lost turns, and black wins") {
    ScriptedMatch match;
    match.script(worked_example());
    const MatchLog log = match.play();
    CHECK(log.result.ending == Ending::by_rules);
    CHECK(log.result.winner == 0);
    CHECK(log.result.detail == "square");
    CHECK_FALSE(log.failure);
    REQUIRE(log.plies.size() == worked_example().size());
    for (std::size_t i = 0; i < log.plies.size(); ++i) {
        CHECK(log.plies[i].player == worked_example()[i].first);
        CHECK(log.plies[i].move == worked_example()[i].second);
        CHECK(log.plies[i].wall == 1234us);
        CHECK(log.plies[i].cpu == 567us);
        CHECK_FALSE(log.plies[i].hand);
        CHECK(log.plies[i].lost == (i == 10 || i == 11 ? std::vector{1} : std::vector<int>{}));
    }
    CHECK(match.ann.had_patience);
    CHECK(match.bob.had_patience);
}

TEST_CASE("a turn takes its charged time from the clock, and the log has it if it differs from the time taken") {
    ScriptedMatch match;
    match.plan.limits.clock = {10s, 0s};
    match.plan.limits.move.reset();
    match.plan.limits.first_move.reset();
    match.ann.answers("DROP 0").charged(34us).answers("DROP 1").charged(1234us).stops();
    match.bob.answers("DROP 2").answers("DROP 3");
    const MatchLog log = match.play();
    CHECK(match.ann.limits == std::vector<referee::Duration>{10s, 10s - 34us, 10s - 34us - 1234us});
    CHECK(match.bob.limits == std::vector<referee::Duration>{10s, 10s - 1234us});
    CHECK(log.plies[0].wall == 1234us);
    CHECK(log.plies[0].charged == 34us);
    CHECK_FALSE(log.plies[2].charged);
}

TEST_CASE("a move that is taken back ends the match, which may continue from before it") {
    ScriptedMatch match;
    match.ann.answers("DROP 0").answers("DROP 1").stops(TurnReport::Kind::back);
    match.bob.answers("DROP 2").answers("DROP 3");
    const MatchLog log = match.play();
    CHECK(log.result.ending == Ending::aborted);
    CHECK(match.back_to == 2);
    go_on_from(log, *match.back_to, match.plan);
    CHECK(match.plan.opening == std::vector<std::string>{"DROP 0", "DROP 2"});
}

TEST_CASE("notes are stored with their ply, and the last ones after the match") {
    ScriptedMatch match;
    match.ann.notes("info score 4\n").answers("DROP 0").notes("oh no").answers("DROP 9");
    match.bob.notes("").answers("DROP 1");
    const MatchLog log = match.play();
    REQUIRE(log.plies.size() == 2);
    CHECK(log.plies[0].notes.text == "info score 4\n");
    CHECK(log.plies[0].notes.info->score == 4);
    CHECK(log.plies[1].notes.empty());
    CHECK(log.last_notes[0].text == "oh no");
    CHECK(log.last_notes[1].empty());
}

TEST_CASE("notes are not requested if none are kept") {
    ScriptedMatch match;
    match.plan.notes = referee::NotesKept::nothing;
    match.ann.notes("info score 4\n").answers("DROP 0").notes("oh no").answers("DROP 9");
    match.bob.answers("DROP 1");
    const MatchLog log = match.play();
    CHECK(log.plies[0].notes.empty());
    CHECK(log.last_notes[0].empty());
    CHECK(match.ann.take_notes().text == "info score 4\noh no");
}

TEST_CASE("an illegal move forfeits, the legal moves are recorded, and only the opponent gets time to exit") {
    for (const int guilty : {0, 1}) {
        ScriptedMatch match;
        if (guilty == 1) match.ann.answers("DROP 0");
        (guilty == 0 ? match.ann : match.bob).answers("DROP 5");
        const MatchLog log = match.play();
        check_forfeit(log, guilty, Ending::invalid_move);
        CHECK(log.plies.size() == static_cast<std::size_t>(guilty));
        CHECK(log.failure->line == "DROP 5");
        CHECK(log.failure->valid_moves ==
              std::vector<std::string>{"DROP 0", "DROP 1", "DROP 2", "DROP 3", "DROP 4", "MAGNET"});
        CHECK(log.failure->elapsed == 1234us);
        CHECK(log.failure->limit == 7s);
        CHECK(log.failure->stderr_tail == (guilty == 0 ? "ann's stderr" : "bob's stderr"));
        CHECK_FALSE(log.failure->exit_code);
        CHECK_FALSE(log.failure->signal);
        CHECK(match.ann.had_patience == (guilty == 1));
        CHECK(match.bob.had_patience == (guilty == 0));
    }
}

TEST_CASE("an answer that is not a move of the game forfeits as unreadable, and is shown escaped") {
    ScriptedMatch match;
    match.ann.answers("drop\t\x1b");
    const MatchLog log = match.play();
    check_forfeit(log, 0, Ending::unreadable_move);
    CHECK(log.failure->line == R"(drop\t\x1b)");
}

TEST_CASE("a fault is recorded as the player reports it") {
    ScriptedMatch match;
    match.ann.answers("DROP 0").answers("DROP 0");
    match.bob.answers("DROP 0").faults(Ending::crashed, "ended by signal 9");
    const MatchLog log = match.play();
    check_forfeit(log, 1, Ending::crashed);
    CHECK(log.result.detail == "ended by signal 9");
    CHECK(log.failure->line == "half a line");
    CHECK(log.failure->exit_code == 3);
    CHECK(log.failure->signal == 9);
    CHECK(log.failure->elapsed == 4321us);
    CHECK(log.failure->limit == 3s);
}

TEST_CASE("a player that can't be started loses without a ply, and both are cleared up") {
    for (const int guilty : {0, 1}) {
        ScriptedMatch match;
        (guilty == 0 ? match.ann : match.bob).fails_to_start("no such thing");
        const MatchLog log = match.play();
        check_forfeit(log, guilty, Ending::failed_to_start);
        CHECK(log.result.detail == "no such thing");
        CHECK(log.plies.empty());
        CHECK_FALSE(log.failure->elapsed);
        CHECK_FALSE(log.failure->limit);
        CHECK(match.calls == setting_up + clearing_up);
    }
}

TEST_CASE("if neither can be started, the match is aborted with both reasons") {
    ScriptedMatch match;
    match.ann.fails_to_start("too heavy");
    match.bob.fails_to_start("too light");
    const MatchLog log = match.play();
    CHECK(log.result.ending == Ending::aborted);
    CHECK_FALSE(log.result.winner);
    CHECK_FALSE(log.failure);
    CHECK(contains(log.result.detail, "ann: too heavy"));
    CHECK(contains(log.result.detail, "bob: too light"));
    CHECK(match.calls == setting_up + clearing_up);
}

TEST_CASE("a stop in the middle aborts the match at once, for both players") {
    for (const auto kind : {TurnReport::Kind::stopped, TurnReport::Kind::left}) {
        ScriptedMatch match;
        match.ann.answers("DROP 0").stops(kind);
        match.bob.answers("DROP 1");
        const MatchLog log = match.play();
        CHECK(log.result.ending == Ending::aborted);
        CHECK_FALSE(log.result.winner);
        CHECK_FALSE(log.failure);
        CHECK(log.plies.size() == 2);
        CHECK(log.result.detail ==
              (kind == TurnReport::Kind::left ? "ann has left the match" : "the referee was stopped"));
        CHECK_FALSE(match.ann.had_patience);
        CHECK_FALSE(match.bob.had_patience);
        CHECK(match.calls == setting_up + Calls{"ann turn", "bob turn", "ann turn"} + clearing_up);
    }
}

TEST_CASE("after a timeout for which the bot may not be to blame, the match is void") {
    const std::pair<Disturbance::Kind, std::string> causes[] = {
        {Disturbance::Kind::referee_late, "the referee itself was 2500 ms late in a turn of ann"},
        {Disturbance::Kind::not_obeyed, "ann could not be stopped or resumed for 2500 ms"},
        {Disturbance::Kind::no_core, "other programs kept ann off the CPU for 2500 ms of its turn"}};
    for (const auto& [kind, words] : causes) {
        ScriptedMatch match;
        match.plan.may_be_void = {true, false};
        match.ann.answers("DROP 2").faults(Ending::timeout, "nothing came", Disturbance{kind, 2500ms});
        match.bob.answers("DROP 1");
        const MatchLog log = match.play();
        CHECK(match.void_for == 0);
        CHECK(log.result.ending == Ending::aborted);
        CHECK_FALSE(log.result.winner);
        CHECK(log.result.detail == words);
        CHECK_FALSE(log.failure);
        CHECK(log.plies.size() == 2);
    }
}

TEST_CASE("such a timeout counts if the match may not be void for this player, and any other fault always counts") {
    for (const bool was_fair : {false, true}) {
        ScriptedMatch match;
        match.plan.may_be_void = {was_fair, true};
        match.ann.faults(Ending::timeout, "nothing came", was_fair ? std::nullopt : std::optional(too_late));
        const MatchLog log = match.play();
        CHECK_FALSE(match.void_for);
        CHECK(log.result.ending == Ending::timeout);
        CHECK(log.result.winner == 1);
        CHECK(log.failure.has_value());
    }
}

TEST_CASE("an answer in an unfair turn makes the match void, and counts if the match may not be void") {
    for (const bool may_be_void : {false, true}) {
        ScriptedMatch match;
        match.plan.may_be_void = {may_be_void, false};
        match.ann.answers("DROP 2", too_late).stops();
        match.bob.answers("DROP 1");
        const MatchLog log = match.play();
        CHECK(match.void_for.has_value() == may_be_void);
        CHECK(log.plies.size() == (may_be_void ? 0 : 2));
        CHECK_FALSE(log.failure);
    }
}

TEST_CASE("a bot that runs in the other one's turn loses, whatever becomes of that turn") {
    const auto check = [](ScriptedMatch& match) {
        match.plan.may_be_void = {true, true};
        match.bob.runs_while_waiting();
        const MatchLog log = match.play();
        CHECK_FALSE(match.void_for);
        CHECK(log.result.ending == Ending::resource_limit);
        CHECK(log.result.winner == 0);
        REQUIRE(log.failure);
        CHECK(log.failure->player == 1);
        CHECK(log.plies.empty());
        CHECK_NOTHROW(referee::check_log(log, "the log"));
    };
    ScriptedMatch late, disturbed, in_time;
    late.ann.faults(Ending::timeout, "nothing came in time");
    check(late);
    disturbed.ann.faults(Ending::timeout, "nothing came in time", too_late);
    check(disturbed);
    in_time.ann.answers("DROP 2");
    check(in_time);
}

TEST_CASE("the log of a late bot has its CPU time, and how long it waited for a core") {
    ScriptedMatch match;
    match.ann.is_late({3ms, 110ms});
    const MatchLog log = match.play();
    REQUIRE(log.failure);
    CHECK(log.failure->cpu == 3ms);
    CHECK(log.failure->waited == 110ms);
    CHECK(contains(referee::explain_forfeit(log, {"", ""}),
                   "cores     it used 3.0 ms of CPU, and waited 110.0 ms for a core"));
}

TEST_CASE("bots get no time to exit if the plan gives none") {
    ScriptedMatch match;
    match.plan.exit_patience = {};
    match.ann.stops(TurnReport::Kind::left);
    static_cast<void>(match.play());
    CHECK_FALSE(match.ann.had_patience);
    CHECK_FALSE(match.bob.had_patience);
}

TEST_CASE("an opening is given, not asked for") {
    ScriptedMatch match;
    match.plan.opening = {"DROP 0", "MAGNET", "DROP 1"};
    match.ann.answers("DROP 2").stops();
    const MatchLog log = match.play();
    CHECK(match.calls == setting_up + Calls{"ann turn", "ann turn"} + clearing_up);
    CHECK(log.opening == 3);
    REQUIRE(log.plies.size() == 4);
    CHECK_FALSE(log.plies[2].wall);
    CHECK_FALSE(log.plies[2].cpu);
    CHECK(log.plies[2].lost == std::vector{1});
    CHECK(log.plies[3].wall == 1234us);
    CHECK(match.ann.limits.front() == 7s);  // the limit of a first answer, which includes the start-up
}

TEST_CASE("an illegal opening is never skipped, and no player is started for it") {
    const std::pair<std::vector<std::string>, const char*> table[] = {
        {{"DROP 0", "DROP 9"}, "the match can't begin with the given plies: ply 2 is 'DROP 9', but it is not legal"},
        {{"hello"}, "the match can't begin with the given plies: ply 1 is 'hello', but it is not legal"},
    };
    for (const auto& [opening, said] : table) {
        ScriptedMatch match;
        match.plan.opening = opening;
        CHECK_THROWS_WITH_AS(match.play(), said, std::runtime_error);
        CHECK(match.calls.empty());
    }
    ScriptedMatch over;
    over.plan = plan_of("magnetize:height=2,width=2,max_plies=1");
    over.plan.opening = {"DROP 0", "DROP 1"};
    CHECK_THROWS_WITH_AS(
        over.play(), "the match can't begin with the given plies: ply 2 is 'DROP 1', but the game was over before it",
        std::runtime_error);
}

TEST_CASE("after an opening that ends the game, no player is asked") {
    ScriptedMatch match;
    match.plan = plan_of("magnetize:height=4,width=5,max_plies=2,square=2,maglock=2");
    match.plan.opening = {"DROP 0", "DROP 1"};
    const MatchLog log = match.play();
    CHECK(log.result.detail == "ply limit");
    CHECK(match.calls == setting_up + clearing_up);
}

TEST_CASE("an observer sees the start and every ply, and the log as it grows") {
    struct Observer final : referee::MatchObserver {
        void on_position(const games::Board& board, const MatchLog& log) override {
            CHECK(board.plies() == static_cast<int>(log.plies.size()));
            seen.push_back(log.plies.size());
        }
        std::vector<std::size_t> seen;
    };
    Observer observer;
    ScriptedMatch match;
    match.ann.answers("DROP 0").stops();
    match.bob.answers("DROP 1");
    match.play(&observer);
    CHECK(observer.seen == std::vector<std::size_t>{0, 1, 2});
    CHECK(match.ann.plies_seen == std::vector<std::size_t>{0, 2});

    Observer of_resumed;
    ScriptedMatch resumed;
    resumed.plan.opening = {"DROP 0", "DROP 1"};
    resumed.ann.answers("DROP 2");
    resumed.bob.stops();
    resumed.play(&of_resumed);
    CHECK(of_resumed.seen == std::vector<std::size_t>{1, 2, 3});
}
