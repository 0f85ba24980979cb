#include "referee/core/watch/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/core/base/output.hpp"
#include "referee/core/watch/texts.hpp"

namespace referee::watch {

namespace {

constexpr Style bold = {.bold = true};
constexpr Style reverse = {.reverse = true};

constexpr int min_rows = 5;
constexpr int min_columns = 24;
constexpr int min_panel_width = 18;
constexpr int max_panel_width = 60;
constexpr int min_panel_height = 6;
constexpr int min_moves = 3;
constexpr int gap = 3;  // columns between the board and the panel

/// A part of the screen.
struct Box {
    int row = 0;
    int column = 0;
    int height = 0;
    int width = 0;
};

class Page {
public:
    Page(const Model& model, const Scene& scene, int rows, int columns)
        : model_(model),
          scene_(scene),
          layout_{Canvas(rows, columns)},
          columns_(columns),
          body_{1, 0, rows - 2, columns} {}

    Layout made() && {
        if (columns_ < min_columns || layout_.canvas.rows() < min_rows) {
            say(0, fmt::format("at least {} x {}", min_columns, min_rows));
            return std::move(layout_);
        }
        switch (model_.page()) {
            case Model::Page::help: show_text("Keys", help_text()); break;
            case Model::Page::ending:
                show_text("The end", scene_.over ? ending_text(scene_) : "The match continues.");
                break;
            case Model::Page::notes: show_text("Notes", notes_of_ply(scene_, model_.shown())); break;
            case Model::Page::moves:
                show_title();
                show_panel(body_, drawing().board_lines);
                break;
            case Model::Page::match: show_match(); break;
        }
        show_status();
        return std::move(layout_);
    }

private:
    const Drawing& drawing() const { return scene_.drawing; }
    std::vector<Cell> cells(std::string_view text, Style style = {}) const {
        return cells_of(text, scene_.looks.utf8, style);
    }
    void say(int row, std::string_view text, Style style = {}) {
        layout_.canvas.put(row, 0, columns_, cells(text, style));
    }

    void show_title() { say(0, title_of(scene_, model_.shown()), bold); }

    void show_status() {
        const int row = layout_.canvas.rows() - 1;
        const std::string keys = model_.page() == Model::Page::match ? "? keys  q quit" : "Esc back  q quit";
        const std::string state = fmt::format("{} of {}  {}{}{}", model_.shown(), model_.plies(), larger_,
                                              larger_.empty() ? "" : ", ", state_of(model_, scene_));
        const int right = columns_ - static_cast<int>(keys.size());
        say(row, state);
        if (static_cast<int>(cells(state).size()) + 2 <= right) layout_.canvas.put(row, right, columns_, cells(keys));
        layout_.canvas.restyle(row, 0, columns_, reverse);
    }

    /// Shows lines in a box, at the scroll position that the user has chosen.
    void show_moved(const Box& box, const std::vector<std::vector<Cell>>& lines, int count) {
        int width = 0;
        for (int i = 0; i < count; ++i)
            width = std::max(width, static_cast<int>(lines[static_cast<std::size_t>(i)].size()));
        layout_.row = std::clamp(model_.row(), 0, std::max(0, count - box.height));
        layout_.column = std::clamp(model_.column(), 0, std::max(0, width - box.width));
        for (int i = 0; i < std::min(box.height, count); ++i) {
            const auto& line = lines[static_cast<std::size_t>(i + layout_.row)];
            const auto begin = std::min<std::ptrdiff_t>(layout_.column, std::ssize(line));
            layout_.canvas.put(box.row + i, box.column, box.width, {line.begin() + begin, line.end()});
        }
        if (count > box.height || width > box.width) larger_ = "hjkl for more";
    }

    void show_text(std::string_view title, const std::string& text) {
        say(0, title, bold);
        const auto lines = wrapped(text, body_.width, scene_.looks.utf8);
        show_moved(body_, lines, static_cast<int>(lines.size()));
    }

    /// The arrangement of a board and its texts on the screen.
    struct Plan {
        int lines;        ///< the number of lines of the drawing that are shown on the left
        int panel_width;  ///< the width of the panel on the right; 0: no room for a panel
    };

    int panel_width_beside(int lines) const {
        const int width = std::min(max_panel_width, columns_ - drawing().width(0, lines) - gap);
        return width >= min_panel_width ? width : 0;
    }

    /// Decides whether the lines that follow the board are shown below it or in the panel. If there is no room in
    /// either place, they are shown below the board, and the user can scroll to them.
    Plan plan(int height) const {
        const int all = static_cast<int>(drawing().lines.size());
        const int board = drawing().board_lines;
        const int beside_board = panel_width_beside(board);
        const int rest_width = drawing().width(board, all);
        const bool narrower = rest_width > drawing().width(0, board);  // below the board, they would narrow the panel
        const bool in_panel = (all > height || narrower) && beside_board > 0 && rest_width <= beside_board;
        const int lines = in_panel ? board : all;
        return {lines, panel_width_beside(lines)};
    }

    /// Shows the board on the left, and the panel beside or below it. If there is no room for the panel, it is only on
    /// another page.
    void show_match() {
        const int all_rows = layout_.canvas.rows() - 1;
        const auto [lines, panel_width] = plan(all_rows);
        const int width = drawing().width(0, lines);
        const bool below = panel_width == 0 && body_.height - lines - 1 >= min_panel_height;
        Box board = body_;
        if (panel_width > 0) board = {0, 0, all_rows, width};  // without a title, because CLUSTER needs the row
        if (below) board.height = lines;
        show_moved(board, drawing().lines, lines);
        if (!larger_.empty()) larger_ = fmt::format("board {} x {}: hjkl move", width, lines);
        if (panel_width == 0) show_title();
        if (below) show_panel({body_.row + lines + 1, 0, body_.height - lines - 1, columns_}, lines);
        if (panel_width > 0) show_beside(all_rows, width + gap, panel_width, lines);
    }

    void show_beside(int rows, int column, int width, int rest) {
        for (int row = 0; row < rows; ++row)
            layout_.canvas.put(row, column - 2, 1, cells(scene_.looks.utf8 ? "\u2502" : "|"));
        auto title = cells(title_of(scene_, model_.shown()), bold);
        if (static_cast<int>(title.size()) > width) title = cells(short_title_of(scene_, model_.shown()), bold);
        layout_.canvas.put(0, column, width, title);
        show_panel({1, column, rows - 1, width}, rest);
    }

    /// Shows the players, their times, the drawing's lines from `rest` on (which are not shown with the board), the
    /// ending and the moves.
    void show_panel(Box box, int rest) {
        const auto line = [&](const std::vector<Cell>& text) {
            if (box.height == 0) return;
            layout_.canvas.put(box.row++, box.column, box.width, text);
            --box.height;
        };
        const bool roomy = box.height >= 12;
        if (roomy) line(cells(scene_.game));
        const bool goes_on = !scene_.over || model_.shown() < model_.plies();
        for (const int player : {0, 1}) {
            const bool turn = goes_on && scene_.to_move == player;
            line(cells(player_line(scene_, player, turn), turn ? bold : Style{}));
            line(cells(time_line(scene_, player, model_.shown(), turn && model_.following())));
            const std::string thought = thought_line(scene_, player, model_.shown());
            if (!thought.empty()) line(cells(thought));
        }
        const bool rest_fits = std::ssize(drawing().lines) - rest + min_moves <= box.height;
        for (int i = rest; rest_fits && i < static_cast<int>(drawing().lines.size()); ++i)
            line(drawing().lines[static_cast<std::size_t>(i)]);
        if (roomy) line({});
        if (!goes_on) {
            const auto ending = wrapped(ending_text(scene_), box.width, scene_.looks.utf8);
            const int max_lines = std::max(2, box.height - 4);
            const int count = static_cast<int>(ending.size());
            for (int i = 0; i < std::min(count, max_lines); ++i)
                line(i == max_lines - 1 && count > max_lines ? cells("  ... (e shows all)")
                                                             : ending[static_cast<std::size_t>(i)]);
            if (roomy) line({});
        }
        show_moves(box);
    }

    /// Lists plies with the shown ply in the middle, except near the start and the end.
    void show_moves(const Box& box) {
        const int latest_first = std::max(0, model_.plies() + 1 - box.height);
        const int first = std::clamp(model_.shown() - box.height / 2, 0, latest_first);
        for (int i = 0; i < box.height && first + i <= model_.plies(); ++i) {
            const int ply = first + i;
            const bool shown = ply == model_.shown();
            std::string text = move_line(scene_, ply, box.width - 1);
            layout_.canvas.put(box.row + i, box.column, box.width, cells((shown ? ">" : " ") + text));
            if (shown) layout_.canvas.restyle(box.row + i, box.column, box.width, reverse);
        }
    }

    const Model& model_;
    const Scene& scene_;
    Layout layout_;
    int columns_;
    Box body_;
    std::string larger_;
};

}  // namespace

Layout lay_out(const Model& model, const Scene& scene, int rows, int columns) {
    return Page(model, scene, rows, columns).made();
}

}  // namespace referee::watch
