#include "games/fitz/tile.hpp"

#include <algorithm>

namespace games::fitz {

bool Tile::any() const {
    return std::any_of(rows.begin(), rows.end(), [](std::uint8_t row) { return row != 0; });
}

Tile turned(const Tile& tile) {
    Tile result;
    for (int row = 0; row < tile_side; ++row) {
        for (int column = 0; column < tile_side; ++column) {
            if (!tile.filled(row, column)) continue;
            // The former top row is the right column now.
            auto& target = result.rows[static_cast<std::size_t>(column)];
            target = static_cast<std::uint8_t>(target | 1 << (tile_side - 1 - row));
        }
    }
    return result;
}

Shape shape_of(const Tile& tile) {
    Shape shape;
    int bottom = 0;
    int right = 0;
    shape.top = shape.left = tile_side;
    for (int row = 0; row < tile_side; ++row) {
        for (int column = 0; column < tile_side; ++column) {
            if (!tile.filled(row, column)) continue;
            shape.top = std::min(shape.top, row);
            shape.left = std::min(shape.left, column);
            bottom = std::max(bottom, row);
            right = std::max(right, column);
        }
    }
    shape.height = bottom - shape.top + 1;
    shape.width = right - shape.left + 1;
    for (int row = 0; row < shape.height; ++row) {
        for (int column = 0; column < shape.width; ++column) {
            if (!tile.filled(shape.top + row, shape.left + column)) continue;
            shape.cells[static_cast<std::size_t>(shape.count++)] = {static_cast<std::uint8_t>(row),
                                                                    static_cast<std::uint8_t>(column)};
        }
    }
    return shape;
}

}  // namespace games::fitz
