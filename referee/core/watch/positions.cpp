#include "referee/core/watch/positions.hpp"

#include <algorithm>

namespace referee::watch {

namespace {

using games::Side;

/// If more cells than this have changed, the ply has probably rotated the board, and nothing is marked.
constexpr int max_changes = 24;

constexpr std::array<std::int8_t, 2> side_colours = {6, 3};  // cyan and yellow: easy to distinguish for everybody

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// Returns the number of lines up to the end of the board, which is the highest of the blocks between blank lines.
/// Lines at its end that are wider than all lines before them are remarks, and do not count. A row of hexagons is only
/// one character wider than the row above it.
int end_of_board(const std::vector<std::vector<Cell>>& lines) {
    std::size_t begin = 0;
    std::size_t highest = 0;
    std::size_t end = 0;
    for (std::size_t i = 0; i <= lines.size(); ++i) {
        if (i < lines.size() && !lines[i].empty()) continue;
        if (i - begin > highest) {
            highest = i - begin;
            end = i;
        }
        begin = i + 1;
    }
    const auto narrower = [&](const std::vector<Cell>& line) { return line.size() + 1 < lines[end - 1].size(); };
    while (end > 2 && std::all_of(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(end) - 1, narrower))
        --end;
    return static_cast<int>(end);
}

bool has_colour(const Drawing& drawing) {
    for (const auto& line : drawing.lines) {
        if (std::any_of(line.begin(), line.end(),
                        [](const Cell& cell) { return cell.style.colour >= 0 && cell.style.background < 0; }))
            return true;
    }
    return false;
}

bool is_empty(const Cell& cell) {
    return cell.character == L' ' || cell.character == L'.' || cell.character == L'\0';
}

/// Shows changed cells in reverse video. Marks nothing if the heights of the boards differ, or if too many cells
/// changed. The game itself has marked those that won.
void mark_changes(Drawing& drawing, const Drawing& before) {
    if (drawing.board_lines != before.board_lines) return;
    std::vector<Cell*> changed;
    for (int row = 0; row < drawing.board_lines; ++row) {
        auto& line = drawing.lines[static_cast<std::size_t>(row)];
        const auto& old = before.lines[static_cast<std::size_t>(row)];
        for (std::size_t i = 0; i < line.size(); ++i) {
            const bool same = i < old.size() && old[i].character == line[i].character;
            if (!same && !is_empty(line[i]) && line[i].style.background < 0) changed.push_back(&line[i]);
            if (changed.size() > max_changes) return;
        }
    }
    for (Cell* cell : changed)
        cell->style.reverse = true;
}

}  // namespace

int Drawing::width(int first, int last) const {
    std::size_t widest = 0;
    for (int i = first; i < last; ++i)
        widest = std::max(widest, lines[static_cast<std::size_t>(i)].size());
    return static_cast<int>(widest);
}

Positions::Positions(games::GameSpec spec, std::uint64_t seed, games::Looks looks)
    : spec_(std::move(spec)), seed_(seed), looks_(looks), board_(spec_.make_board(seed)) {}

const Drawing& Positions::at(int ply, const std::vector<protocol::LoggedPly>& plies) {
    if (ply == drawn_ply_) return drawn_;
    Drawing before;
    if (ply > 0) {
        const bool known = ply - 1 == drawn_ply_;
        play_to(ply - 1, plies);
        before = known ? std::move(drawn_) : draw();
    }
    play_to(ply, plies);
    drawn_ = draw();
    if (ply > 0) {
        for (auto& line : before.lines) {
            for (Cell& cell : line)
                cell.style.reverse = false;
        }
        mark_changes(drawn_, before);
    }
    drawn_ply_ = ply;
    return drawn_;
}

std::array<std::string, 2> Positions::marks() const {
    return {std::string(board_->mark(Side::first, looks_)), std::string(board_->mark(Side::second, looks_))};
}

int Positions::to_move() const {
    return games::is_over(board_->outcome()) ? -1 : games::index(board_->to_move());
}

Drawing Positions::draw() const {
    // Where the screen has no colours, it shows a background in another way.
    const std::string text = board_->display({.utf8 = looks_.utf8, .colour = true, .terminal = true});
    Drawing drawing;
    for (const auto line : lines_of(text))
        drawing.lines.push_back(cells_of(line, looks_.utf8));
    drawing.board_lines = end_of_board(drawing.lines);
    if (!looks_.colour || has_colour(drawing)) return drawing;
    const auto shown_marks = marks();
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const auto mark = cells_of(shown_marks[side], looks_.utf8);
        if (mark.size() != 1) continue;
        // The first line has the labels of the columns, which may be the letters of pieces.
        for (int row = 1; row < drawing.board_lines; ++row) {
            for (Cell& cell : drawing.lines[static_cast<std::size_t>(row)]) {
                if (cell.character == mark.front().character) cell.style.colour = side_colours[side];
            }
        }
    }
    return drawing;
}

void Positions::play_to(int ply, const std::vector<protocol::LoggedPly>& plies) {
    if (ply < played_) {
        board_ = spec_.make_board(seed_);
        played_ = 0;
    }
    for (; played_ < ply; ++played_)
        board_->play_legal(plies[static_cast<std::size_t>(played_)].move);
}

}  // namespace referee::watch
