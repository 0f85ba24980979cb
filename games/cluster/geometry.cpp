#include "games/cluster/geometry.hpp"

namespace games::cluster {

namespace {

/// The steps in direction 0..5 as gravity 0 sees them.
constexpr std::array<Seat, directions> steps = {{{0, -1}, {-1, -1}, {-1, 0}, {0, 1}, {1, 1}, {1, 0}}};

constexpr Seat step(Seat seat, int direction) {
    const Seat by = steps[static_cast<std::size_t>(direction)];
    return {seat.column + by.column, seat.level + by.level};
}

}  // namespace

Geometry::Geometry(int side) : side_(side) {
    number_cells();
    const auto seats = static_cast<std::size_t>(columns() * columns());
    for (int gravity = 0; gravity < directions; ++gravity) {
        auto& table = cells_at_[static_cast<std::size_t>(gravity)];
        table.assign(seats, -1);
        for (std::size_t number = 0; number < seats_.size(); ++number) {
            const Seat at = seat(gravity, static_cast<int>(number));
            table[static_cast<std::size_t>(at.column * columns() + at.level)] = static_cast<std::int16_t>(number);
        }
    }
    for (const Seat at : seats_) {
        auto& row = neighbours_.emplace_back();
        for (int direction = 0; direction < directions; ++direction) {
            const Seat next = step(at, direction);
            row[static_cast<std::size_t>(direction)] = static_cast<std::int16_t>(on_board(next) ? cell(0, next) : -1);
        }
    }
}

bool Geometry::on_board(Seat seat) const {
    return seat.column >= 0 && seat.column < columns() && seat.level >= bottom_level(seat.column, side_ - 1) &&
           seat.level <= top_level(seat.column, side_ - 1);
}

/// Ring by ring around the centre: each cell of a ring in order of number gives the next numbers to those of its
/// neighbours that have none yet.
void Geometry::number_cells() {
    std::vector<bool> numbered(static_cast<std::size_t>(columns() * columns()));
    const auto take = [&](Seat seat) {
        const auto place = static_cast<std::size_t>(seat.column * columns() + seat.level);
        if (!on_board(seat) || numbered[place]) return;
        numbered[place] = true;
        seats_.push_back(seat);
    };
    take({side_ - 1, side_ - 1});
    for (std::size_t number = 0; number < seats_.size(); ++number) {
        for (int direction = 0; direction < directions; ++direction)
            take(step(seats_[number], direction));
    }
}

}  // namespace games::cluster
