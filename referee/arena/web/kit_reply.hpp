// The starter kits of an arena.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "referee/arena/arena.hpp"
#include "referee/core/bots/kits.hpp"
#include "referee/handins/driver.hpp"
#include "referee/web/serve/http_message.hpp"

namespace referee::arena {

/// Replies with a file that the browser saves under this name.
serve::Reply file_reply(std::string_view type, std::string_view name, std::string content);

/// Replies with the kit for the arena's game: that of a language, or that of the driver if there is one; and with the
/// rules if it is a game of one's own: without them, students could not try their bots. Reads these files. `address`:
/// of the arena, whose guides the README names.
serve::Reply kit_reply(const std::variant<const Kit*, const handins::Driver*>& kit, const ArenaState& state,
                       std::string_view address);

}  // namespace referee::arena
