// Plays one whole game of CLUSTER, which uses the blocks of the original game.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/cluster/rules.hpp"
#include "games/cluster/wire.hpp"
#include "games/game.hpp"
#include "games/words.hpp"
#include "sample_bots/frame.hpp"
#include "sample_bots/wire.hpp"

namespace sample_bots {

/// Rebuilds each position from the turn blocks, which list pellets, gravity and the hand. They do not list the bags.
/// The bot's own bag follows from its hands. For the opponent's bag, each rotation is assumed to have discarded the
/// likeliest hand, one pellet of each colour. If a match was resumed, its earlier rotations are unknown.
template <int MaxSide>
class Frame<games::cluster::Cluster<MaxSide>> {
public:
    using Rules = games::cluster::Cluster<MaxSide>;
    using State = typename Rules::State;
    using Move = typename Rules::Move;

    /// Requires: `wire` and `rules` outlive the frame; the setup block has been read.
    Frame(Wire& wire, const Rules& rules, games::Side you) : wire_(wire), rules_(rules), you_(you) {
        const State start = rules.start();
        std::copy(start.bags.begin(), start.bags.end(), left_.begin());
    }

    /// Reads a whole turn block. Returns null if the game is over and the setup block of another game follows. Throws
    /// Nonsense if the block is impossible.
    const State* next_turn() {
        const std::int64_t told = wire_.number();
        if (told == end_of_game) return nullptr;
        const int gravity = checked("gravity", told, games::cluster::directions);
        wire_.skip_lines(wire_.number());  // the columns with room follow from the pellets
        bool opponent_placed = false;
        for (auto news = wire_.number(); news > 0; --news)
            opponent_placed |= hear_of_new();
        for (auto changed = wire_.number(); changed > 0; --changed)
            hear_of_moved();
        hand_.clear();
        for (auto held = number_below("size of hand", 3); held > 0; --held) {
            hand_.push_back(number_below("colour", games::cluster::colours));
        }
        if (!wire_.line().empty()) throw Nonsense("no empty line at the end of the block");
        if (!opponent_placed && (asked_ || you_ == games::Side::second)) lose_hand_of_opponent();
        asked_ = true;
        build(gravity);
        return &state_;
    }

    void answer(Move move) {
        if (move.is_rotation()) {
            for (const int colour : hand_)
                --left_of(colour);
        } else {
            --left_of(move.colour());
        }
        std::string line;
        write_move(move, line);
        wire_.answer(std::move(line));
    }

private:
    struct Pellet {
        int cell;
        int colour;
    };

    int number_below(std::string_view what, int bound) { return checked(what, wire_.number(), bound); }
    static int checked(std::string_view what, std::int64_t value, int bound) {
        if (value >= 0 && value < bound) return static_cast<int>(value);
        throw Nonsense(std::string(what) + " " + std::to_string(value) + " is out of range");
    }
    int& left_of(int colour) { return left_[static_cast<std::size_t>(colour)]; }
    int cells() const { return rules_.geometry().cells(); }

    /// Reads a new pellet. Returns whether the opponent has placed it.
    bool hear_of_new() {
        const auto [index, cell, colour, mine] = wire_.template numbers<4>();
        if (index != static_cast<std::int64_t>(pellets_.size()) || index >= Rules::max_pellets) {
            throw Nonsense("told of a new pellet " + std::to_string(index) + " where " +
                           std::to_string(pellets_.size()) + " have been placed");
        }
        const Pellet pellet = {checked("cell", cell, cells()), checked("colour", colour, games::cluster::colours)};
        const bool own = games::cluster::owner(pellet.colour) == you_;
        if (mine != (own ? 1 : 0)) throw Nonsense("told that colour " + std::to_string(colour) + " changed hands");
        pellets_.push_back(pellet);
        if (!own || !asked_) --left_of(pellet.colour);
        return !own;
    }

    void hear_of_moved() {
        const auto [index, cell] = wire_.template numbers<2>();
        const int place = checked("pellet", index, static_cast<int>(pellets_.size()));
        pellets_[static_cast<std::size_t>(place)].cell = checked("cell", cell, cells());
    }

    void lose_hand_of_opponent() {
        const int low = games::index(games::opponent(you_));
        for (int i = 0; i < 2; ++i) {
            int& more = left_of(low) >= left_of(low + 2) ? left_of(low) : left_of(low + 2);
            more = std::max(0, more - 1);
        }
    }

    void build(int gravity) {
        state_ = State{};
        state_.gravity = static_cast<std::uint8_t>(gravity);
        state_.to_move = you_;
        for (const Pellet& pellet : pellets_)
            rules_.put(state_, pellet.cell, pellet.colour);
        State settled = state_;
        rules_.turn(settled, 0);
        if (rules_.occupied(state_).count() != static_cast<int>(pellets_.size()) || !(settled == state_)) {
            throw Nonsense("told of pellets that share a cell or hang in the air");
        }
        for (std::size_t colour = 0; colour < left_.size(); ++colour) {
            const auto held = std::count(hand_.begin(), hand_.end(), static_cast<int>(colour));
            left_[colour] = std::max(left_[colour], static_cast<int>(held));
            state_.bags[colour] = static_cast<std::uint16_t>(left_[colour]);
        }
        for (const int colour : hand_) {
            if (games::cluster::owner(colour) != you_) throw Nonsense("told of a hand of the opponent's colours");
            rules_.take(state_, colour);
        }
    }

    Wire& wire_;
    const Rules& rules_;
    games::Side you_;
    State state_{};
    std::vector<Pellet> pellets_;
    std::vector<int> hand_;
    std::array<int, games::cluster::colours> left_{};  ///< pellets left in each bag, including those in this turn's
                                                       ///< hand
    bool asked_ = false;                               ///< whether the bot has been asked for a move before
};

/// The number in a row that wins. It is not in the blocks but in the environment. The default is 4.
inline int connect_told(int side) {
    const char* settings = std::getenv("REFEREE_SETTINGS");
    std::string_view text = settings ? settings : "";
    const auto place = text.find("connect=");
    const int longest = games::cluster::column_count(side);
    if (place == std::string_view::npos) return std::min(games::cluster::Config{}.connect, longest);
    text.remove_prefix(place + std::string_view("connect=").size());
    const auto number = games::take_number(text);
    if (!number || *number < 2 || *number > longest) throw Nonsense("REFEREE_SETTINGS='" + std::string(settings) + "'");
    return static_cast<int>(*number);
}

/// A board without pellets and with full bags.
inline games::cluster::Position empty_board(int side) {
    namespace cluster = games::cluster;
    cluster::Position position;
    for (int column = 0; column < cluster::column_count(side); ++column) {
        const int length = cluster::top_level(column, side - 1) - cluster::bottom_level(column, side - 1) + 1;
        position.columns.emplace_back(static_cast<std::size_t>(length), '.');
    }
    position.bags.fill(cluster::bag_size(side));
    return position;
}

/// If the last line of the text is a colour and its amount, reads the amount. A match from a written position may have
/// fewer pellets than usual. Ignores all other lines.
inline void read_amount(std::string_view text, games::cluster::Position& position) {
    text.remove_prefix(text.rfind('\n') + 1);
    const auto colour = games::take_number(text);
    if (!colour || !games::take(text, " ")) return;
    const auto amount = games::whole_number(text);
    const bool fits = *colour >= 0 && *colour < games::cluster::colours && amount && *amount >= 0;
    if (!fits || *amount > position.bags[static_cast<std::size_t>(*colour)]) return;
    position.bags[static_cast<std::size_t>(*colour)] = static_cast<int>(*amount);
}

/// Reads the rest of a setup block after its first line, the number of cells. Calls `use(rules, you)`.
template <class Use>
void with_cluster(Wire& wire, std::int64_t cells, Use&& use) {
    namespace cluster = games::cluster;
    cluster::Config config;
    config.side = cluster::min_side;
    while (config.side < cluster::max_side && cluster::cell_count(config.side) < cells)
        ++config.side;
    if (cluster::cell_count(config.side) != cells) {
        throw Nonsense("there is no hexagon of " + std::to_string(cells) + " cells");
    }
    config.connect = connect_told(config.side);
    config.max_plies = 100'000;  // the referee enforces the limit and does not send it
    std::string told = std::to_string(cells) + "\n";
    constexpr int lines_of_colours = 6;
    const auto lines = cells + 1 + cluster::column_count(config.side);
    for (std::int64_t i = 0; i < lines; ++i)
        told.append(wire.line()) += '\n';
    cluster::Position empty = empty_board(config.side);
    for (int i = 0; i < lines_of_colours; ++i) {
        told.append(wire.line()) += '\n';
        read_amount(std::string_view(told).substr(0, told.size() - 1), empty);
    }
    config.position = empty;
    cluster::with_rules(config, [&](const auto& rules) {
        for (const auto side : {games::Side::first, games::Side::second}) {
            std::string expected;
            write_setup_block(rules, side, expected);
            if (told == expected) return use(rules, side);
        }
        throw Nonsense("the setup block is not that of a hexagon of " + std::to_string(cells) + " cells");
    });
}

}  // namespace sample_bots
