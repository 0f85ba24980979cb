// The schedule of a tournament: its games as a pure function of the entrants, the format, the seed and the results so
// far.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "referee/tournament/schedule/field.hpp"
#include "referee/tournament/schedule/finished_games.hpp"

namespace referee::tournament {

/// The number of a game, a round, a pair or an opening outside the program: people count from 1. Only the code and the
/// tournament's file count from 0.
constexpr int shown_number(int number) {
    return number + 1;
}

/// One game that is to be played. Entrants are named by their places in the list of entrants, from 0 on.
struct PlannedGame {
    int number = 0;  ///< dense, from 0 on; never changes
    int round = 0;
    int first = 0;  ///< the entrant that moves first
    int second = 0;
    int pair = 0;  ///< the games of one pair: the same entrants, the same start, sides swapped. The last may be single
    std::uint64_t seed = 0;      ///< of the game's own chance, below 2^53; a pair shares it
    std::optional<int> opening;  ///< the number of the opening, from 0 on; a pair shares it

    static void fields(auto& self, auto&& visit) {
        visit("number", self.number);
        visit("round", self.round);
        visit("first", self.first);
        visit("second", self.second);
        visit("pair", self.pair);
        visit("seed", self.seed);
        visit("opening", self.opening);
    }
    friend bool operator==(const PlannedGame&, const PlannedGame&) = default;
};

/// An entrant that has no opponent in a round.
struct Bye {
    int round = 0;
    int entrant = 0;

    friend bool operator==(const Bye&, const Bye&) = default;
};

enum class Format : std::uint8_t { round_robin, gauntlet, swiss, knockout, ladder };

/// The name in settings: "round-robin", "gauntlet", ...
std::string_view name_of(Format format);
/// The format of this name, if there is one.
std::optional<Format> format_of(std::string_view name);

struct FormatSettings {
    Format format = Format::round_robin;
    int games = 2;              ///< of each pairing; an odd number ends with a single game
    int challenger = 0;         ///< gauntlet: the entrant that plays all the others
    std::optional<int> rounds;  ///< swiss: by default the binary logarithm of the entrants, rounded up, and one more
    int extra_pairs = 2;  ///< knockout: how many more pairs two even entrants play before the better seed advances
    int batch = 8;        ///< ladder: how many pairs are chosen at a time, so that jobs have something to do
    /// round robin, gauntlet: only one pair of each pairing is planned at a time, since the tournament may stop at a
    /// goal; the games of a pairing are then the most that there will be
    bool by_cycles = false;
    /// ladder: pairs are chosen to narrow the widest interval, since that is the goal, and not to find the order
    bool by_widths = false;
    bool openings = false;    ///< each pair begins with an opening; false: games start at their start
    int listed_openings = 0;  ///< how many are in the list that each pairing goes through; 0: they are generated

    /// Without those that follow from other settings of a tournament (settings.hpp).
    static void fields(auto& self, auto&& visit) {
        visit("format", protocol::as_text(self.format, name_of, format_of));
        visit("games", self.games);
        visit("challenger", self.challenger);
        visit("rounds", self.rounds);
        visit("extra_pairs", self.extra_pairs);
        visit("batch", self.batch);
    }
};

/// The number of games planned at once if a tournament may stop at a goal.
std::uint64_t games_at_a_time(const FormatSettings& settings, int entrants);

/// The seed of the game that starts with this opening: in a game with chance, an opening is legal only with its own
/// seed.
std::uint64_t opening_seed(std::uint64_t tournament_seed, int opening);

/// The games of one tournament. Nothing here reads clocks, files or globals. The schedule depends on the results
/// alone, not on their order; if entrants have joined or left, it also depends on the games that were planned before.
class Schedule {
public:
    virtual ~Schedule() = default;
    Schedule(const Schedule&) = delete;
    Schedule& operator=(const Schedule&) = delete;

    /// All games that are known, the finished ones included; games[i].number is i. New ones come at the end, when all
    /// that were known are finished, so there is no use in asking earlier. The returned span is valid until the next
    /// call and while the schedule exists. Requires: the results contain those of the last call. Throws
    /// games::UserError if the format can't go on.
    const std::vector<PlannedGame>& ready(const FinishedGames& results);
    /// Whether all games are finished and no more will come.
    bool finished(const FinishedGames& results);
    /// The total number of games, as far as it is known: never fewer than ready() has returned; in a knockout
    /// without the extra pairs that later ties may bring. None: open-ended.
    virtual std::optional<int> total() const = 0;
    /// Of the rounds known so far.
    const std::vector<Bye>& byes() const { return byes_; }
    /// Continues after games that were planned in an earlier run, or by another schedule of the same tournament.
    /// Requires: they continue after the last, and are whole rounds; this is no knockout, which finds its games again
    /// by itself.
    virtual void adopt(std::span<const PlannedGame> planned);

protected:
    Schedule(const FormatSettings& settings, const Field& field, std::uint64_t seed);

    /// Adds the games that come next with add_pairing(). Called when all added before are finished.
    /// Returns whether there were any; it is not called again after there were none.
    virtual bool add_round(const FinishedGames& results) = 0;

    /// Adds `games` games between two; `first` has the first move in the first of them, and in the single one if there
    /// is one.
    void add_pairing(int round, int first, int second, int games);
    /// Adds one pair with sides swapped, or a single game.
    void add_pair(int round, int first, int second, bool single);
    void add_bye(int round, int entrant) { byes_.push_back({round, entrant}); }

    const FormatSettings& settings() const { return settings_; }
    const Field& field() const { return field_; }
    int entrants() const { return field_.entrants(); }
    const std::vector<PlannedGame>& games() const { return games_; }
    int planned() const { return static_cast<int>(games_.size()); }
    /// The number of the round after those of all games.
    int next_round() const { return games_.empty() ? 0 : games_.back().round + 1; }
    /// The number of pairs that two entrants have been given, and of games.
    int pairs_between(int a, int b) const;
    int games_between(int a, int b) const;
    /// The number of planned games of each pairing after this number of complete cycles of pairs.
    int games_after_cycle(int cycle) const { return std::min(2 * (cycle + 1), settings_.games); }
    /// The opening of the next pair of these two. They go through the openings one after the other, so that they meet
    /// one again only when all are used up. The first two entrants begin at the first opening; others begin anywhere
    /// among the first 250, so that a tournament of few games a pairing does not depend on a few openings, and no run
    /// begins by making many.
    int next_opening(int a, int b) const;
    /// The entrant of the two that should be first in a single game: the one that was first less often, or by lot.
    int first_of(int a, int b) const;
    /// One of two, by the tournament's seed.
    bool lot_of(int number) const;
    /// The number of games in which an entrant was first, minus those in which it was second.
    int side_balance(int entrant) const { return side_balance_[static_cast<std::size_t>(entrant)]; }

private:
    struct Meetings {
        int pairs = 0;
        int games = 0;
    };
    void count(const PlannedGame& game);
    Meetings meetings(int a, int b) const;

    FormatSettings settings_;
    Field field_;
    std::uint64_t seed_;
    std::vector<PlannedGame> games_;
    std::vector<Bye> byes_;
    std::vector<int> side_balance_;
    std::unordered_map<std::uint64_t, Meetings> meetings_;
    int pairs_ = 0;
    bool ended_ = false;
};

/// The schedule of any format but the ladder. `planned` are the games of earlier runs: if the field has changed,
/// they stay as they are, even if the schedule would now plan others. Throws games::UserError if the settings don't
/// fit the entrants.
std::unique_ptr<Schedule> make_schedule(const FormatSettings& settings, const Field& field, std::uint64_t seed,
                                        const std::vector<PlannedGame>& planned = {});

}  // namespace referee::tournament
