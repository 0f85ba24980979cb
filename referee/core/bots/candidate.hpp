// Reads who wants to play, and gives everybody a name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/bots/entrant.hpp"
#include "referee/core/bots/entrant_names.hpp"

namespace referee {

/// The consequence if a bot can't play.
enum class IfUnfit : std::uint8_t {
    unchecked,      ///< it is not tried before its first game
    left_out,       ///< the others take part without it
    order_refused,  ///< nobody takes part by the same order
};
/// Whether a bot is tried before its first game.
constexpr bool is_checked(IfUnfit consequence) {
    return consequence != IfUnfit::unchecked;
}
/// Whether the others take part without it. Otherwise nobody does if its files can't be read.
constexpr bool may_be_left_out(IfUnfit consequence) {
    return consequence == IfUnfit::left_out;
}

/// Somebody who wants to play. The files have not been read yet.
struct Candidate {
    BotCommand command;  ///< empty for a person
    NameWish wish;
    std::string folder{};  ///< the bot's own folder; empty if it has none
    bool reuse = false;    ///< one process plays many games
    OwnLimits limits{};
    IfUnfit if_unfit = IfUnfit::unchecked;
    std::optional<std::size_t> replaces{};  ///< the entrant whose place it takes
    bool human = false;
};

/// Reads the bot in a file or folder, or a command line. `name`: as given by a user; may be empty. `path`: the folders
/// that are searched for programs without a path. Throws games::UserError if the bot can't be run.
[[nodiscard]] Candidate candidate_at(const std::string& place, const std::string& name,
                                     std::string_view path = user_path());

/// Reads a player of a match: a bot, or "human", perhaps with a name before it. `name`: one that is given elsewhere;
/// may be empty. Throws games::UserError if a bot can't be run, or if there are two names.
[[nodiscard]] Candidate player_of(const std::string& text, const std::string& name = "",
                                  std::string_view path = user_path());

/// The candidates with valid and unique names, see unique_names(). `taken`: names of others. Throws games::UserError if
/// a name is invalid, or is given twice.
[[nodiscard]] std::vector<Entrant> entrants_of(std::span<const Candidate> candidates,
                                               std::span<const std::string> taken = {});

}  // namespace referee
