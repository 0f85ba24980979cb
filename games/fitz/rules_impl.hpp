// The functions of the rule core of fitz. Only rules.hpp includes this file.
#pragma once

namespace games::fitz {

template <class Cells>
Fitz<Cells>::Fitz(const Config& config)
    : height_(config.height),
      width_(config.width),
      max_plies_(static_cast<std::uint32_t>(config.max_plies)),
      tiles_(config.tiles) {
    make_figures();
    if (config.saved) {
        start_ = position(config.saved->board, static_cast<std::uint32_t>(config.saved->next_tile),
                          config.saved->next_player, 0);
    } else {
        const std::vector<std::string> empty(static_cast<std::size_t>(height_),
                                             std::string(static_cast<std::size_t>(width_), '.'));
        start_ = position(empty, 0, Side::first, 0);
    }
}

template <class Cells>
void Fitz<Cells>::make_figures() {
    figures_.reserve(tiles_.size() * rotations);
    for (const Tile& tile : tiles_) {
        Tile turning = tile;
        for (int turn = 0; turn < rotations; ++turn, turning = turned(turning)) {
            Figure figure{shape_of(turning)};
            figure.last_row = height_ - figure.shape.height;
            figure.last_column = width_ - figure.shape.width;
            for (std::size_t i = 0; i < static_cast<std::size_t>(figure.shape.count); ++i) {
                const Shape::Cell cell = figure.shape.cells[i];
                figure.offsets[i] = cell.row * width_ + cell.column;
            }
            figure.repeated = std::any_of(figures_.end() - turn, figures_.end(),
                                          [&](const Figure& before) { return before.shape.same_form(figure.shape); });
            figures_.push_back(figure);
        }
    }
    if constexpr (!is_large) {
        for (int place = 0; place < height_ * width_; ++place) {
            for (int i = 0; i < tile_cells; ++i) {
                const bool inside = place / width_ + i / tile_side < height_ && place % width_ + i % tile_side < width_;
                if (inside) rooms_[static_cast<std::size_t>(i)].set(place);
            }
        }
    }
}

template <class Cells>
Cells Fitz<Cells>::no_cells() const {
    if constexpr (is_large) {
        return Cells(height_ * width_);
    } else {
        return Cells{};
    }
}

template <class Cells>
typename Fitz<Cells>::State Fitz<Cells>::position(std::span<const std::string> rows, std::uint32_t tile, Side to_move,
                                                  std::uint32_t plies) const {
    State state{no_cells(), no_cells(), plies, tile, to_move, Outcome::ongoing, {}};
    if constexpr (is_large) state.memory.searched.resize(tiles_.size());
    int cell = 0;
    for (const std::string& row : rows) {
        for (const char piece : row) {
            if (piece != '.') state.taken.set(cell);
            if (piece == '#') state.second.set(cell);
            ++cell;
        }
    }
    look_at_end(state);
    return state;
}

template <class Cells>
std::string_view Fitz<Cells>::reason(const State& state) const {
    switch (state.outcome) {
        case Outcome::ongoing: return "";
        case Outcome::drawn: return "ply limit";
        case Outcome::first_won:
        case Outcome::second_won: return "no placement";
    }
    return "";
}

template <class Cells>
std::optional<int> Fitz<Cells>::place_of(const Figure& figure, Move move) const {
    const int row = move.row - tile_middle + figure.shape.top;
    const int column = move.column - tile_middle + figure.shape.left;
    if (row < 0 || row > figure.last_row || column < 0 || column > figure.last_column) return std::nullopt;
    return row * width_ + column;
}

template <class Cells>
Move Fitz<Cells>::move_to(const Figure& figure, int quarter_turns, int place) const {
    return {static_cast<std::int16_t>(place / width_ - figure.shape.top + tile_middle),
            static_cast<std::int16_t>(place % width_ - figure.shape.left + tile_middle),
            static_cast<std::uint8_t>(quarter_turns)};
}

template <class Cells>
std::uint64_t Fitz<Cells>::good_places(const Cells& taken, const Figure& figure, int first) const {
    std::uint64_t good = ~std::uint64_t{0};
    for (std::size_t i = 0; i < static_cast<std::size_t>(figure.shape.count); ++i) {
        const int cell = first + figure.offsets[i];
        if constexpr (!is_large) {
            if (cell >= Cells::capacity) return 0;
        }
        good &= ~taken.slice(cell);
        if (good == 0) break;
    }
    return good;
}

template <class Cells>
Cells Fitz<Cells>::good_places(const Cells& taken, const Figure& figure) const requires FixedSize<Cells> {
    Cells good = room(figure.shape);
    for (std::size_t word = 0; word < good.words.size(); ++word) {
        if (good.words[word] != 0) good.words[word] &= good_places(taken, figure, static_cast<int>(word) * 64);
    }
    return good;
}

template <class Cells>
bool Fitz<Cells>::has_good_place(const Cells& taken, std::uint32_t tile) const requires FixedSize<Cells> {
    for (int turn = 0; turn < rotations; ++turn) {
        const Figure& next = figure(tile, turn);
        if (next.repeated) continue;
        const auto& places = room(next.shape).words;
        for (std::size_t word = 0; word < places.size(); ++word) {
            if (places[word] == 0) continue;
            if ((places[word] & good_places(taken, next, static_cast<int>(word) * 64)) != 0) return true;
        }
    }
    return false;
}

template <class Cells>
int Fitz<Cells>::first_good(const Cells& taken, const Figure& figure, int row, int column) const {
    for (; column <= figure.last_column; column += 64) {
        std::uint64_t good = good_places(taken, figure, row * width_ + column);
        if (figure.last_column - column < 63) good &= ~std::uint64_t{0} >> (63 - (figure.last_column - column));
        if (good != 0) return column + std::countr_zero(good);
    }
    return -1;
}

template <class Cells>
int Fitz<Cells>::last_good(const Cells& taken, const Figure& figure, int row, int column) const {
    for (int last = std::min(column, figure.last_column); last >= 0; last -= 64) {
        const int first = std::max(0, last - 63);
        const std::uint64_t good =
            good_places(taken, figure, row * width_ + first) & (~std::uint64_t{0} >> (63 - (last - first)));
        if (good != 0) return first + 63 - std::countl_zero(good);
    }
    return -1;
}

template <class Cells>
void Fitz<Cells>::moves(const State& state, Moves& moves) const {
    moves.clear();
    if (is_over(state.outcome)) return;
    for (int turn = 0; turn < rotations; ++turn)
        add_moves(state.taken, figure(state.tile, turn), turn, moves);
}

template <class Cells>
void Fitz<Cells>::add_moves(const Cells& taken, const Figure& figure, int quarter_turns, Moves& moves) const {
    const int down = tile_middle - figure.shape.top;
    const int right = tile_middle - figure.shape.left;
    const auto add = [&](int row, int column) {
        moves.push_back({static_cast<std::int16_t>(row + down), static_cast<std::int16_t>(column + right),
                         static_cast<std::uint8_t>(quarter_turns)});
    };
    if constexpr (is_large) {
        for (int row = 0; row <= figure.last_row; ++row) {
            for (int column = first_good(taken, figure, row, 0); column >= 0;
                 column = first_good(taken, figure, row, column + 1)) {
                add(row, column);
            }
        }
    } else {
        int row = 0;
        int row_begin = 0;
        const Cells places = good_places(taken, figure);
        for (std::size_t word = 0; word < places.words.size(); ++word) {
            for (std::uint64_t good = places.words[word]; good != 0; good &= good - 1) {
                const int place = static_cast<int>(word) * 64 + std::countr_zero(good);
                for (; place >= row_begin + width_; row_begin += width_)
                    ++row;
                add(row, place - row_begin);
            }
        }
    }
}

template <class Cells>
bool Fitz<Cells>::fits(const Cells& taken, const Figure& figure, int place) const {
    return (good_places(taken, figure, place) & 1) != 0;
}

template <class Cells>
bool Fitz<Cells>::legal(const State& state, Move move) const {
    if (is_over(state.outcome) || move.quarter_turns >= rotations) return false;
    const Figure& placed = figure(state.tile, move.quarter_turns);
    const auto place = place_of(placed, move);
    return place && fits(state.taken, placed, *place);
}

template <class Cells>
void Fitz<Cells>::play(State& state, Move move) const {
    assert(legal(state, move));
    const Figure& placed = figure(state.tile, move.quarter_turns);
    const int place = *place_of(placed, move);
    for (std::size_t i = 0; i < static_cast<std::size_t>(placed.shape.count); ++i) {
        state.taken.set(place + placed.offsets[i]);
        if (state.to_move == Side::second) state.second.set(place + placed.offsets[i]);
    }
    ++state.plies;
    state.tile = state.tile + 1 < tiles_.size() ? state.tile + 1 : 0;
    state.to_move = opponent(state.to_move);
    if constexpr (is_large) state.memory.last = move;
    look_at_end(state);
}

template <class Cells>
void Fitz<Cells>::look_at_end(State& state) const {
    bool placeable = false;
    if constexpr (is_large) {
        placeable = search_on(state);
    } else {
        placeable = has_good_place(state.taken, state.tile);
    }
    if (!placeable) {
        state.outcome = won(opponent(state.to_move));
    } else if (state.plies >= max_plies_) {
        state.outcome = Outcome::drawn;
    }
}

/// Continues the last search for a place of this tile. So no part of the board is searched twice for a tile in a match.
template <class Cells>
bool Fitz<Cells>::search_on(State& state) const {
    const auto cells = static_cast<std::uint32_t>(height_ * width_);
    std::uint32_t& searched = state.memory.searched[state.tile];
    for (std::uint32_t turn = searched / cells; turn < rotations; searched = ++turn * cells) {
        const Figure& next = figure(state.tile, static_cast<int>(turn));
        if (next.repeated) continue;
        const int place = static_cast<int>(searched % cells);
        int column = place % width_;
        for (int row = place / width_; row <= next.last_row; ++row, column = 0) {
            const int found = first_good(state.taken, next, row, column);
            if (found < 0) continue;
            searched = turn * cells + static_cast<std::uint32_t>(row * width_ + found);
            return true;
        }
    }
    return false;
}

}  // namespace games::fitz
