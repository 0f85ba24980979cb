// Presents CLUSTER to people and viewers: the hexagon on a terminal, the keys to type, and the frame of the log.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/cluster/rules.hpp"
#include "games/cluster/wire.hpp"
#include "games/looks.hpp"
#include "games/words.hpp"

namespace games::cluster {

/// The letter of each pellet colour.
inline constexpr std::string_view colour_letters = "abcd";

inline constexpr std::array<std::string_view, directions> direction_names = {"south", "south-west", "north-west",
                                                                             "north", "north-east", "south-east"};
inline constexpr std::array<std::string_view, directions> arrows = {"\u2193", "\u2199", "\u2196",
                                                                    "\u2191", "\u2197", "\u2198"};
inline constexpr std::array<std::string_view, colours> colour_codes = {"\x1b[31m", "\x1b[34m", "\x1b[33m", "\x1b[36m"};

/// The letter of a colour, coloured if the terminal has colours.
inline std::string letter(int colour, Looks looks) {
    const auto place = static_cast<std::size_t>(colour);
    std::string text(1, colour_letters[place]);
    return looks.colour ? std::string(colour_codes[place]) + text + "\x1b[0m" : text;
}

/// A grid of fields that are three characters wide. A cell of column x is in field x, two rows above the cell below it.
class Canvas {
public:
    explicit Canvas(const Geometry& geometry)
        : m_(geometry.side() - 1),
          fields_(static_cast<std::size_t>(4 * m_ + 5),
                  std::vector<std::string>(static_cast<std::size_t>(2 * m_ + 3))) {}

    /// Writes a text at `seat`, in the coordinates of gravity 0. The canvas also has room one step off the board.
    /// `width` is the width of the text on a terminal.
    void write(Seat seat, const std::string& text, std::size_t width) {
        fields_[static_cast<std::size_t>(row_of(seat))][static_cast<std::size_t>(seat.column + 1)] =
            std::string(3 - width, ' ') + text;
    }

    /// Writes a letter in brackets. The closing one is in the next field, which is empty: the cells of a row are two
    /// columns apart.
    void write_in_brackets(Seat seat, const std::string& letter) {
        write(seat, "[" + letter, 2);
        fields_[static_cast<std::size_t>(row_of(seat))][static_cast<std::size_t>(seat.column + 2)] = "]";
    }

    void append_to(std::string& out) const {
        for (const auto& row : fields_) {
            std::string line;
            std::size_t blank = 0;
            for (const std::string& field : row) {
                if (field.empty()) {
                    blank += 3;
                    continue;
                }
                line.append(blank, ' ').append(field);
                blank = field == "]" ? 2 : 0;
            }
            if (!line.empty()) out.append(line) += '\n';
        }
    }

private:
    int row_of(Seat seat) const { return 2 * m_ + 2 - (2 * (seat.level - m_) - (seat.column - m_)); }

    int m_;
    std::vector<std::vector<std::string>> fields_;
};

/// Removes the first word and the spaces around it from the text. Returns the word in lower case; empty if there is
/// none.
inline std::string take_word(std::string_view& text) {
    std::string word;
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (!text.empty() && text.front() != ' ') {
        const char c = text.front();
        word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        text.remove_prefix(1);
    }
    while (text.starts_with(' '))
        text.remove_prefix(1);
    return word;
}

/// Everything that is drawn of a position, independent of the type of the rules.
struct Picture {
    const Geometry& geometry;
    int gravity;
    int connect;
    std::vector<int> colours;  ///< by index of the cell; -1: empty
    std::array<int, 4> bags;   ///< pellets left, including the hand
    Side to_move;
    std::span<const std::uint8_t> hand;
};

/// Whether each cell, by its index, is in a run of one colour that is long enough to win.
inline std::vector<bool> cells_in_runs(const Picture& picture) {
    const Geometry& geometry = picture.geometry;
    std::vector<bool> found(picture.colours.size());
    const auto colour_at = [&](int cell) { return picture.colours[static_cast<std::size_t>(cell)]; };
    for (int cell = 0; cell < geometry.cells(); ++cell) {
        for (int direction = 0; colour_at(cell) >= 0 && direction < directions / 2; ++direction) {
            std::vector<int> run;
            for (int at = cell; at >= 0 && colour_at(at) == colour_at(cell); at = geometry.neighbour(at, direction))
                run.push_back(at);
            if (static_cast<int>(run.size()) < picture.connect) continue;
            for (const int at : run)
                found[static_cast<std::size_t>(at)] = true;
        }
    }
    return found;
}

inline void draw_bag(const Picture& picture, Side side, Looks looks, std::string& out) {
    out += "left:";
    for (auto colour = index(side); colour < colours; colour += 2) {
        out.append(" ").append(letter(colour, looks)).append(" ");
        append_number(out, picture.bags[static_cast<std::size_t>(colour)]);
    }
    if (picture.to_move == side && !picture.hand.empty()) {
        out += "   in hand:";
        for (const int colour : picture.hand)
            out.append(" ").append(letter(colour, looks));
    }
    out += '\n';
}

/// Reads a move as on the wire or in a shorter form: `p 3 a`, `place 3 0`, `r 2`. Ignores case. Colours may be numbers
/// or letters.
inline std::optional<Move> read_keys(std::string_view typed) {
    const std::string verb = take_word(typed);
    const std::string number = take_word(typed);
    std::string colour = take_word(typed);
    if (!typed.empty()) return std::nullopt;
    if ((verb == "r" || verb == "rotate") && colour.empty()) return read_move("ROTATE " + number);
    if (verb != "p" && verb != "place") return std::nullopt;
    const auto named = colour.size() == 1 ? colour_letters.find(colour) : std::string_view::npos;
    if (named != std::string_view::npos) colour = std::to_string(named);
    return read_move("PLACE " + number + " " + colour);
}

/// Writes the short form: "p 3 a" or "r 2".
inline void write_keys(Move move, std::string& out) {
    if (move.is_rotation()) {
        out += "r ";
        append_number(out, move.cycles());
        return;
    }
    out += "p ";
    append_number(out, int{move.column});
    out.append({' ', colour_letters[static_cast<std::size_t>(move.colour())]});
}

/// The hexagon with north on top, and each column's number where pellets enter it, followed by gravity, the pellets
/// that each player has left, and the hand. The runs that ended the game are marked.
inline std::string draw(const Picture& picture, Looks looks) {
    const Geometry& geometry = picture.geometry;
    const std::vector<bool> in_runs = cells_in_runs(picture);
    Canvas canvas(geometry);
    for (int cell = 0; cell < geometry.cells(); ++cell) {
        const int colour = picture.colours[static_cast<std::size_t>(cell)];
        const Seat seat = geometry.seat(0, cell);
        if (colour < 0)
            canvas.write(seat, ".", 1);
        else if (!in_runs[static_cast<std::size_t>(cell)])
            canvas.write(seat, letter(colour, looks), 1);
        else if (looks.colour)
            canvas.write(seat, highlighted(letter(colour, {})), 1);
        else
            canvas.write_in_brackets(seat, letter(colour, looks));
    }
    for (int column = 0; column < geometry.columns(); ++column) {
        // A label is written where the cell above the column's top would be.
        const Seat above = {column, top_level(column, geometry.side() - 1) + 1};
        const std::string label = std::to_string(column);
        canvas.write(turned(above, (directions - picture.gravity) % directions, geometry.side() - 1), label,
                     label.size());
    }
    std::string out;
    canvas.append_to(out);
    const auto gravity = static_cast<std::size_t>(picture.gravity);
    out.append("\ngravity: ").append(direction_names[gravity]);
    if (looks.utf8) out.append(" ").append(arrows[gravity]);
    out += " (";
    append_number(out, picture.gravity);
    out += ")\n";
    for (const Side side : {Side::first, Side::second})
        draw_bag(picture, side, looks, out);
    return out;
}

template <int MaxSide>
std::optional<Move> read_keys(const Cluster<MaxSide>&, std::string_view typed) {
    return read_keys(typed);
}

template <int MaxSide>
void write_keys(const Cluster<MaxSide>&, Move move, std::string& out) {
    write_keys(move, out);
}

template <int MaxSide>
std::string_view keys_line(const Cluster<MaxSide>&) {
    return "PLACE column colour or p 3 a puts a pellet of your hand into a column, ROTATE cycles or r 2 turns gravity";
}

template <int MaxSide>
std::string_view piece_mark(const Cluster<MaxSide>&, Side side, Looks = {}) {
    return side == Side::first ? "a/c" : "b/d";
}

template <int MaxSide>
std::string draw(const Cluster<MaxSide>& rules, const typename Cluster<MaxSide>::State& state, Looks looks) {
    Picture picture{rules.geometry(),     state.gravity,    rules.config().connect, {}, {},
                    rules.to_move(state), rules.hand(state)};
    picture.colours.assign(static_cast<std::size_t>(rules.geometry().cells()), -1);
    for (int index = 0; index < state.placed; ++index) {
        picture.colours[static_cast<std::size_t>(rules.cell_of(state, index))] = rules.colour_of(state, index);
    }
    for (std::size_t colour = 0; colour < state.bags.size(); ++colour)
        picture.bags[colour] = state.bags[colour];
    for (const int colour : picture.hand)
        ++picture.bags[static_cast<std::size_t>(colour)];
    return draw(picture, looks);
}

/// {"gravity": 0..5, "pellets": [[index, cell, colour], ...]}, in order of the pellets' indices
template <int MaxSide>
void append_frame(const Cluster<MaxSide>& rules, const typename Cluster<MaxSide>::State& state, std::string& out) {
    out += R"({"gravity":)";
    append_number(out, int{state.gravity});
    out += R"(,"pellets":[)";
    for (int index = 0; index < state.placed; ++index) {
        out += index == 0 ? "[" : ",[";
        append_number(out, index);
        out += ',';
        append_number(out, rules.cell_of(state, index));
        out += ',';
        append_number(out, rules.colour_of(state, index));
        out += ']';
    }
    out += "]}";
}

}  // namespace games::cluster
