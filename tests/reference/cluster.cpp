#include "tests/reference/cluster.hpp"

#include <cstddef>

namespace reference {

namespace {

std::string line(const std::vector<int>& numbers) {
    std::string text;
    for (const int number : numbers) {
        if (!text.empty()) text += " ";
        text += std::to_string(number);
    }
    return text + "\n";
}

/// The number of lines, followed by the lines.
std::string counted(const std::vector<std::vector<int>>& lines) {
    std::string text = line({static_cast<int>(lines.size())});
    for (const auto& numbers : lines)
        text += line(numbers);
    return text;
}

int owner_of(int colour) {
    return colour == 0 || colour == 2 ? 0 : 1;
}

std::vector<int> colours_of(int player) {
    if (player == 0) return {0, 2};
    return {1, 3};
}

/// A point of the plane of hexagons: the number of columns east, and the number of half cells up.
struct Point {
    int east;
    int up;
    bool operator==(const Point&) const = default;
};

Point neighbour_of(Point point, int direction) {
    switch (direction) {
        case 0: return {point.east, point.up - 2};       // south
        case 1: return {point.east - 1, point.up - 1};   // south-west
        case 2: return {point.east - 1, point.up + 1};   // north-west
        case 3: return {point.east, point.up + 2};       // north
        case 4: return {point.east + 1, point.up + 1};   // north-east
        default: return {point.east + 1, point.up - 1};  // south-east
    }
}

}  // namespace

std::uint64_t ClusterChance::next() {
    state = state + 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

Cluster::Cluster(const ClusterSettings& chosen, std::uint64_t seed) : settings(chosen), chance{seed} {
    number_the_cells();
    const int cells = static_cast<int>(neighbours.size());
    pellet_on.assign(neighbours.size(), -1);
    int amount = cells / 4;
    while (amount % 4 != 0)
        amount = amount - 1;
    bag = {amount, amount, amount, amount};
    draw_hand();
}

void Cluster::number_the_cells() {
    std::vector<Point> cells = {{0, 0}};
    const auto number_of = [&](Point point) {
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            if (cells[cell] == point) return static_cast<int>(cell);
        }
        return -1;
    };
    std::size_t ring_begin = 0;
    for (int ring = 1; ring < settings.side; ++ring) {
        const std::size_t ring_end = cells.size();
        for (std::size_t cell = ring_begin; cell < ring_end; ++cell) {
            for (int direction = 0; direction < 6; ++direction) {
                const Point next = neighbour_of(cells[cell], direction);
                if (number_of(next) == -1) cells.push_back(next);
            }
        }
        ring_begin = ring_end;
    }
    for (const Point cell : cells) {
        std::array<int, 6> row{};
        for (int direction = 0; direction < 6; ++direction)
            row[static_cast<std::size_t>(direction)] = number_of(neighbour_of(cell, direction));
        neighbours.push_back(row);
    }
}

/// The cell this many steps away in this direction (modulo 6).
int Cluster::walk(int cell, int direction, int steps) const {
    for (int step = 0; step < steps; ++step)
        cell = neighbours[static_cast<std::size_t>(cell)][static_cast<std::size_t>(direction % 6)];
    return cell;
}

int Cluster::top(int column, int direction) const {
    const int m = settings.side - 1;
    const int centre = 0;
    if (column == m) return walk(centre, direction + 3, m);
    if (column < m) return walk(walk(centre, direction + 2, m), direction + 4, column);
    return walk(walk(centre, direction + 4, m), direction + 2, 2 * m - column);
}

void Cluster::draw_hand() {
    hand.clear();
    while (hand.size() < 2) {
        std::vector<int> left;
        for (const int colour : colours_of(to_move)) {
            if (bag[static_cast<std::size_t>(colour)] > 0) left.push_back(colour);
        }
        if (left.empty()) return;
        int drawn = left[0];
        if (left.size() == 2) drawn = chance.next() % 2 == 0 ? left[0] : left[1];
        bag[static_cast<std::size_t>(drawn)] -= 1;
        hand.push_back(drawn);
    }
}

std::vector<std::string> Cluster::legal_moves() const {
    std::vector<std::string> moves;
    if (result != ClusterResult::none_yet) return moves;
    for (int column = 0; column < columns(); ++column) {
        if (pellet_on[static_cast<std::size_t>(top(column, gravity))] != -1) continue;
        for (int colour = 0; colour < 4; ++colour) {
            bool held = false;
            for (const int pellet : hand) {
                if (pellet == colour) held = true;
            }
            if (held) moves.push_back("PLACE " + std::to_string(column) + " " + std::to_string(colour));
        }
    }
    for (int cycles = 1; cycles <= 5; ++cycles)
        moves.push_back("ROTATE " + std::to_string(cycles));
    return moves;
}

void Cluster::play(const std::string& move) {
    if (move.substr(0, 7) == "ROTATE ") {
        rotate(std::stoi(move.substr(7)));
    } else {
        const std::size_t space = move.find(' ', 6);
        place(std::stoi(move.substr(6, space - 6)), std::stoi(move.substr(space + 1)));
    }
    plies = plies + 1;
    to_move = 1 - to_move;
    hand.clear();
    look_at_result();
    if (result == ClusterResult::none_yet) draw_hand();
}

void Cluster::place(int column, int colour) {
    bool used = false;
    for (const int held : hand) {
        if (held == colour && !used) {
            used = true;
        } else {
            bag[static_cast<std::size_t>(held)] += 1;
        }
    }
    const int cell = top(column, gravity);
    pellet_on[static_cast<std::size_t>(cell)] = static_cast<int>(pellets.size());
    pellets.push_back({cell, colour});
    let_fall();
}

void Cluster::rotate(int cycles) {
    gravity = (gravity + cycles) % 6;
    let_fall();
}

void Cluster::let_fall() {
    bool moved = true;
    while (moved) {
        moved = false;
        for (std::size_t index = 0; index < pellets.size(); ++index) {
            const int here = pellets[index].cell;
            const int below = neighbours[static_cast<std::size_t>(here)][static_cast<std::size_t>(gravity)];
            if (below == -1 || pellet_on[static_cast<std::size_t>(below)] != -1) continue;
            pellet_on[static_cast<std::size_t>(here)] = -1;
            pellet_on[static_cast<std::size_t>(below)] = static_cast<int>(index);
            pellets[index].cell = below;
            moved = true;
        }
    }
}

/// The length of the gapless run of pellets of this colour that begins at this cell and goes in this direction.
int Cluster::run_length(int cell, int direction, int colour) const {
    int length = 0;
    while (cell != -1) {
        const int pellet = pellet_on[static_cast<std::size_t>(cell)];
        if (pellet == -1 || pellets[static_cast<std::size_t>(pellet)].colour != colour) break;
        length = length + 1;
        cell = walk(cell, direction, 1);
    }
    return length;
}

int Cluster::longest_run(int colour) const {
    int longest = 0;
    for (int cell = 0; cell < static_cast<int>(neighbours.size()); ++cell) {
        for (int direction = 0; direction < 6; ++direction) {
            const int length = run_length(cell, direction, colour);
            if (length > longest) longest = length;
        }
    }
    return longest;
}

int Cluster::pellets_on_board(int colour) const {
    int count = 0;
    for (const Pellet& pellet : pellets) {
        if (pellet.colour == colour) count = count + 1;
    }
    return count;
}

BestMatch Cluster::best_match(int player) const {
    BestMatch best;
    for (const int colour : colours_of(player)) {
        const int length = longest_run(colour);
        const int count = pellets_on_board(colour);
        if (length < settings.connect) continue;
        if (length > best.length || (length == best.length && count > best.pellets)) best = {length, count};
    }
    return best;
}

void Cluster::look_at_result() {
    const BestMatch mine = best_match(0);
    const BestMatch other = best_match(1);
    if (mine.length > 0 || other.length > 0) {
        if (mine.length != other.length) {
            result = mine.length > other.length ? ClusterResult::player_0_won : ClusterResult::player_1_won;
            reason = mine.length == 0 || other.length == 0 ? "match" : "longer match";
        } else if (mine.pellets != other.pellets) {
            result = mine.pellets > other.pellets ? ClusterResult::player_0_won : ClusterResult::player_1_won;
            reason = "more pellets";
        } else {
            result = ClusterResult::draw;
            reason = "equal matches";
        }
        return;
    }
    int left = 0;
    for (const int colour : colours_of(to_move))
        left = left + bag[static_cast<std::size_t>(colour)];
    if (left == 0) {
        result = to_move == 0 ? ClusterResult::player_1_won : ClusterResult::player_0_won;
        reason = "out of pellets";
    } else if (plies == settings.max_plies) {
        result = ClusterResult::draw;
        reason = "ply limit";
    }
}

std::string Cluster::frame() const {
    std::string list;
    for (std::size_t index = 0; index < pellets.size(); ++index) {
        if (!list.empty()) list += ",";
        list += '[' + std::to_string(index) + ',' + std::to_string(pellets[index].cell) + ',' +
                std::to_string(pellets[index].colour) + ']';
    }
    std::string text = "{\"gravity\":";
    text += std::to_string(gravity) + ",\"pellets\":[" + list + "]}";
    return text;
}

std::string Cluster::setup_block(int player) const {
    std::vector<std::vector<int>> cell_lines;
    for (int cell = 0; cell < static_cast<int>(neighbours.size()); ++cell) {
        const auto& to = neighbours[static_cast<std::size_t>(cell)];
        cell_lines.push_back({cell, to[0], to[1], to[2], to[3], to[4], to[5]});
    }
    std::vector<std::vector<int>> column_lines;
    for (int column = 0; column < columns(); ++column) {
        std::vector<int> numbers = {column};
        for (int direction = 0; direction < 6; ++direction)
            numbers.push_back(top(column, direction));
        column_lines.push_back(numbers);
    }
    std::string text = counted(cell_lines) + counted(column_lines);
    for (const int who : {player, 1 - player}) {
        std::vector<std::vector<int>> colour_lines;
        for (const int colour : colours_of(who))
            colour_lines.push_back({colour, static_cast<int>(neighbours.size()) / 16 * 4});
        text += counted(colour_lines);
    }
    return text;
}

std::string Cluster::turn_block(const Cluster& before) const {
    std::vector<std::vector<int>> open;
    for (int column = 0; column < columns(); ++column) {
        const int cell = top(column, gravity);
        if (pellet_on[static_cast<std::size_t>(cell)] == -1) open.push_back({column, cell});
    }
    std::vector<std::vector<int>> placed;
    std::vector<std::vector<int>> changed;
    for (std::size_t index = 0; index < pellets.size(); ++index) {
        const Pellet& pellet = pellets[index];
        const int number = static_cast<int>(index);
        if (index >= before.pellets.size()) {
            placed.push_back({number, pellet.cell, pellet.colour, owner_of(pellet.colour) == to_move ? 1 : 0});
        } else if (before.pellets[index].cell != pellet.cell) {
            changed.push_back({number, pellet.cell});
        }
    }
    std::vector<std::vector<int>> held;
    for (const int colour : hand)
        held.push_back({colour});
    return line({gravity}) + counted(open) + counted(placed) + counted(changed) + counted(held) + "\n";
}

std::uint64_t perft(const Cluster& game, int depth) {
    if (depth == 0) return 1;
    std::uint64_t paths = 0;
    for (const std::string& move : game.legal_moves()) {
        Cluster next = game;
        next.play(move);
        paths = paths + perft(next, depth - 1);
    }
    return paths;
}

}  // namespace reference
