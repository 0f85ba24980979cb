// The journal of a tournament's changes, and the participation of entrants over time that follows from it.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.hpp"

namespace referee::tournament {

/// A run of the program: the games that it played, its duration, and the conditions on its machine.
struct RunOnMachine {
    int games = 0;
    int void_games = 0;                  ///< games that were played again, because a turn was not fair
    std::map<int, int> void_games_of{};  ///< indexed by entrant: the number of void games that its turns caused
    /// The number of turns in which other programs held the cores that a bot needed. Not all of them made a game void.
    int starved_turns = 0;
    std::int64_t seconds = 0;
    int jobs = 1;
    int cores = 1;
    int mean_load = 0;                  ///< mean of the sampled one-minute load averages, in percent of one core
    int max_load = 0;                   ///< the maximum of these samples
    std::chrono::microseconds pause{};  ///< the pause of each job after a game

    static void fields(auto& self, auto&& visit) {
        visit("games", self.games);
        visit("void_games", self.void_games);
        visit("seconds", self.seconds);
        visit("jobs", self.jobs);
        visit("cores", self.cores);
        visit("mean_load", self.mean_load);
        visit("max_load", self.max_load);
        visit("starved_turns", protocol::may_lack(self.starved_turns));
        visit("pause_us", protocol::may_lack(self.pause));
        visit("void_games_of", protocol::omit_if(self.void_games_of.empty(), self.void_games_of));
    }
    friend bool operator==(const RunOnMachine&, const RunOnMachine&) = default;
};

/// One entry of the journal. Entrants are given by their indices, games by their numbers. Members that do not belong to
/// the kind have their defaults.
struct Change {
    enum class Kind : std::uint8_t {
        left_out,   ///< a bot from a folder was unfit to play; uses `name`, `reason`, `last_words`, `check`
        joined,     ///< `entrant` takes part from now on
        withdrawn,  ///< `entrant` leaves the tournament; uses `cancelled`, `reinstated`, `annulled`
        replaced,   ///< `by` takes the place of `entrant`; uses the same
        returned,   ///< `entrant`, which had left, takes part again from now on; uses `restored`
        again,      ///< the matches of `games` are set aside, and the games played again
        rounds,     ///< a Swiss tournament has `rounds` rounds in total
        played,     ///< not a change: a run of the program has played games on this machine; uses `run`
    };

    Kind kind = Kind::left_out;
    std::string at{};  ///< UTC, ISO 8601
    int planned = 0;   ///< the number of planned games at the time of the change
    int entrant = -1;
    int by = -1;
    bool annulled = false;         ///< the results of `entrant` count for nobody
    std::vector<int> cancelled{};  ///< games of `entrant` that are not played, unless a later change restores them
    /// Games of `entrant`, or of one whose place it has in a knockout, that were to be played again, and are not: their
    /// earlier matches count, also if an earlier change has cancelled them.
    std::vector<int> reinstated{};
    std::vector<int> restored{};  ///< games that had been cancelled, and are played after all
    std::vector<int> games{};     ///< the games that are played again
    int rounds = 0;
    // The bot that was left out. All four texts may be hostile.
    std::string name{};
    std::string reason{};      ///< one line
    std::string last_words{};  ///< the end of its stderr
    std::string check{};       ///< of a hand-in: the text of its check; empty if there was none
    RunOnMachine run{};

    /// The fields that belong to the kind. Requires: the kind is known.
    static void fields(auto& self, auto&& visit) {
        using protocol::omit_if;
        if (self.kind == Kind::played) return RunOnMachine::fields(self.run, visit);
        visit("entrant", omit_if(self.entrant < 0, self.entrant));
        visit("by", omit_if(self.by < 0, self.by));
        visit("annulled", omit_if(!self.annulled, self.annulled));
        visit("cancelled", omit_if(self.cancelled.empty(), self.cancelled));
        visit("reinstated", omit_if(self.reinstated.empty(), self.reinstated));
        visit("restored", omit_if(self.restored.empty(), self.restored));
        visit("games", omit_if(self.games.empty(), self.games));
        visit("rounds", omit_if(self.rounds <= 0, self.rounds));
        visit("name", omit_if(self.kind != Kind::left_out, self.name));
        visit("reason", omit_if(self.kind != Kind::left_out, self.reason));
        visit("last_words", omit_if(self.kind != Kind::left_out, self.last_words));
        visit("check", omit_if(self.check.empty(), self.check));
    }
    friend bool operator==(const Change&, const Change&) = default;
};

/// The name of a kind: "left_out", "joined", ...
std::string_view name_of(Change::Kind kind);
/// The kind with this name, if there is one.
std::optional<Change::Kind> change_kind_of(std::string_view name);

/// The entrants and when each of them takes part. Time is counted in planned games: an entrant that joins when 12 games
/// are planned plays from game 12 on. An entrant that returns has several stays.
class Field {
    static constexpr int never = std::numeric_limits<int>::max();

public:
    /// All entrants take part from the start to the end.
    Field(int entrants) : Field(entrants, {}) {}  // NOLINT(google-explicit-constructor): a field without changes
    /// Throws games::UserError if a change names an entrant that does not exist, if an entrant takes the place of itself
    /// or of one that came later, or if an entrant returns that has not left.
    Field(int entrants, std::span<const Change> changes);

    /// The number of entrants that ever took part.
    int entrants() const { return static_cast<int>(entrants_.size()); }
    /// Whether there is a change that matters to a schedule.
    bool is_changed() const { return !changed_at_.empty(); }
    /// Whether there is such a change that was made when there were `planned` games.
    bool is_changed_at(int planned) const { return changed_at_.contains(planned); }
    /// Whether an entrant took part when there were `planned` games.
    bool is_in(int entrant, int planned) const;
    /// Whether an entrant had joined when there were `planned` games; it may have left.
    bool has_joined(int entrant, int planned) const { return at(entrant).joined() <= planned; }
    /// Whether an entrant takes part now.
    bool is_in(int entrant) const { return at(entrant).stays.back().left == never; }
    /// The number of planned games when an entrant left; greater than any such number if it takes part now.
    int left(int entrant) const { return at(entrant).stays.back().left; }
    /// The entrants that took part when there were `planned` games (by default: now), in the order of their places.
    std::vector<int> present(int planned = never - 1) const;
    /// The entrants before the first game, without those that took the place of another one.
    std::vector<int> first_entrants() const;
    /// The late entrants that did not replace another entrant, in the order in which they joined.
    std::vector<int> late() const;

    /// Whether the results of an entrant count for nobody.
    bool is_annulled(int entrant) const { return at(entrant).annulled; }
    /// The entrant whose place `entrant` holds: the first in the chain of replacements, or `entrant` itself.
    int place_of(int entrant) const { return at(entrant).place; }
    /// The entrant in whose place `entrant` joined, if any.
    std::optional<int> predecessor_of(int entrant) const { return at(entrant).predecessor; }
    /// The holder of this entrant's place when there are `planned` games (by default: now): itself, or its replacement.
    int holder_of(int entrant, int planned = never - 1) const;
    /// The replacement of an entrant, if any. None after the entrant has returned.
    std::optional<int> replaced_by(int entrant) const { return at(entrant).replaced_by; }

    /// The games that are not played. Each has the set of its entrants (one or both) that left before the game.
    const std::map<int, std::set<int>>& cancelled() const { return cancelled_; }
    /// Whether a game counts as won for `entrant` in a Swiss tournament, because its opponent left before the game or
    /// had its results annulled. It still counts if `entrant` leaves later, unless its own results are annulled, too.
    bool has_walkover(int game, int entrant, int other) const;
    /// The number of rounds of a Swiss tournament, if it was changed.
    const std::optional<int>& rounds() const { return rounds_; }

private:
    /// The planned games at the time when an entrant joined or returned, and when it left.
    struct Stay {
        int joined = 0;
        int left = never;
    };
    struct Entry {
        std::vector<Stay> stays{Stay{}};  ///< never empty; in the order of time
        int place = 0;
        bool annulled = false;
        std::optional<int> replaced_by{};
        std::optional<int> predecessor{};

        int joined() const { return stays.front().joined; }
    };

    const Entry& at(int entrant) const { return entrants_.at(static_cast<std::size_t>(entrant)); }
    /// Throws games::UserError if there is no such entrant.
    Entry& entry(int entrant);
    void apply(const Change& change);
    void leave(const Change& change);

    std::vector<Entry> entrants_;
    std::map<int, std::set<int>> cancelled_;
    std::optional<int> rounds_;
    std::set<int> changed_at_;  ///< the numbers of planned games at the changes that matter to a schedule
};

}  // namespace referee::tournament
