#include "games/own_position.hpp"

#include <algorithm>

#include "games/words.hpp"
#include "games/written_position.hpp"

namespace games {

namespace {

constexpr std::size_t max_move = 64;
constexpr int max_dice = 64;
constexpr std::int64_t max_sides = 65'536;  // the log holds numbers below this one
constexpr std::int64_t max_state = 1'000'000'000'000;

/// Reads one position line by line.
class PositionReply {
public:
    PositionReply(std::string_view reply, const OwnHello& hello, const OwnPosition* before)
        : lines_(reply), hello_(hello), before_(before) {}

    OwnPosition read() {
        if (lines_.expect("`rows`"); lines_.word("`rows`") != "rows") lines_.fail("a position begins with `rows N`");
        read_rows();
        while (!done_) {
            lines_.expect("`turn`, `chance` or `over`");
            read_line();
        }
        if (lines_.next()) lines_.fail("the position was complete before this line");
        return std::move(position_);
    }

private:
    void read_rows() {
        const auto count = lines_.number("the number of rows", 0, static_cast<std::int64_t>(max_own_rows));
        lines_.expect_end_of_line();
        for (std::int64_t i = 0; i < count; ++i) {
            const auto row = lines_.expect("row " + std::to_string(i + 1));
            if (row.empty() || row.size() > max_own_columns) lines_.fail("a row has 1 to 26 characters");
            if (i > 0 && row.size() != position_.width()) lines_.fail("the rows differ in length");
            for (const char cell : row) {
                if (cell != '.' && !hello_.has_piece(cell))
                    lines_.fail("the hello declares no piece " + quoted({&cell, 1}));
            }
            position_.rows.emplace_back(row);
        }
        if (before_ == nullptr) return;
        if (before_->height() != position_.height() || before_->width() != position_.width())
            lines_.fail("the board has another size than before");
    }

    void read_line() {
        const auto key = lines_.word("a word");
        if (key == "note") return read_note();
        if (key == "state") return read_state();
        if (key == "mark") {
            do
                position_.marks.push_back(cell());
            while (lines_.has_word());
        } else if (key == "lost") {
            position_.lost.push_back(side("the player who lost a turn"));
        } else if (key == "arrow") {
            auto from = cell();
            position_.arrows.push_back({std::move(from), cell()});
        } else if (key == "turn") {
            read_turn();
        } else if (key == "chance") {
            read_chance();
        } else if (key == "over") {
            read_ending();
        } else {
            lines_.fail("the word " + quoted(key) + " is unknown");
        }
        lines_.expect_end_of_line();
    }

    Side side(std::string_view what) { return side_of(static_cast<int>(lines_.number(what, 0, 1))); }

    std::string cell() {
        const auto word = lines_.word("a cell");
        const auto row = whole_number(word.substr(1));
        const bool fits = word[0] >= 'a' && static_cast<std::size_t>(word[0] - 'a') < position_.width() && row &&
                          *row >= 1 && *row <= static_cast<std::int64_t>(position_.height());
        if (!fits) lines_.fail(quoted(word) + " is no cell of this board: the cell at the top left is a1");
        return std::string(word);
    }

    void read_note() {
        if (!position_.note.empty()) lines_.fail("there is more than one line `note`");
        position_.note = lines_.text("the note");
    }

    void read_state() {
        if (!position_.state.empty()) lines_.fail("there is more than one line `state`");
        while (lines_.has_word()) {
            if (!position_.state.empty()) position_.state += ' ';
            append_number(position_.state, lines_.number("a number of the state", -max_state, max_state));
        }
        if (position_.state.empty()) lines_.fail("the state has no number");
    }

    void read_turn() {
        position_.to_move = side("the player to move");
        lines_.expect_end_of_line();
        lines_.expect("`moves`");
        if (lines_.word("`moves`") != "moves") lines_.fail("`moves N` must follow `turn`");
        const auto count = lines_.number("the number of moves", 1, max_own_moves);
        lines_.expect_end_of_line();
        for (std::int64_t i = 0; i < count; ++i) {
            lines_.expect("move " + std::to_string(i + 1));
            const auto move = lines_.text("the move");
            if (!can_be_move(move) || move == "LOST")
                lines_.fail("a move has 1 to 64 characters, no spaces at its ends, and is not LOST");
            position_.moves.emplace_back(move);
        }
        std::vector<std::string_view> sorted(position_.moves.begin(), position_.moves.end());
        std::ranges::sort(sorted);
        if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
            throw WrongReply("the move " + quoted(*twice, max_move) + " is listed twice");
        done_ = true;
    }

    void read_chance() {
        while (lines_.has_word())
            position_.chance.push_back(static_cast<int>(lines_.number("a number of sides", 1, max_sides)));
        if (position_.chance.empty() || position_.chance.size() > max_dice) lines_.fail("`chance` rolls 1 to 64 dice");
        done_ = true;
    }

    void read_ending() {
        const auto how = lines_.word("`won` or `drawn`");
        if (how == "won") {
            position_.outcome = won(side("the winner"));
        } else if (how == "drawn") {
            position_.outcome = Outcome::drawn;
        } else {
            lines_.fail("`over` is followed by `won PLAYER WORD` or `drawn WORD`");
        }
        position_.ending = lines_.word("the word of the ending");
        if (!hello_.has_ending(position_.ending))
            lines_.fail("the hello declares no ending " + quoted(position_.ending));
        done_ = true;
    }

    ReplyLines lines_;
    const OwnHello& hello_;
    const OwnPosition* before_;
    OwnPosition position_;
    bool done_ = false;
};

void append_text(std::string_view text, std::string& out) {
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    out += '"';
}

void append_list(std::string_view name, const std::vector<std::string>& texts, std::string& out) {
    out.append(out.back() == '{' ? "\"" : ",\"").append(name) += "\":[";
    for (const std::string& text : texts) {
        if (out.back() != '[') out += ',';
        append_text(text, out);
    }
    out += ']';
}

}  // namespace

bool can_be_move(std::string_view text) {
    const bool printable = std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
    return printable && !text.empty() && text.size() <= max_move && text.front() != ' ' && text.back() != ' ' &&
           text.find("  ") == std::string_view::npos;
}

OwnPosition read_position(std::string_view reply, const OwnHello& hello, const OwnPosition* before) {
    return PositionReply(reply, hello, before).read();
}

void require_no_lost_turn(const OwnPosition& start) {
    if (!start.lost.empty())
        throw WrongReply(
            "no turn can be lost before the first move: omit `lost`, and let `turn` name the player who begins");
}

void write_frame(const OwnPosition& position, std::string& out) {
    out += '{';
    append_list("board", position.rows, out);
    if (!position.state.empty()) append_text(position.state, out += ",\"state\":");
    if (!position.marks.empty()) append_list("marks", position.marks, out);
    if (!position.arrows.empty()) {
        out += ",\"arrows\":[";
        for (const auto& [from, to] : position.arrows) {
            if (out.back() != '[') out += ',';
            append_text(from, out += '[');
            append_text(to, out += ',');
            out += ']';
        }
        out += ']';
    }
    if (!position.note.empty()) append_text(position.note, out += ",\"note\":");
    if (position.to_move) append_number(out += ",\"turn\":", index(*position.to_move));
    if (!position.moves.empty()) append_list("moves", position.moves, out);
    out += '}';
}

}  // namespace games
