// A bot for CLUSTER. It parses each block into variables, and plays a random valid move.
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

using Rows = std::vector<std::vector<int>>;
struct Pellet { int cell, colour, mine; };
std::mt19937 random_bits{std::random_device{}()};

const std::vector<int>& any(const Rows& rows) {
    return rows[std::uniform_int_distribution<std::size_t>(0, rows.size() - 1)(random_bits)];
}

// Your part: return "PLACE column colour" or "ROTATE cycles". `columns` lists the columns that are not full: {column, top}.
std::string choose(int gravity, const Rows& columns, const std::map<int, Pellet>& pellets, const Rows& hand) {
    return "PLACE " + std::to_string(any(columns)[0]) + " " + std::to_string(any(hand)[0]);
}

int number() {
    int value;
    if (!(std::cin >> value)) std::exit(0);  // the input ends when the game does
    return value;
}
// Reads the number of rows, and then the rows of `width` numbers each.
Rows table(int width) {
    Rows rows(number(), std::vector<int>(width));
    for (auto& row : rows)
        for (int& value : row) value = number();
    return rows;
}

int main() {
    for (;;) {
        // The setup block is sent once in a game, before the first turn.
        const Rows neighbours = table(7);                      // cell, and its neighbours in directions 0 to 5; -1: none
        const Rows tops = table(7);                            // column, and its top cell under gravity 0 to 5
        const Rows my_bag = table(2), opponents_bag = table(2);  // colour, and the number of its pellets
        std::map<int, Pellet> pellets;                         // by index, with the current cells
        for (int gravity = 0; (gravity = number()) >= 0;) {  // -1: another game follows (with --reuse)
            // A turn block. Read all of it before you answer: a bot that answers too early loses the game.
            const Rows columns = table(2);
            for (const auto& row : table(4)) pellets[row[0]] = {row[1], row[2], row[3]};  // placed since your last turn
            for (const auto& row : table(2)) pellets[row[0]].cell = row[1];               // moved by a rotation of gravity
            const Rows hand = table(1);                                                    // the colours that you have drawn
            // Print one line for each turn. std::endl sends it at once. Otherwise it stays in a buffer until your time is up.
            // Print notes to stderr: std::cerr << gravity << '\n'; `referee --stderr` shows them.
            std::cout << choose(gravity, columns, pellets, hand) << std::endl;
        }
    }
}
