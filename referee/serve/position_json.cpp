#include "referee/serve/position_json.hpp"

#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"

namespace referee::serve {

namespace {

using protocol::Json;

}  // namespace

std::string last_json(int player, std::string_view move) {
    return protocol::json_text({{"player", player}, {"move", move}});
}

std::string next_json(const games::Board& board, bool with_hand) {
    if (games::is_over(board.outcome())) return "null";
    const auto hand = with_hand ? board.hand() : std::nullopt;
    return protocol::json_text(
        {{"player", games::index(board.to_move())}, {"hand", hand ? Json(*hand) : Json(nullptr)}});
}

}  // namespace referee::serve
