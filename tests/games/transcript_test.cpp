// Compares each game's answers with the conversations in transcripts/. A line that begins with "> " is a request. The
// lines up to the next request are the board's answer. If UPDATE_EXPECTED is set in the environment, the files are
// rewritten. Check the differences before you commit them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/spec.hpp"

namespace games_test {

namespace {

using games::Side;

std::string text_of_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    REQUIRE_MESSAGE(file, path.string());
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Replaces \n, \r, \t and \xHH by the bytes that they stand for.
std::string unescaped(const std::string& text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            bytes += text[i];
            continue;
        }
        const char kind = text.at(++i);
        if (kind == 'x') {
            bytes += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
            i += 2;
        } else {
            bytes += kind == 'n' ? '\n' : kind == 'r' ? '\r' : '\t';
        }
    }
    return bytes;
}

/// Splits "|a|b |" into "a" and "b ".
std::vector<std::string> items_of(const std::string& text) {
    std::vector<std::string> items;
    for (std::size_t begin = 1, end = 0; (end = text.find('|', begin)) != std::string::npos; begin = end + 1)
        items.push_back(text.substr(begin, end - begin));
    return items;
}

/// Holds one board and answers requests about it. Each answer consists of whole lines.
class Conversation {
public:
    explicit Conversation(const std::filesystem::path& folder) : folder_(folder) {}

    std::string answer(const std::string& request) {
        std::istringstream words(request);
        std::string verb;
        words >> verb;
        std::string rest;
        std::getline(words >> std::ws, rest);
        if (verb == "game") return begin(rest);
        if (verb == "play") return play(rest);
        if (verb == "setup") return block([&](std::string& out) { board_->write_setup(side_of(rest), out); });
        if (verb == "turn") return block([&](std::string& out) { board_->write_turn(out); });
        if (verb == "frame") return block([&](std::string& out) { board_->write_frame(out); });
        if (verb == "show")
            return board_->display({.utf8 = rest == "utf8",
                                    .colour = rest == "colour",
                                    .terminal = rest == "terminal" || rest == "colour"});
        if (verb == "moves") return listed();
        if (verb == "state") return state();
        if (verb == "marks") return marks({.utf8 = rest == "utf8"});
        if (verb == "legal") return each(rest, [&](const std::string& move) { return legality(move); });
        if (verb == "typed")
            return each(rest, [&](const std::string& keys) { return board_->move_of_keys(keys).value_or("no move"); });
        throw std::runtime_error("unknown request: " + request);
    }

private:
    /// `text`: "SPEC" or "SPEC seed N".
    std::string begin(const std::string& text) {
        const auto seed = text.find(" seed ");
        const auto read = [&](const std::string& name) { return text_of_file(folder_ / name); };
        board_ = games::parse_spec(text.substr(0, seed), read)
                     .make_board(seed == std::string::npos ? 0 : std::stoull(text.substr(seed + 6)));
        return "";
    }
    /// Plays the moves, which are separated by ", ", up to the first illegal one.
    std::string play(const std::string& moves) {
        for (std::size_t begin = 0; begin < moves.size();) {
            const auto end = std::min(moves.find(", ", begin), moves.size());
            const std::string move = moves.substr(begin, end - begin);
            if (board_->play(move) != games::Verdict::played) return move + " is " + legality(move) + "\n";
            begin = end + 2;
        }
        return "";
    }
    std::string legality(const std::string& move) {
        switch (board_->clone()->play(move)) {
            case games::Verdict::played: return "legal";
            case games::Verdict::illegal: return "illegal";
            case games::Verdict::unreadable: break;
        }
        return "unreadable";
    }
    /// Returns what `write` appends on one line. " / " stands for the end of a line.
    template <class Write>
    static std::string block(Write write) {
        std::string text;
        write(text);
        std::string line;
        for (const char c : text)
            line += c == '\n' ? std::string(" /") : (line.ends_with(" /") ? " " : "") + std::string(1, c);
        return line + "\n";
    }
    /// Returns the answers to all items on one line, or only one answer if all are the same.
    template <class Answer>
    static std::string each(const std::string& items, Answer answer) {
        std::vector<std::string> lines;
        std::string text;
        for (const std::string& item : items_of(items)) {
            lines.push_back(answer(unescaped(item)));
            text += (text.empty() ? "" : "; ") + item + ": " + lines.back();
        }
        const bool same = std::all_of(lines.begin(), lines.end(), [&](const auto& line) { return line == lines[0]; });
        return same && !lines.empty() ? "all " + std::to_string(lines.size()) + ": " + lines[0] + "\n" : text + "\n";
    }
    static Side side_of(const std::string& number) { return games::side_of(std::stoi(number)); }
    std::string listed() const {
        std::string text;
        for (const std::string& move : board_->legal_moves())
            text += (text.empty() ? "" : ", ") + move;
        return text + "\n";
    }
    std::string marks(games::Looks looks) const {
        return std::string(board_->mark(Side::first, looks)) + " " + std::string(board_->mark(Side::second, looks)) +
               "; " + std::string(board_->prompt()) + "; " + std::string(board_->keys_help()) + "\n";
    }
    std::string state() const {
        std::string text = std::to_string(board_->plies()) + " plies, ";
        if (games::is_over(board_->outcome())) {
            const auto winner = games::winner(board_->outcome());
            text += (winner ? "won by " + std::to_string(games::index(*winner)) : "drawn") + ": " +
                    std::string(board_->reason());
        } else {
            text += "to move: " + std::to_string(games::index(board_->to_move()));
        }
        for (const Side side : board_->lost_turns())
            text += ", lost by " + std::to_string(games::index(side));
        return text + "\n";
    }

    std::filesystem::path folder_;
    std::unique_ptr<games::Board> board_;
};

}  // namespace

TEST_CASE("every game answers as its transcript says") {
    int transcripts = 0;
    for (const auto& file : std::filesystem::directory_iterator(TRANSCRIPTS)) {
        if (file.path().extension() != ".txt") continue;
        ++transcripts;
        const std::string expected = text_of_file(file.path());
        std::string answered;
        Conversation conversation(file.path().parent_path());
        std::istringstream lines(expected);
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("# ") || line.starts_with("> ")) answered += line + "\n";
            if (line.starts_with("> ")) answered += conversation.answer(line.substr(2));
        }
        INFO(file.path().filename().string());
        if (std::getenv("UPDATE_EXPECTED") != nullptr) std::ofstream(file.path(), std::ios::binary) << answered;
        CHECK(answered == expected);
    }
    CHECK(transcripts == 5);
}

}  // namespace games_test
