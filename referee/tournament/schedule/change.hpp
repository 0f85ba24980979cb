// The journal of a tournament: each change that its director has made since it was planned.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.hpp"

namespace referee::tournament {

/// A run of the program: its size, and the conditions on its machine.
struct RunOnMachine {
    int games = 0;
    int void_games = 0;                  ///< games that were played again, since a turn was not fair
    std::map<int, int> void_games_of{};  ///< by the entrant in whose turn
    int starved_turns =
        0;  ///< turns in which other programs held the cores that a bot needed; not all made a game void
    std::int64_t seconds = 0;
    int jobs = 1;
    int cores = 1;
    int mean_load = 0;                  ///< mean of the sampled one-minute load averages, in percent of one core
    int max_load = 0;                   ///< maximum of the same samples
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

/// One entry of the journal. Entrants are counted from 0, games by their numbers. Members that do not belong to the
/// kind have their defaults.
struct Change {
    enum class Kind : std::uint8_t {
        left_out,   ///< a bot of a folder was unfit to play: `name`, `reason`, `last_words`
        joined,     ///< `entrant` takes part from now on
        withdrawn,  ///< `entrant` takes part no longer; `cancelled`, `annulled`
        replaced,   ///< `by` takes the place of `entrant`; `cancelled`, `annulled`
        again,      ///< the matches of `games` are set aside, and the games played again
        rounds,     ///< a Swiss tournament has `rounds` in all
        played,     ///< no change: a run of the program has played games on this machine; `run`
    };

    Kind kind = Kind::left_out;
    std::string at{};  ///< UTC, ISO 8601
    int planned = 0;   ///< the number of planned games at the time of the change
    int entrant = -1;
    int by = -1;
    bool annulled = false;         ///< the results of `entrant` count for nobody
    std::vector<int> cancelled{};  ///< games of `entrant` that will never be played
    std::vector<int> games{};      ///< the games that are played again
    int rounds = 0;
    std::string name{};        ///< name of the bot that was left out; this and the next two may hold hostile text
    std::string reason{};      ///< one line
    std::string last_words{};  ///< the end of its stderr
    RunOnMachine run{};

    /// The fields that belong to the kind. Requires: the kind is known.
    static void fields(auto& self, auto&& visit) {
        using protocol::omit_if;
        if (self.kind == Kind::played) return RunOnMachine::fields(self.run, visit);
        visit("entrant", omit_if(self.entrant < 0, self.entrant));
        visit("by", omit_if(self.by < 0, self.by));
        visit("annulled", omit_if(!self.annulled, self.annulled));
        visit("cancelled", omit_if(self.cancelled.empty(), self.cancelled));
        visit("games", omit_if(self.games.empty(), self.games));
        visit("rounds", omit_if(self.rounds <= 0, self.rounds));
        visit("name", omit_if(self.kind != Kind::left_out, self.name));
        visit("reason", omit_if(self.kind != Kind::left_out, self.reason));
        visit("last_words", omit_if(self.kind != Kind::left_out, self.last_words));
    }
    friend bool operator==(const Change&, const Change&) = default;
};

/// "left_out", "joined", ...
std::string_view name_of(Change::Kind kind);
/// The kind of this name, if there is one.
std::optional<Change::Kind> change_kind_of(std::string_view name);

}  // namespace referee::tournament
