// The schedule of a tournament. Its games are a pure function of the entrants, the format, the seed and the results so
// far.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "referee/core/match/seed.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/schedule/finished_games.hpp"
#include "referee/tournament/paper/schedule/used_openings.hpp"

namespace referee::tournament {

/// The number of a game, a round, a pair or an opening as users see it, counted from 1. Only the code and the
/// tournament's file count from 0.
constexpr int shown_number(int number) {
    return number + 1;
}
/// The same as text, for a number from a damaged file: it may be any.
inline std::string shown_text(std::int64_t number) {
    return std::to_string(number + 1);
}

/// A game that is to be played. Entrants are given by their indices in the list of entrants.
struct PlannedGame {
    int number = 0;  ///< dense, counted from 0; never changes
    int round = 0;
    int first = 0;  ///< the entrant that moves first
    int second = 0;
    /// Two games between the same entrants from the same start, with sides swapped, are a pair. The last pair of a
    /// pairing may be a single game.
    int pair = 0;
    std::uint64_t seed = 0;      ///< determines the chance in the game; below 2^53; a pair shares it
    std::optional<int> opening;  ///< the number of the opening, counted from 0; a pair shares it

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
inline constexpr std::array all_formats = {Format::round_robin, Format::gauntlet, Format::swiss, Format::knockout,
                                           Format::ladder};

/// The name of a format in settings: "round-robin", "gauntlet", ...
std::string_view name_of(Format format);
/// The format with this name, if there is one.
std::optional<Format> format_of(std::string_view name);

/// Whether the entrants alone determine who plays whom. In the other formats pairings follow from results, too.
constexpr bool has_fixed_pairings(Format format) {
    switch (format) {
        case Format::round_robin:
        case Format::gauntlet: return true;
        case Format::swiss:
        case Format::knockout:
        case Format::ladder: return false;
    }
    return false;
}

struct FormatSettings {
    Format format = Format::round_robin;
    int games = 2;              ///< the number of games of each pairing; an odd number ends with a single game
    int challenger = 0;         ///< gauntlet: the entrant that plays everybody else
    std::optional<int> rounds;  ///< swiss: the number of rounds; none: Swiss::usual_rounds()
    int extra_pairs = 2;  ///< knockout: the maximum number of extra pairs of a tied pairing; then the seed decides
    int batch = 8;        ///< ladder: the number of pairs that are chosen at a time, so that all jobs are busy
    /// Ladder, swiss: the first entrants, as many as this, are the organiser's bots, which everybody else meets: at the
    /// begin of its games in a ladder, after the last round of a Swiss tournament. 0: there are none.
    int staff = 0;
    /// Drawn openings follow from the seed of the pair, not from their number. So it is in a game with chance, where
    /// the opening determines the draws: games that are known must not show those of later games with the same number.
    bool fresh_openings = false;
    /// Each game has a seed of its own. So it is in a game with secrets, whose draws would otherwise be known in the
    /// second game of a pair. Requires: drawn openings are fresh.
    bool own_draws = false;
    /// Round robin, gauntlet: only one pair of each pairing is planned at a time, because the tournament may stop at a
    /// goal. `games` is then a maximum.
    bool by_cycles = false;
    /// Ladder: pairs are chosen to narrow the widest interval, because that is the goal, and not to find the order.
    bool by_widths = false;
    /// Ladder: it rests while each present entrant has at least this number of pairs. None: it never rests.
    std::optional<int> pairs_before_rest{};
    bool openings = false;    ///< each pair begins with an opening; false: each game begins at its usual start
    int listed_openings = 0;  ///< the length of the list that each pairing goes through; 0: openings are generated

    /// Visits the stored members. The other members follow from other settings of a tournament (settings.hpp).
    static void fields(auto& self, auto&& visit) {
        visit("format", protocol::as_text(self.format, name_of, format_of));
        visit("games", self.games);
        visit("challenger", self.challenger);
        visit("rounds", self.rounds);
        visit("extra_pairs", self.extra_pairs);
        visit("batch", self.batch);
        visit("staff", protocol::omit_if(self.staff == 0, self.staff));
        visit("fresh_openings", protocol::omit_if(!self.fresh_openings, self.fresh_openings));
        visit("own_draws", protocol::omit_if(!self.own_draws, self.own_draws));
    }
};

/// The number of pairs of games that an entrant plays against a bot of the staff to be measured by it.
inline constexpr int pairs_with_staff = 2;

/// The maximum number of games that are planned together if a tournament may stop at a goal. `present`: the number of
/// entrants that take part.
std::uint64_t games_at_a_time(const FormatSettings& settings, int present);

/// The games of one tournament. Does not read clocks, files or globals. The schedule depends on the results alone, not
/// on their order. If entrants have joined or left, it also depends on the games that have already been planned.
class Schedule {
public:
    virtual ~Schedule() = default;
    Schedule(const Schedule&) = delete;
    Schedule& operator=(const Schedule&) = delete;

    /// All games that are known, including finished ones; games[i].number is i. New games are added at the end when all
    /// known games are finished. The reference is valid until the next call. Requires: the results include those of the
    /// last call. Throws games::UserError if the format can't go on.
    const std::vector<PlannedGame>& ready(const FinishedGames& results);
    /// The games that are known so far.
    virtual const std::vector<PlannedGame>& games() const { return games_; }
    /// Whether all games are finished and no more will come.
    bool finished(const FinishedGames& results);
    /// The total number of games as known from the results with which ready() was called last, at least the number of
    /// games that it returned. In a knockout, extra pairs that later ties may add are not included. None: the schedule
    /// is open-ended.
    virtual std::optional<std::int64_t> total(const FinishedGames& results) const = 0;
    /// Whether no more games come until entrants join or leave.
    [[nodiscard]] virtual bool rests() const { return false; }
    /// The byes of the rounds known so far.
    const std::vector<Bye>& byes() const { return byes_; }
    /// Adds games that were planned in an earlier run, or by another schedule of the same tournament. Requires: they
    /// follow the last known game, and are whole rounds.
    virtual void adopt(std::span<const PlannedGame> planned);

protected:
    Schedule(const FormatSettings& settings, const Field& field, const RunSeed& seed);

    /// Adds the next games with add_pairing() or add_pair(). Called when all known games are finished. Returns false if
    /// there are no more games, and is then not called again.
    virtual bool add_round(const FinishedGames& results) = 0;

    /// Adds `games` games between two entrants. `first` moves first in the first game, and in a single game at the end.
    void add_pairing(int round, int first, int second, int games);
    /// Adds one pair with sides swapped, or a single game.
    void add_pair(int round, int first, int second, bool single);
    void add_bye(int round, int entrant) { byes_.push_back({round, entrant}); }

    const FormatSettings& settings() const { return settings_; }
    const Field& field() const { return field_; }
    int entrants() const { return field_.entrants(); }
    int planned() const { return static_cast<int>(games_.size()); }
    /// The number of the round that follows the rounds of all games.
    int next_round() const { return games_.empty() ? 0 : games_.back().round + 1; }
    /// The number of planned pairs between two entrants. A pair counts unless all its games were cancelled.
    int pairs_between(int a, int b) const { return meetings(a, b).pairs; }
    /// The number of planned games between two entrants that were not cancelled.
    int games_between(int a, int b) const { return meetings(a, b).games; }
    /// The entrant that should move first in a single game: the entrant with the lower side balance. If the balances
    /// are equal, the choice is random.
    int first_of(int a, int b) const;
    /// Takes a game out of the side balances that was cancelled after it had been added.
    void forget_sides(const PlannedGame& game) { change_balance(game, -1); }
    /// A random bit that depends on the tournament's seed and this number. It decides who moves first.
    bool lot_of(int number) const;
    /// The number of pairs that are planned so far.
    int pairs() const { return pairs_; }
    /// A random number below `choices` that depends on the tournament's seed and the number of planned pairs.
    std::size_t lot_among(std::size_t choices) const;

private:
    struct Meetings {
        int pairs = 0;       ///< without cancelled pairs
        int games = 0;       ///< without cancelled games
        int last_pair = -1;  ///< the number of the last of these pairs
        UsedOpenings openings{};
    };
    void add(const PlannedGame& game, bool is_cancelled);
    /// Whether the seed of a game is that of its opening, which all pairings share. Otherwise it is that of its pair,
    /// or its own.
    bool opening_has_seed() const;
    std::uint64_t seed_of(const PlannedGame& game) const;
    const Meetings& meetings(int a, int b) const;
    /// The opening with which the order of these two entrants begins.
    int first_opening(int a, int b) const;
    /// The number of games in which an entrant moves first, minus the number in which it moves second. Games that are
    /// cancelled, and those against entrants whose results are annulled, do not count.
    int side_balance(int entrant) const { return side_balance_.at(static_cast<std::size_t>(entrant)); }
    /// Adds a game to the side balances, or takes it out.
    void change_balance(const PlannedGame& game, int by);
    /// The opening of the next pair of games between two entrants. Each pairing goes through the openings in order, so
    /// that no opening repeats before all are used up. Cancelled pairs use up none. Listed openings begin at the first
    /// one. Generated openings begin at the first one for the first two entrants, and anywhere among the first 250 for
    /// other pairings. So a tournament with few games per pairing does not depend on a few openings, and no run has to
    /// generate many openings before its first game.
    int next_opening(int a, int b) const;

    FormatSettings settings_;
    Field field_;
    RunSeed seed_;
    std::vector<PlannedGame> games_;
    std::vector<Bye> byes_;
    std::vector<int> side_balance_;
    std::unordered_map<std::uint64_t, Meetings> meetings_;
    int pairs_ = 0;
    bool ended_ = false;
};

}  // namespace referee::tournament
