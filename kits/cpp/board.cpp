// A bot for Magnetize, Othello, Magnetic Cave and fitz. It parses each block into variables, and plays a random move.
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using Lines = std::vector<std::string>;
std::mt19937 random_bits{std::random_device{}()};

// Your part: return one of `moves`, unchanged. board[0][0] is the top left cell.
std::string choose(int me, int ply, const Lines& news, const std::vector<int>& state, const Lines& board, const Lines& moves) {
    return moves[std::uniform_int_distribution<std::size_t>(0, moves.size() - 1)(random_bits)];
}

std::string line() {
    std::string text;
    if (!std::getline(std::cin, text)) std::exit(0);  // the input ends when the game does
    return text;
}
std::vector<int> numbers() {
    std::istringstream text(line());
    return {std::istream_iterator<int>(text), {}};
}
Lines lines(int count) {
    Lines list;
    while (count-- > 0) list.push_back(line());
    return list;
}

int main() {
    for (;;) {
        // The setup block is sent once in a game, before the first turn.
        const bool fitz = line() == "fitz 1";           // "magnetize 1": the game, and the version of its blocks
        const int me = numbers()[0];                    // 0 moves first, 1 second
        const std::vector<int> settings = numbers();    // height, width, and more in some games
        const Lines tiles = lines(fitz ? 5 * settings[2] : 0);  // only in fitz: five lines for each tile; '!' is a filled cell
        for (int ply = 0; (ply = numbers()[0]) >= 0;) {  // the number of plies made; -1: another game follows (with --reuse)
            // A turn block. Read all of it before you answer: a bot that answers too early loses the game.
            const Lines news = lines(numbers()[0]);      // the turns since your last one, as player and move: "0 DROP 3"
            const std::vector<int> state = numbers();    // locks, discs, or the next tile
            const Lines board = lines(settings[0]);
            const Lines moves = lines(numbers()[0]);     // every valid move (not listed on the very largest boards of fitz)
            // Print one line for each turn. std::endl sends it at once. Otherwise it stays in a buffer until your time is up.
            // Print notes to stderr: std::cerr << ply << '\n'; `referee --stderr` shows them.
            std::cout << choose(me, ply, news, state, board, moves) << std::endl;
        }
    }
}
