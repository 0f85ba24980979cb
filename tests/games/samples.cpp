#include "tests/games/samples.hpp"

#include <doctest/doctest.h>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "tests/games/fitz/pair.hpp"

namespace games_test {

namespace {

constexpr const char* fitz_tiles = "fitz/tiles/";
constexpr const char* fitz_save = "fitz/save/";

std::string sample_position(Random& random) {
    const int height = random.between(1, 7);
    const int width = random.between(1, 7);
    const auto position = random_position(height, width, 1, random.below(60), random);
    std::string text =
        "0 " + std::to_string(position.next_player) + " " + std::to_string(height) + " " + std::to_string(width) + "\n";
    for (const std::string& row : position.board)
        text += row + "\n";
    return text;
}

}  // namespace

std::optional<std::string> sample_path(const games::GameInfo& game, const games::Setting& setting, Random& random) {
    const std::string folder = game.name + "/" + setting.name + "/";
    if (folder == fitz_tiles || folder == fitz_save) return folder + std::to_string(random.below(1000));
    return std::nullopt;
}

std::string read_sample(const std::string& path) {
    const auto number = path.rfind('/') + 1;
    const auto seed = games::whole_number(std::string_view(path).substr(number));
    const std::string folder = path.substr(0, number);
    if (!seed || (folder != fitz_tiles && folder != fitz_save)) throw games::UserError("no sample: " + path);
    Random random(static_cast<std::uint64_t>(*seed));
    return folder == fitz_tiles ? tile_file(random_tiles(random)) : sample_position(random);
}

std::string some_legal_move(const games::GameSpec& spec, const games::Board& board, Random& random) {
    if (board.moves_listed()) return random.one_of(board.legal_moves());
    const int height = static_cast<int>(spec.values.get("height"));
    const int width = static_cast<int>(spec.values.get("width"));
    for (int tries = 0; tries < 100'000; ++tries) {
        const std::string move =
            reference::FitzMove{random.between(-2, height + 1), random.between(-2, width + 1), 90 * random.below(4)}
                .text();
        if (board.legal(move)) return move;
    }
    FAIL("no legal move has been found");
    return "";
}

}  // namespace games_test
