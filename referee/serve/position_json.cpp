#include "referee/serve/position_json.hpp"

#include <nlohmann/json.hpp>

namespace referee::serve {

namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string last_json(int player, std::string_view move) {
    return text_of({{"player", player}, {"move", move}});
}

std::string next_json(const games::Board& board, bool with_hand) {
    if (games::is_over(board.outcome())) return "null";
    const auto hand = with_hand ? board.hand() : std::nullopt;
    return text_of({{"player", games::index(board.to_move())}, {"hand", hand ? Json(*hand) : Json(nullptr)}});
}

}  // namespace referee::serve
