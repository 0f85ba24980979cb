// The openings of games. Both games of a pair start from the same first plies or the same position, unless games have
// draws of their own. The openings are generated, or the user lists them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/spec.hpp"
#include "protocol/fields.hpp"
#include "referee/core/match/game_start.hpp"
#include "referee/core/match/seed.hpp"

namespace referee {

struct Opening {
    /// Of a drawn opening, opening_seed(): in a game with chance the moves are legal only with it. 0 if it is listed.
    std::uint64_t seed = 0;
    GameStart start;

    friend bool operator==(const Opening&, const Opening&) = default;
};

/// The openings 0, 1, 2, ... of a tournament, without an upper limit.
class Openings {
public:
    virtual ~Openings() = default;
    /// Requires: i is not negative.
    virtual Opening at(int i) = 0;
    /// The start of a game with opening i and this seed: that of at(i), unless it was drawn with another seed. Then it
    /// is drawn anew (see FormatSettings::fresh_openings).
    virtual GameStart start_of(int i, std::uint64_t /*seed*/) { return at(i).start; }
    /// Whether opening i differs from all earlier openings. In a game with chance, each one does, because of its dice.
    virtual bool has(int i) = 0;
    /// From now on, at() throws games::Abandoned if it waits for the rules of a game when `stop_fd` becomes readable.
    /// -1: it waits on.
    virtual void abandon_on(int /*stop_fd*/) {}
};

/// Calls abandon_on() for the lifetime of this object. `openings` may be null.
class AbandonableOpenings {
public:
    AbandonableOpenings(Openings* openings, int stop_fd) : openings_(openings) {
        if (openings_ != nullptr) openings_->abandon_on(stop_fd);
    }
    ~AbandonableOpenings() {
        if (openings_ != nullptr) openings_->abandon_on(-1);
    }
    AbandonableOpenings(const AbandonableOpenings&) = delete;
    AbandonableOpenings& operator=(const AbandonableOpenings&) = delete;

private:
    Openings* openings_;
};

/// The order in which openings are played.
enum class OpeningOrder : std::uint8_t {
    as_written,
    random,  ///< a random order that follows from the seed
};
/// The name of an order: "file" or "random".
std::string_view name_of(OpeningOrder order);
std::optional<OpeningOrder> opening_order_of(std::string_view name);

/// Openings that a user has written.
struct OpeningList {
    std::vector<GameStart> openings;  ///< as the user wrote them; empty: there is no list
    OpeningOrder order = OpeningOrder::as_written;
    int start = 0;  ///< the index, in the chosen order, of the opening that is played first

    static void fields(auto& self, auto&& visit) {
        visit("moves", self.openings);
        visit("order", protocol::as_text(self.order, name_of, opening_order_of));
        visit("start", self.start);
    }
    friend bool operator==(const OpeningList&, const OpeningList&) = default;
};

/// The user's options for openings. An absent option changes nothing.
struct OpeningWish {
    std::string position;      ///< the start of all games, or the name of a file with it; empty: the usual start
    std::optional<int> plies;  ///< the number of plies of generated openings
    std::string file;          ///< the file with a list of openings; empty: none
    std::vector<std::string> lines{};  ///< a list of openings, each as a line of such a file
    std::optional<OpeningOrder> order;
    std::optional<int> start;  ///< the number of the first opening of the list to be played, counted from 1

    bool any() const { return plies || is_list(); }
    bool is_list() const { return !file.empty() || !lines.empty(); }
};

/// The maximum length of a list, and of its file in bytes. The settings of a tournament hold the list, and more lines
/// would make them unwieldy.
inline constexpr std::size_t max_listed_openings = 50'000;
inline constexpr std::size_t max_openings_file = std::size_t{1} << 26;

/// Reads openings. Each line holds one opening: its moves as in the protocol, separated by commas, or a position in the
/// notation of a game that has one, or what the game's other notations allow (games/notations.hpp). Moves may contain
/// commas: of the legal moves with which the rest of a line begins, the longest one counts which a comma or the end
/// follows. Blank lines are skipped, and lines that begin with '#', '%' or ';' unless the first move may begin so.
/// Throws games::UserError with the file's name and the line if a move is not legal, a position is invalid, or the game
/// is over after an opening. Throws for moves in a game with chance, because there the legal moves depend on what is
/// drawn. Throws if there is no opening, or more than the maximum.
[[nodiscard]] std::vector<GameStart> read_openings(std::string_view text, const std::string& file,
                                                   const games::GameSpec& spec);

/// The openings of a list in the order in which they are played.
[[nodiscard]] std::vector<GameStart> in_order(const OpeningList& list, const RunSeed& seed);

/// Throws games::UserError if the game has secrets: whoever has played an opening of a list knows its hidden moves.
void refuse_list_of_secrets(const games::GameSpec& spec, const std::string& source);

/// The list that the user wants. Throws games::UserError if the game has secrets, if the file can't be read or is
/// invalid, or if it has too few openings to start at the given number. Requires: wish.is_list().
[[nodiscard]] OpeningList list_of(const OpeningWish& wish, const games::GameSpec& spec);

/// The openings of a tournament: those of a list, which repeats from its first opening after its last, or generated
/// openings of `plies` plies. Null if games begin at their usual start.
/// May be used from several threads. Requires: the start of the list is less than its length; `spec` outlives the
/// openings.
///
/// Generated openings consist of random legal plies. An opening depends only on the game, the number of plies, the seed
/// and the openings before it. The game is not over after it. It leads to a new position if 1,000 draws find one, and
/// to a new position in which the next ply can't win if 40 draws find one. In a game with chance, positions with
/// different seeds are different. If the draws find no new position, the distinct openings are used up, and from then
/// on they repeat in the same order. An opening is generated when it, or a later one, is first requested. This costs at
/// most 1,000 draws of its plies, and usually one. Each opening takes about 100 bytes of memory.
///
/// Throws games::UserError if no game of random plies lasts long enough, or if the board is too large to list its
/// moves. In a game with chance, at() and has() may throw for the first reason. If the rules are a program, a draw that
/// fails is no opening; if the first few draws of an opening fail, the failure is thrown.
[[nodiscard]] std::unique_ptr<Openings> make_openings(const games::GameSpec& spec, int plies, const OpeningList& list,
                                                      const RunSeed& seed);

/// The opening as a line of a file, which read_openings() reads as the same opening. `own_game`: it is of a game of
/// one's own, whose moves may contain commas.
[[nodiscard]] std::string line_of(const GameStart& opening, bool own_game);

/// The openings in words: "openings of 6 random plies", "12 openings from a list, in random order"; empty if there are
/// none.
[[nodiscard]] std::string openings_in_words(int plies, const OpeningList& list);

}  // namespace referee
