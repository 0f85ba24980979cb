#include "tests/games/blocks.hpp"

#include <algorithm>

namespace games_test {

namespace {

class Lines {
public:
    explicit Lines(std::string_view text) : text_(text) {
        for (const char c : text) {
            if (c != '\n' && (c < ' ' || c > '~')) throw BadBlock("a byte that is neither printable ASCII nor LF");
        }
    }

    std::string next() {
        const auto end = text_.find('\n');
        if (end == std::string_view::npos) throw BadBlock("a line is missing or has no LF");
        const std::string line(text_.substr(0, end));
        text_.remove_prefix(end + 1);
        if (line.empty() || line.front() == ' ' || line.back() == ' ' || line.find("  ") != std::string::npos) {
            throw BadBlock("a line is empty or has a space too many: '" + line + "'");
        }
        return line;
    }
    std::vector<std::string> next(std::size_t count) {
        std::vector<std::string> lines;
        while (lines.size() < count)
            lines.push_back(next());
        return lines;
    }
    bool at_end() const { return text_.empty(); }

private:
    std::string_view text_;
};

long long integer(const std::string& word) {
    std::size_t used = 0;
    long long number = 0;
    try {
        number = std::stoll(word, &used);
    } catch (const std::exception&) {
    }
    if (used != word.size() || std::to_string(number) != word) throw BadBlock("no plain number: '" + word + "'");
    return number;
}

std::vector<long long> integers(std::string line) {
    std::vector<long long> numbers;
    for (auto space = line.find(' '); space != std::string::npos; space = line.find(' ')) {
        numbers.push_back(integer(line.substr(0, space)));
        line.erase(0, space + 1);
    }
    numbers.push_back(integer(line));
    return numbers;
}

int player(const std::string& word) {
    if (word != "0" && word != "1") throw BadBlock("no player: '" + word + "'");
    return word == "1";
}

}  // namespace

SetupBlock read_setup_block(std::string_view text) {
    Lines lines(text);
    SetupBlock block;
    block.game = lines.next();
    if (!block.game.ends_with(" 1")) throw BadBlock("no version: '" + block.game + "'");
    block.game.resize(block.game.size() - 2);
    block.player = player(lines.next());
    block.settings = integers(lines.next());
    while (!lines.at_end())
        block.rest.push_back(lines.next());
    return block;
}

TurnBlock read_turn_block(std::string_view text, std::size_t height) {
    Lines lines(text);
    TurnBlock block;
    block.ply = static_cast<int>(integer(lines.next()));
    block.news = lines.next(static_cast<std::size_t>(std::max(0LL, integer(lines.next()))));
    for (const std::string& line : block.news) {
        player(line.substr(0, line.find(' ')));
        if (line.find(' ') == std::string::npos) throw BadBlock("news without a move: '" + line + "'");
    }
    block.state = integers(lines.next());
    block.board = lines.next(height);
    const long long count = integer(lines.next());
    block.moves_listed = count != -1;
    if (block.moves_listed) block.moves = lines.next(static_cast<std::size_t>(std::max(0LL, count)));
    if (!lines.at_end()) throw BadBlock("more lines than the counts tell");
    return block;
}

}  // namespace games_test
