// Tests a game that is described at run time, and whose description is released before its match is over.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "games/board_of.hpp"
#include "games/spec.hpp"
#include "referee/core/match/record.hpp"
#include "tests/messages.hpp"
#include "tests/referee/scripted_match.hpp"

namespace game_made_at_run_time {

using games::Outcome;
using games::Side;

/// A heap of pieces. The sides take one or two in turn. The side that takes the last piece wins.
struct Heap {
    struct State {
        int left = 0;
        int plies = 0;
        friend bool operator==(const State&, const State&) = default;
    };
    using Move = int;
    using Moves = games::MoveList<int, 2>;

    int size;

    State start() const { return {size, 0}; }
    Side to_move(const State& state) const { return games::side_of(state.plies % 2); }
    Outcome outcome(const State& state) const {
        return state.left > 0 ? Outcome::ongoing : games::won(opponent(to_move(state)));
    }
    std::string_view reason(const State& state) const { return state.left > 0 ? "" : "nothing left"; }
    int plies(const State& state) const { return state.plies; }
    void moves(const State& state, Moves& moves) const {
        moves.clear();
        for (int taken = 1; taken <= std::min(2, state.left); ++taken)
            moves.push_back(taken);
    }
    bool legal(const State& state, int taken) const { return taken >= 1 && taken <= std::min(2, state.left); }
    void play(State& state, int taken) const {
        state.left -= taken;
        ++state.plies;
    }
};

std::optional<int> read_move(const Heap&, std::string_view text) {
    const auto taken = games::whole_number(text);
    return taken && *taken >= 0 && *taken < 10 ? std::optional(static_cast<int>(*taken)) : std::nullopt;
}
void write_move(const Heap&, int taken, std::string& out) {
    games::append_number(out, taken);
}
void write_settings(const Heap& rules, std::string& out) {
    games::append_number(out, rules.size);
}
void write_state(const Heap&, const Heap::State& state, Side, std::string& out) {
    games::append_number(out, state.left);
}
int row_count(const Heap&) {
    return 0;
}
void write_row(const Heap&, const Heap::State&, int, std::string&) {}
void append_frame(const Heap&, const Heap::State& state, std::string& out) {
    out.append("{\"left\":").append(std::to_string(state.left)) += '}';
}
std::string draw(const Heap&, const Heap::State& state) {
    return std::to_string(state.left) + "\n";
}
std::string_view piece_mark(const Heap&, Side side) {
    return side == Side::first ? "1" : "2";
}
std::optional<int> read_keys(const Heap& rules, std::string_view typed) {
    return read_move(rules, typed);
}
std::string_view keys_line(const Heap&) {
    return "how many to take";
}

/// Describes the game with texts that are overwritten before this function returns, so the description must not refer
/// to them. The description owns `alive`.
std::shared_ptr<const games::GameInfo> described(std::shared_ptr<int> alive) {
    // These texts are too long for a std::string that allocates no memory.
    std::string name = "a_heap_of_which_one_or_two_are_taken", setting = "the_size_of_this_heap_at_the_start";
    auto game = std::make_shared<games::GameInfo>();
    game->name = name;
    game->summary = name + " in turn";
    game->settings = {{setting, setting, 1, 9, "5"},
                      {.name = "a_note_beside_the_heap_that_says_nothing",
                       .meaning = setting,
                       .fallback = "none",
                       .kind = games::Setting::Kind::file,
                       .show = [setting](const auto& file) { return setting + file.text; },
                       .is_optional = true}};
    game->complete = [setting, alive](games::SettingValues& values) {
        values.set_default(setting, 5);
        values.set_default_file("a_note_beside_the_heap_that_says_nothing", {"none", ""});
    };
    game->make_board = [name, setting](const games::SettingValues& values, std::uint64_t seed) {
        return std::make_unique<games::BoardOf<Heap>>(name, Heap{static_cast<int>(values.get(setting))}, seed);
    };
    for (std::string* text : {&name, &setting})
        std::fill(text->begin(), text->end(), '?');
    return game;
}

}  // namespace game_made_at_run_time

TEST_CASE("a game described at run time is played, logged and freed") {
    const auto alive = std::make_shared<int>();
    std::optional<ScriptedMatch> match(std::in_place);
    {
        const auto game = game_made_at_run_time::described(alive);
        match->plan.spec = games::parse_settings(game, "the_size_of_this_heap_at_the_start=4");
        CHECK(match->plan.spec ==
              games::parse_settings(game_made_at_run_time::described(alive), "the_size_of_this_heap_at_the_start=4"));
        CHECK_FALSE(match->plan.spec == games::parse_settings(game, ""));
        CHECK(error_of([&] { return games::parse_settings(game, "the_size_of_this_heap_at_the_star=4"); }) ==
              "game a_heap_of_which_one_or_two_are_taken: unknown setting 'the_size_of_this_heap_at_the_star'; did you "
              "mean 'the_size_of_this_heap_at_the_start'?");
        CHECK(games::setting_of_position(*game) == nullptr);
        CHECK(game->settings[1].show({"", "!"}) == "the_size_of_this_heap_at_the_start!");
    }
    CHECK(alive.use_count() == 2);
    CHECK(to_string(match->plan.spec) == "a_heap_of_which_one_or_two_are_taken:the_size_of_this_heap_at_the_start=4");
    match->ann.answers("1").answers("1");
    match->bob.answers("2");
    const protocol::MatchLog log = match->play();
    CHECK(match->ann.sent ==
          "a_heap_of_which_one_or_two_are_taken 1\n0\n4\n0\n0\n4\n2\n1\n2\n2\n2\n0 1\n1 2\n1\n1\n1\n");
    const auto board = match->plan.spec.make_board(0);
    match.reset();
    CHECK(alive.use_count() == 1);
    CHECK(log.result.winner == 0);
    const std::string json = to_json(log, protocol::Layout::one_line);
    CHECK(contains(json, R"("name":"a_heap_of_which_one_or_two_are_taken")"));
    CHECK(contains(json, R"("the_size_of_this_heap_at_the_start":4)"));
    CHECK(contains(json, R"({"left":0})"));
    std::string setup;
    board->write_setup(games::Side::second, setup);
    CHECK(setup == "a_heap_of_which_one_or_two_are_taken 1\n1\n4\n");
}
