#include "tests/games/fitz/pair.hpp"

#include <array>

namespace games_test {

namespace {

reference::Fitz reference_of(const reference::FitzSettings& settings,
                             const std::optional<reference::FitzPosition>& position) {
    return position ? reference::Fitz(settings, *position) : reference::Fitz(settings);
}

std::string saved_file(const reference::FitzSettings& settings, const reference::FitzPosition& position) {
    std::string text = std::to_string(position.next_tile) + " " + std::to_string(position.next_player) + " " +
                       std::to_string(settings.height) + " " + std::to_string(settings.width) + "\n";
    for (const std::string& row : position.board)
        text += row + "\n";
    return text;
}

}  // namespace

std::string tile_file(const std::vector<reference::FitzTile>& tiles) {
    std::string text;
    for (const auto& tile : tiles) {
        for (const std::string& row : tile)
            text += row + "\n";
        text += "\n";
    }
    return text;
}

games::GameSpec fitz_spec(const reference::FitzSettings& settings,
                          const std::optional<reference::FitzPosition>& position) {
    // parse_spec() would refuse a position in which the game is over.
    games::GameSpec spec(games::find_game("fitz"));
    spec.values.set("height", settings.height);
    spec.values.set("width", settings.width);
    spec.values.set("max_plies", settings.max_plies);
    spec.values.set_file("tiles", {"the tiles", tile_file(settings.tiles)});
    if (position) spec.values.set_file("save", {"the position", saved_file(settings, *position)});
    spec.game->complete(spec.values);
    return spec;
}

reference::FitzTile random_tile(Random& random) {
    reference::FitzTile tile(5, ".....");
    const auto fill = [&](int row, int column) {
        tile[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = '!';
    };
    const int kind = random.below(10);
    if (kind == 0) {
        fill(random.below(2) * 4, random.below(2) * 4);
    } else if (kind == 1) {
        const int height = random.between(1, 5);
        const int width = random.between(1, 5);
        const int top = random.below(6 - height);
        const int left = random.below(6 - width);
        for (int row = top; row < top + height; ++row) {
            for (int column = left; column < left + width; ++column)
                fill(row, column);
        }
    } else {
        const int cells = random.between(1, kind < 8 ? 4 : 12);
        for (int i = 0; i < cells; ++i)
            fill(random.below(5), random.below(5));
    }
    return tile;
}

std::vector<reference::FitzTile> random_tiles(Random& random) {
    std::vector<reference::FitzTile> tiles;
    const int count = random.percent(80) ? random.between(1, 5) : random.between(1, 20);
    for (int i = 0; i < count; ++i)
        tiles.push_back(random_tile(random));
    return tiles;
}

reference::FitzPosition random_position(int height, int width, std::size_t tiles, int filled, Random& random) {
    reference::FitzPosition position{random.below(static_cast<int>(tiles)), random.below(2), {}};
    for (int row = 0; row < height; ++row) {
        std::string& cells = position.board.emplace_back();
        for (int column = 0; column < width; ++column)
            cells += !random.percent(filled) ? '.' : random.percent(50) ? '*' : '#';
    }
    return position;
}

FitzPair::FitzPair(const reference::FitzSettings& settings, const std::optional<reference::FitzPosition>& position)
    : BoardPair(fitz_spec(settings, position).make_board(0), reference_of(settings, position),
                "max_plies " + std::to_string(settings.max_plies) + ", from:\n" +
                    reference_of(settings, position).saved() + "tiles:\n" + tile_file(settings.tiles)) {}

void FitzPair::play(const reference::FitzMove& move) {
    std::string block;
    core_->write_turn(block);
    std::string rows = "\n";
    rows.append(std::to_string(reference_.tile)) += '\n';
    for (const std::string& row : reference_.board)
        rows += row + "\n";
    if (block.find(rows) == std::string::npos) wrong_block_ = block;
    reference_.play(move);
    play_core(move.text());
}

std::string FitzPair::difference(Random& random) const {
    if (const std::string differs = difference_of_turn(); !differs.empty()) return differs;
    if (!wrong_block_.empty()) return "turn block:\n" + wrong_block_;
    const bool whole = core_->moves_listed() || reference_.plies == 0;
    const std::string differs = difference_of_frame(whole ? reference_.frame() : reference_.frame_of_change());
    if (!differs.empty()) return differs;
    const auto saved = core_->saved_position();
    if (!saved || *saved != reference_.saved()) return "saved position:\n" + saved.value_or("none");
    return difference_of_moves(random);
}

std::string FitzPair::difference_of_moves(Random& random) const {
    if (core_->moves_listed()) {
        std::vector<std::string> moves;
        for (const auto& move : reference_.legal_moves)
            moves.push_back(move.text());
        return core_->legal_moves() == moves ? "" : "legal moves";
    }
    for (int i = 0; i < 200; ++i) {
        const reference::FitzMove move{random.between(-3, reference_.settings.height + 2),
                                       random.between(-3, reference_.settings.width + 2), random.below(4) * 90};
        if (core_->legal(move.text()) != reference_.is_legal(move)) return "whether " + move.text() + " is legal";
    }
    return "";
}

}  // namespace games_test
