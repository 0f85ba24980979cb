// Games that each lack one thing that the concepts in games/ require. Only Whole compiles. For each other game,
// tests/contracts/contracts_test.py checks that the compiler prints the text after `//` on its line.
#include "games/board_of.hpp"

// clang-format off

namespace whole {

struct State {
    friend bool operator==(State, State) = default;
};
struct Move {
    friend bool operator==(Move, Move) = default;
};

struct Whole {
    using State = whole::State;
    using Move = whole::Move;
    using Moves = games::MoveList<Move, 1>;

    State start() const;
    games::Side to_move(State) const;
    games::Outcome outcome(State) const;
    std::string_view reason(State) const;
    int plies(State) const;
    void moves(State, Moves&) const;
    bool legal(State, Move) const;
    void play(State&, Move) const;
};

std::optional<Move> read_move(const Whole&, std::string_view);
void write_move(const Whole&, Move, std::string&);
void append_frame(const Whole&, State, std::string&);
std::string draw(const Whole&, State);
std::string_view piece_mark(const Whole&, games::Side);
std::optional<Move> read_keys(const Whole&, std::string_view);
std::string_view keys_line(const Whole&);
void write_settings(const Whole&, std::string&);
void write_state(const Whole&, State, games::Side, std::string&);
int row_count(const Whole&);
void write_row(const Whole&, State, int, std::string&);

}  // namespace whole

template class games::BoardOf<whole::Whole>;

#ifdef INCOMPLETE
namespace incomplete {

using whole::Move;
using whole::State;
using whole::Whole;
struct Uncomparable {};

struct NotCopied : Whole { NotCopied(const NotCopied&) = delete; };
struct NoEqualStates : Whole { using State = Uncomparable; };
struct NoEqualMoves : Whole { using Move = Uncomparable; };
struct ListOfOthers : Whole { using Moves = games::MoveList<State, 1>; };
struct ListWithoutSize : Whole { using Moves = Move*; };
struct NoStart : Whole { State start() const = delete; };
struct NoToMove : Whole { games::Side to_move(State) const = delete; };
struct NoOutcome : Whole { games::Outcome outcome(State) const = delete; };
struct NoReason : Whole { std::string_view reason(State) const = delete; };
struct NoPlies : Whole { int plies(State) const = delete; };
struct NoMoves : Whole { void moves(State, Moves&) const = delete; };
struct NoLegal : Whole { bool legal(State, Move) const = delete; };
struct NoPlay : Whole { void play(State&, Move) const = delete; };
struct OutcomeIsBool : Whole { bool outcome(State) const; };
struct PlayChangesRules : Whole { void play(State&, Move); };

struct NoReadMove : Whole {};
std::optional<Move> read_move(const NoReadMove&, std::string_view) = delete;
struct NoWriteMove : Whole {};
void write_move(const NoWriteMove&, Move, std::string&) = delete;
struct NoFrame : Whole {};
void append_frame(const NoFrame&, State, std::string&) = delete;
struct NoDraw : Whole {};
std::string draw(const NoDraw&, State) = delete;
struct NoPieceMark : Whole {};
std::string_view piece_mark(const NoPieceMark&, games::Side) = delete;
struct NoReadKeys : Whole {};
std::optional<Move> read_keys(const NoReadKeys&, std::string_view) = delete;
struct NoKeysLine : Whole {};
std::string_view keys_line(const NoKeysLine&) = delete;

struct NoSettings : Whole {};
void write_settings(const NoSettings&, std::string&) = delete;
struct NoState : Whole {};
void write_state(const NoState&, State, games::Side, std::string&) = delete;
struct NoRowCount : Whole {};
int row_count(const NoRowCount&) = delete;
struct NoWriteRow : Whole {};
void write_row(const NoWriteRow&, State, int, std::string&) = delete;
struct HalfOfItsBlocks : Whole {};
void write_settings(const HalfOfItsBlocks&, std::string&) = delete;
void write_setup_block(const HalfOfItsBlocks&, games::Side, std::string&);

struct DealsWithoutDice : Whole { void deal(State&) const; };
struct DealsWithoutHand : Whole { void deal(State&, games::Dice&) const; };
struct TurnsAreLong : Whole { long turns(State) const; };
struct ListsNothing : Whole { void lists_moves() const; };
struct CountsInInt : Whole { int count_moves(State) const; };

}  // namespace incomplete

using namespace incomplete;
template class games::BoardOf<NotCopied>;         // copy_constructible<G>
template class games::BoardOf<NoEqualStates>;     // regular<typename G::State>
template class games::BoardOf<NoEqualMoves>;      // regular<typename G::Move>
template class games::BoardOf<ListOfOthers>;      // ListOfMoves<typename G::Moves, typename G::Move>
template class games::BoardOf<ListWithoutSize>;   // list.size()
template class games::BoardOf<NoStart>;           // rules.start()
template class games::BoardOf<NoToMove>;          // rules.to_move(state)
template class games::BoardOf<NoOutcome>;         // rules.outcome(state)
template class games::BoardOf<OutcomeIsBool>;     // rules.outcome(state)
template class games::BoardOf<NoReason>;          // rules.reason(state)
template class games::BoardOf<NoPlies>;           // rules.plies(state)
template class games::BoardOf<NoMoves>;           // rules.moves(state, moves)
template class games::BoardOf<NoLegal>;           // rules.legal(state, move)
template class games::BoardOf<NoPlay>;            // rules.play(position, move)
template class games::BoardOf<PlayChangesRules>;  // rules.play(position, move)
template class games::BoardOf<NoReadMove>;        // read_move(rules, text)
template class games::BoardOf<NoWriteMove>;       // write_move(rules, move, out)
template class games::BoardOf<NoFrame>;           // append_frame(rules, state, out)
template class games::BoardOf<NoDraw>;            // draw(rules, state)
template class games::BoardOf<NoPieceMark>;       // piece_mark(rules, side)
template class games::BoardOf<NoReadKeys>;        // read_keys(rules, text)
template class games::BoardOf<NoKeysLine>;        // keys_line(rules)
template class games::BoardOf<NoSettings>;        // write_settings(rules, out)
template class games::BoardOf<NoState>;           // write_state(rules, state, you, out)
template class games::BoardOf<NoRowCount>;        // row_count(rules)
template class games::BoardOf<NoWriteRow>;        // write_row(rules, state, row, out)
template class games::BoardOf<HalfOfItsBlocks>;   // write_turn_block(rules, told, now, you, out)
template class games::BoardOf<DealsWithoutDice>;  // rules.deal(position, dice)
template class games::BoardOf<DealsWithoutHand>;  // rules.hand(state)
template class games::BoardOf<TurnsAreLong>;      // rules.turns(state)
template class games::BoardOf<ListsNothing>;      // rules.lists_moves()
template class games::BoardOf<CountsInInt>;       // rules.count_moves(state)
#endif
