// The guides of an arena: pages of the documentation with the settings of its game.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "referee/arena/web/shown_game.hpp"

namespace referee::arena {

/// The page with this name: "rules" for those of the arena's game, or one of guides(). None if there is none.
/// `has_driver`: whether the guide about drivers is among them.
[[nodiscard]] std::optional<std::string> guide_page(std::string_view name, const ShownGame& game, bool has_driver);

}  // namespace referee::arena
