#include "tests/games/blocks.hpp"

#include <algorithm>
#include <cctype>

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

std::string with_case(std::string text, int (*change)(int)) {
    for (char& c : text)
        c = static_cast<char>(change(static_cast<unsigned char>(c)));
    return text;
}

/// Returns the text with its last number replaced, or unchanged if it has no number.
std::string with_last_number(const std::string& text, const std::string& number) {
    const auto end = text.find_last_of("0123456789");
    if (end == std::string::npos) return text;
    const auto before = text.find_last_not_of("0123456789", end);
    const auto begin = before == std::string::npos ? 0 : before + 1;
    return text.substr(0, begin) + number + text.substr(end + 1);
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

std::vector<std::string> near_misses(const std::string& move, Random& random) {
    std::vector<std::string> answers = {move + " ",
                                        " " + move,
                                        move + "\t",
                                        move + "\r",
                                        move + move,
                                        move + " " + move,
                                        move + " 0",
                                        move.substr(1),
                                        move.substr(0, move.size() - 1),
                                        move + std::string(1, '\0'),
                                        with_case(move, std::tolower),
                                        with_case(move, std::toupper)};
    for (const char* number : {"-1", "-2", "+1", "00", "01", "-0", "1e0", "0x1", "64", "65", "255", "256", "999999",
                               "4294967296", "18446744073709551616", ""}) {
        answers.push_back(with_last_number(move, number));
    }
    for (int i = 0; i < 4; ++i)
        answers.push_back(with_last_number(move, std::to_string(random.below(70))));
    const auto place = static_cast<std::size_t>(random.below(static_cast<int>(move.size())));
    std::string changed = move;
    changed[place] = static_cast<char>(random.below(256));
    answers.push_back(changed);
    answers.push_back(move.substr(0, place) + move[place] + move.substr(place));
    answers.push_back(move.substr(0, place) + static_cast<char>(random.below(256)) + move.substr(place));
    answers.push_back(move.substr(0, place) + move.substr(place + 1));
    return answers;
}

std::string noise(const std::vector<std::string>& moves, Random& random) {
    std::string text;
    if (random.percent(50)) {
        const std::string& move = random.one_of(moves);
        text = move.substr(0, static_cast<std::size_t>(random.below(static_cast<int>(move.size()) + 1)));
    }
    const int length = random.below(40);
    for (int i = 0; i < length; ++i)
        text += static_cast<char>(random.percent(50) ? random.between(32, 126) : random.below(256));
    return text;
}

}  // namespace games_test
