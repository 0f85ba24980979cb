// Fuzzes what the referee reads of the rules of a game of one's own: a hello, a line `end`, and a position. Whatever is
// accepted holds what games/own_position.hpp promises, and its frame is JSON.
#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "games/own_hello.hpp"
#include "games/own_position.hpp"
#include "tests/fuzz/require.hpp"

namespace {

void check(const games::OwnPosition& position) {
    const bool over = position.outcome != games::Outcome::ongoing;
    require(position.to_move.has_value() + !position.chance.empty() + over == 1);
    require(position.to_move.has_value() == !position.moves.empty());
    require(position.height() <= games::max_own_rows && position.width() <= games::max_own_columns);
    for (const std::string& row : position.rows)
        require(row.size() == position.width());
    for (const std::string& move : position.moves)
        require(games::can_be_move(move));
    std::string frame;
    games::write_frame(position, frame);
    require(nlohmann::json::parse(frame).at("board").size() == position.height());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    constexpr std::string_view end = "end\n";
    const auto split = std::min(bytes.find(end), size);
    try {
        const games::OwnHello hello = games::read_hello(bytes.substr(0, split));
        require(!hello.name.empty() && hello.max_plies > 0 && !hello.endings.empty());
        check(games::read_position(bytes.substr(std::min(split + end.size(), size)), hello, nullptr));
    } catch (const games::WrongReply& wrong) {
        require(*wrong.what() != '\0');
    }
    return 0;
}
