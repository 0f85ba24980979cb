// The rules of a game for `referee --game`. docs/own_game.md, which comes with the referee, describes every line.
// At first it is four in a row. Change it into your own game: hello, start(), moves(), play() and ending().
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

const char* const hello = R"(game @GAME@ 1
title Four in a row
plies 676
setting height 6 4 26 rows of the board
setting width 7 4 26 columns of the board
piece X disc first
piece O disc second
ending four four in a row
ending full the board is full
rule A disc falls to the lowest empty cell of its column.
)";

using Board = std::vector<std::string>;

// Returns the first position. The parameters are the settings, in their order in the hello.
Board start(int height, int width) {
    return Board(height, std::string(width, '.'));
}

// Returns all valid moves of the player to move: texts of 1 to 64 characters.
std::vector<std::string> moves(const Board& board, int player) {
    std::vector<std::string> list;
    for (std::size_t column = 0; column < board[0].size(); ++column)
        if (board[0][column] == '.') list.emplace_back(1, char('a' + column));
    return list;
}

// Makes a move, which is always one of moves(), and returns the player to move next: 0, the first player, or 1.
int play(Board& board, int player, const std::string& move) {
    const int column = move[0] - 'a';
    int row = int(board.size()) - 1;
    while (board[row][column] != '.') row -= 1;
    board[row][column] = "XO"[player];
    return 1 - player;
}

// Returns how the game has ended before the player moves, or "": "won 0 WORD", "won 1 WORD" or "drawn WORD", with a word of the hello.
std::string ending(const Board& board, int player) {
    const int height = int(board.size()), width = int(board[0].size());
    const int steps[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
            for (const auto& [down, right] : steps) {
                const char first = board[row][column];
                int count = 1;
                for (int r = row + down, c = column + right; count < 4; ++count, r += down, c += right)
                    if (r >= height || c < 0 || c >= width || board[r][c] != first) break;
                if (count == 4 && first != '.') return first == 'X' ? "won 0 four" : "won 1 four";
            }
    return moves(board, player).empty() ? "drawn full" : "";
}

int main() {
    Board board;
    int player = 0;
    for (std::string request; std::getline(std::cin, request);) {
        std::istringstream words(request);
        std::string word, more;
        words >> word;
        if (word == "referee") {
            std::cout << hello << "end" << std::endl;
            continue;
        }
        if (word == "new") {  // new height=6 width=7
            std::vector<int> settings;
            while (words >> more) settings.push_back(std::stoi(more.substr(more.find('=') + 1)));
            board = start(settings[0], settings[1]);
            player = 0;
        } else {  // play MOVE
            std::getline(words >> std::ws, more);
            player = play(board, player, more);
        }
        std::cout << "rows " << board.size() << '\n';
        for (const std::string& row : board) std::cout << row << '\n';
        if (const std::string end = ending(board, player); !end.empty()) {
            std::cout << "over " << end << '\n';
        } else {
            const auto listed = moves(board, player);
            std::cout << "turn " << player << "\nmoves " << listed.size() << '\n';
            for (const std::string& move : listed) std::cout << move << '\n';
        }
        std::cout << "end" << std::endl;  // endl flushes; without it, the referee would wait in vain
    }
}
