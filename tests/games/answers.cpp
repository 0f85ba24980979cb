#include "tests/games/answers.hpp"

#include <cctype>

namespace games_test {

namespace {

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
