// Openings: the first plies, from which both games of a pair start. They are generated, or the user lists them.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "games/spec.hpp"
#include "protocol/fields.hpp"
#include "referee/match/game_start.hpp"

namespace referee::tournament {

struct Opening {
    std::uint64_t seed = 0;  ///< of the game: in a game with chance, the moves are legal only with this seed
    GameStart start;

    friend bool operator==(const Opening&, const Opening&) = default;
};

/// The openings 0, 1, 2, ... of a tournament, without an upper limit.
class Openings {
public:
    virtual ~Openings() = default;
    /// Requires: i is not negative.
    virtual Opening at(int i) = 0;
    /// Whether opening i differs from all before it.
    virtual bool has(int i) = 0;
};

/// Openings of random legal plies. One is made when it, or a
/// later one, is first asked for. Opening i is played with opening_seed(tournament_seed, i), and depends on nothing but
/// the game, the number of plies, the seed and the openings before it.
///
/// After each the game is not over. Each leads to a position to which none before it leads, as long as 1,000 draws find
/// such a one; and if 40 draws find one, the next ply can't win in it. In a game with chance, positions with another
/// seed are other positions. When the draws find no new position, the distinct openings are used up: from then on they
/// come again in the same order.
///
/// An opening costs at most 1,000 draws of its plies, and usually one; memory is about 50 bytes each. May be used from
/// several threads. The spec outlives it.
class RandomOpenings final : public Openings {
public:
    /// Throws games::UserError if no game of random plies lasts so long, or if the game's board is too large to list
    /// its moves.
    RandomOpenings(const games::GameSpec& spec, int plies, std::uint64_t tournament_seed);

    /// Throws games::UserError if with the seed of this opening no game lasts long enough,
    /// which only a game with chance does.
    Opening at(int i) override;
    /// Quick: the opening itself is not built.
    bool has(int i) override;

private:
    void add_up_to(std::size_t i);
    void add_next();
    std::uint64_t seed_of(std::size_t i) const;

    const games::GameSpec& spec_;
    int plies_;
    std::uint64_t tournament_seed_;
    bool has_chance_ = false;
    std::mutex mutex_;
    std::vector<std::uint64_t> drawn_with_;        ///< by distinct opening: the seed of the dice that draw it
    std::unordered_set<std::uint64_t> positions_;  ///< hashes of those to which they lead
    bool used_up_ = false;
};

/// The order in which openings are played.
enum class OpeningOrder : std::uint8_t {
    as_written,
    random,  ///< one that follows from the seed
};
/// "file", "random".
std::string_view name_of(OpeningOrder order);
std::optional<OpeningOrder> opening_order_of(std::string_view name);

struct OpeningList {
    std::vector<GameStart> openings;  ///< as they are written; empty: there is no list
    OpeningOrder order = OpeningOrder::as_written;
    int start = 0;  ///< the place in that order of the one that is played first

    static void fields(auto& self, auto&& visit) {
        visit("moves", self.openings);
        visit("order", protocol::as_text(self.order, name_of, opening_order_of));
        visit("start", self.start);
    }
    friend bool operator==(const OpeningList&, const OpeningList&) = default;
};

/// A user's wishes for openings; an absent one changes nothing.
struct OpeningWish {
    std::string position;              ///< from which games begin, written out or in this file; empty: the usual one
    std::optional<int> plies;          ///< generated openings of this number of plies
    std::string file;                  ///< or openings from this file; empty: none
    std::vector<std::string> lines{};  ///< or these, each as a line of such a file
    std::optional<OpeningOrder> order;
    std::optional<int> start;  ///< counted from 1

    bool any() const { return plies || is_list(); }
    bool is_list() const { return !file.empty() || !lines.empty(); }
};

/// More lines make the settings of a tournament, which hold them, unwieldy.
inline constexpr std::size_t max_listed_openings = 10'000;

/// Reads openings: on each line the moves of one, in the words of the protocol, separated by commas, or a position in
/// the game's notation. Blank lines, and those that begin with '#', are skipped. Throws games::UserError with the
/// file's name and the line if a move is not legal, a position is wrong, or a game is over; and for moves in a game
/// with chance, where they depend on what is drawn.
[[nodiscard]] std::vector<GameStart> read_openings(std::string_view text, const std::string& file,
                                                   const games::GameSpec& spec);

/// The openings of a list in the order in which they are played.
[[nodiscard]] std::vector<GameStart> in_order(const OpeningList& list, std::uint64_t seed);

/// The list that the user wants. Throws games::UserError if the file can't be read, is wrong, or has fewer openings
/// than the first one's number. Requires: `wish` is a list.
[[nodiscard]] OpeningList list_of(const OpeningWish& wish, const games::GameSpec& spec);

/// The openings of a list, one after the other; after the last one the first comes again.
class ListedOpenings final : public Openings {
public:
    /// Requires: the list is not empty, and its start is in it.
    ListedOpenings(const OpeningList& list, std::uint64_t seed);
    Opening at(int i) override;
    bool has(int i) override { return i < static_cast<int>(openings_.size()); }

private:
    std::vector<GameStart> openings_;  ///< in the order in which they are played
    std::uint64_t seed_;
};

/// The openings of a list, or of random plies; null if games begin at their start. Throws games::UserError if openings
/// of this number of plies are impossible. The spec outlives them.
[[nodiscard]] std::unique_ptr<Openings> make_openings(const games::GameSpec& spec, int plies, const OpeningList& list,
                                                      std::uint64_t seed);

/// An opening as a line of a file: read_openings() gives it again.
[[nodiscard]] std::string line_of(const GameStart& opening);

/// "openings of 6 random plies", "12 openings from a list, in random order"; empty if there are none.
[[nodiscard]] std::string openings_in_words(int plies, const OpeningList& list);

}  // namespace referee::tournament
