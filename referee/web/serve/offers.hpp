// The bots, games and settings that a person can choose for a match. Reads the person's choice from untrusted JSON.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/bots/entrant.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::serve {

/// A bot to play against.
struct OfferedBot {
    Entrant entrant;
    std::string why_not;  ///< why it can't be played against; empty if it can
    /// What it writes is only for its author: it is shown to nobody else, see seen_by(). True for all bots of a class.
    bool is_discreet = false;
};

/// The match that a person wants to play.
struct MatchWish {
    std::size_t bot = 0;  ///< its index among the bots
    games::GameSpec spec;
    int you = 0;  ///< the person's side; 0 moves first
    std::chrono::milliseconds move_time{};
    std::optional<std::uint64_t> seed{};  ///< none: a random one
    std::vector<std::string> opening{};   ///< the plies with which the match begins
};

/// The choices for a match: bots, games, settings, time limits.
class Offers {
public:
    /// The maximum time for a bot's move. People do not wait longer, and a thinking bot uses the machine's CPU time.
    static constexpr std::chrono::milliseconds max_move_time = std::chrono::minutes(1);

    /// `tournament`: the head of the served tournament; null if none is served. `bots`: named by the user. If both are
    /// missing, some of the sample bots are offered. Programs without a path are searched for in the folders of `path`.
    /// `game`: the one that the page offers first, which may be a game of one's own; none: that of the tournament.
    /// Throws games::UserError if one of `bots` can't be run, or if there is neither a bot nor a
    /// tournament.
    Offers(const tournament::TournamentHead* tournament, const std::vector<std::string>& bots, std::string_view path,
           std::optional<games::GameSpec> game = {});

    const std::vector<OfferedBot>& bots() const { return bots_; }
    /// The real paths of files that are hidden from bots. A bot that is run from such a file still sees it.
    std::vector<std::string> secrets() const;
    /// The data of the play page, as JSON.
    const std::string& json() const { return json_; }
    /// The limits of a match with this time for a move.
    protocol::Limits limits(std::chrono::milliseconds move_time) const;
    /// Reads the request of the page. Throws games::UserError with one line if the request is invalid. Never waits for
    /// rules that are a program: with these, the moves of the opening are not checked.
    MatchWish wish_of(std::string_view json) const;

private:
    void add_entrants(const tournament::TournamentHead& tournament, std::string_view path);
    void add_bots(const std::vector<std::string>& bots, std::string_view path);
    void be_discreet();
    std::string described() const;
    games::GameSpec first_game() const;
    games::GameSpec spec_wished(std::string_view game, std::string_view settings) const;

    std::vector<OfferedBot> bots_;
    std::optional<tournament::Settings> settings_;
    std::optional<games::GameSpec> game_;
    std::string json_;
};

}  // namespace referee::serve
