// The choices of a person: bots, games and their settings; and the choice itself, read from untrusted JSON.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/bots/entrant.hpp"
#include "referee/tournament/settings.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::serve {

/// A bot to play against.
struct OfferedBot {
    Entrant entrant;
    std::string why_not;  ///< why it can't be played against; empty: it can
};

/// The match that a person wants to play.
struct MatchWish {
    std::size_t bot = 0;  ///< its place among the bots
    games::GameSpec spec;
    int you = 0;  ///< the person's side: 0 moves first
    std::chrono::milliseconds move_time{};
    std::optional<std::uint64_t> seed{};  ///< none: drawn by chance
    std::vector<std::string> opening{};   ///< plies that have been made: the match goes on from there
};

/// The choices for a match: bots, games, settings, time limits.
class Offers {
public:
    /// Longer is nobody's patience, and a bot's time is the machine's.
    static constexpr std::chrono::milliseconds max_move_time = std::chrono::minutes(1);

    /// `tournament`: its head, where one is served. `bots` are named by the user. If there are neither, some of the
    /// sample bots. Programs without a path are looked for in the folders of `path`. Throws
    /// games::UserError if one of `bots` can't be run, or there is none at all.
    Offers(const tournament::TournamentHead* tournament, const std::vector<std::string>& bots, std::string_view path);

    const std::vector<OfferedBot>& bots() const { return bots_; }
    /// The files that are to be kept from all bots but those that are run from them. Real paths.
    std::vector<std::string> secrets() const;
    /// The data of the play page, as JSON.
    const std::string& json() const { return json_; }
    /// The limits of a match with so much time a move.
    protocol::Limits limits(std::chrono::milliseconds move_time) const;
    /// Reads what the page has sent. Throws games::UserError, in one line, where that is no wish that can be fulfilled.
    MatchWish wish_of(std::string_view json) const;

private:
    void add_entrants(const tournament::TournamentHead& tournament, std::string_view path);
    void add_bots(const std::vector<std::string>& bots, std::string_view path);
    std::string described() const;

    std::vector<OfferedBot> bots_;
    std::optional<tournament::Settings> settings_;
    std::string json_;
};

}  // namespace referee::serve
