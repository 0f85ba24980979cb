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
constexpr std::size_t max_told = 1000;

/// Reads one position line by line.
class PositionReply {
public:
    PositionReply(std::string_view reply, const OwnHello& hello, const OwnPosition* before)
        : lines_(reply), hello_(hello), before_(before) {}

    OwnPosition read() {
        begin_sight("a position begins with `rows N`");
        while (!done_) {
            lines_.expect("`turn`, `chance` or `over`");
            read_line();
        }
        if (lines_.next()) lines_.fail("the position was complete before this line");
        check_views();
        if (hello_.has_score() && is_over(position_.outcome) && !position_.score)
            throw WrongReply("the game is over, but its points are missing: `score A B`");
        return std::move(position_);
    }

private:
    void begin_sight(const std::string& rule) {
        if (lines_.expect("`rows`"); lines_.word("`rows`") != "rows") lines_.fail(rule);
        read_rows();
    }

    void read_rows() {
        const auto count = lines_.number("the number of rows", 0, static_cast<std::int64_t>(max_own_rows));
        lines_.expect_end_of_line();
        for (std::int64_t i = 0; i < count; ++i) {
            const auto row = lines_.expect("row " + std::to_string(i + 1));
            if (row.empty() || row.size() > max_own_columns) lines_.fail("a row has 1 to 26 characters");
            if (i > 0 && row.size() != sight_->width()) lines_.fail("the rows differ in length");
            for (const char cell : row) {
                if (cell != '.' && !hello_.has_piece(cell))
                    lines_.fail("the hello declares no piece " + quoted({&cell, 1}));
            }
            sight_->rows.emplace_back(row);
        }
        const OwnSight* earlier = sight_ == &position_ ? before_ : &position_;
        if (earlier == nullptr) return;
        if (earlier->height() != sight_->height() || earlier->width() != sight_->width())
            lines_.fail(earlier == before_ ? "the board has another size than before"
                                           : "the board of the view has another size than the one of the position");
    }

    void check_views() const {
        if (position_.views.size() == 2) return;
        if (!position_.views.empty())
            throw WrongReply("the position has one view: it must have `view 0` and `view 1`, or none");
        if (hello_.has_secrets && !is_over(position_.outcome))
            throw WrongReply("the position has no `view 0` and `view 1`, but the hello says `secrets`");
    }

    void read_line() {
        const auto key = lines_.word("a word");
        if (key == "note") return read_note();
        if (key == "state") return read_state();
        if (hello_.protocol > 1 && read_newer(key)) return;
        if (key == "mark") {
            do
                sight_->marks.push_back(cell());
            while (lines_.has_word());
        } else if (key == "lost") {
            position_.lost.push_back(side("the player who lost a turn"));
        } else if (key == "arrow") {
            auto from = cell();
            sight_->arrows.push_back({std::move(from), cell()});
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

    /// Reads a line that only version 2 has. Returns false if it is none.
    bool read_newer(std::string_view key) {
        if (key == "view") {
            read_view();
        } else if (key == "told") {
            read_told();
        } else if (key == "score") {
            read_score();
        } else if (key == "start") {
            if (hello_.starts.empty()) lines_.fail("the hello has no line `starts`");
            if (!position_.start.empty()) lines_.fail("there is more than one line `start`");
            position_.start = lines_.text("the start");
            if (position_.start.size() > max_own_start) lines_.fail("a start has at most 10,000 characters");
        } else {
            return false;
        }
        return true;
    }

    void read_view() {
        if (!hello_.has_secrets) lines_.fail("a view needs the line `secrets` in the hello");
        const auto player = lines_.number("the player of the view", 0, 1);
        lines_.expect_end_of_line();
        if (player != static_cast<std::int64_t>(position_.views.size()))
            lines_.fail("`view 0` and `view 1` come in this order, each once");
        position_.views.reserve(2);
        sight_ = &position_.views.emplace_back();
        begin_sight("a view begins with `rows N`");
    }

    void read_told() {
        if (position_.views.empty()) lines_.fail("`told` belongs into a view");
        auto& told = position_.views.back().told;
        if (!told) told.emplace();
        if (!lines_.has_word()) return;
        std::string line;
        append_number(line, index(side("the player whose turn is told")));
        const auto text = lines_.text("the told text");
        if (!can_be_move(text)) lines_.fail("a told text has 1 to 64 characters, and no spaces at its ends");
        if (told->size() == max_told) lines_.fail("a view tells at most 1000 lines");
        told->push_back(line.append(" ").append(text));
    }

    void read_score() {
        if (!hello_.has_score()) lines_.fail("the hello has no line `score`");
        if (position_.score) lines_.fail("there is more than one line `score`");
        const auto points = [&] { return lines_.number("the number of points", -max_own_score, max_own_score); };
        const std::int64_t first = points();
        position_.score = {first, points()};
        lines_.expect_end_of_line();
        const std::int64_t difference = first - (*position_.score)[1];
        if (difference > hello_.max_score || -difference > hello_.max_score)
            lines_.fail("the points differ by more than the hello says (" + std::to_string(hello_.max_score) + ")");
    }

    Side side(std::string_view what) { return side_of(static_cast<int>(lines_.number(what, 0, 1))); }

    std::string cell() {
        const auto word = lines_.word("a cell");
        const auto row = whole_number(word.substr(1));
        const bool fits = word[0] >= 'a' && static_cast<std::size_t>(word[0] - 'a') < position_.width() && row &&
                          *row >= 1 && *row <= static_cast<std::int64_t>(position_.height());
        if (!fits)
            lines_.fail(quoted(word) + " is no cell of this board: the cell at the " +
                        (hello_.rows_up ? "bottom" : "top") + " left is a1");
        return std::string(word);
    }

    void read_note() {
        if (!sight_->note.empty()) lines_.fail("there is more than one line `note`");
        sight_->note = lines_.text("the note");
    }

    void read_state() {
        if (!sight_->state.empty()) lines_.fail("there is more than one line `state`");
        while (lines_.has_word()) {
            if (!sight_->state.empty()) sight_->state += ' ';
            append_number(sight_->state, lines_.number("a number of the state", -max_state, max_state));
        }
        if (sight_->state.empty()) lines_.fail("the state has no number");
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
    OwnSight* sight_ = &position_;  ///< the one that is being read: the position itself, or its last view
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

void append_sight(const OwnSight& sight, std::string& out) {
    append_list("board", sight.rows, out);
    if (!sight.state.empty()) append_text(sight.state, out += ",\"state\":");
    if (!sight.marks.empty()) append_list("marks", sight.marks, out);
    if (!sight.arrows.empty()) {
        out += ",\"arrows\":[";
        for (const auto& [from, to] : sight.arrows) {
            if (out.back() != '[') out += ',';
            append_text(from, out += '[');
            append_text(to, out += ',');
            out += ']';
        }
        out += ']';
    }
    if (!sight.note.empty()) append_text(sight.note, out += ",\"note\":");
}

}  // namespace

bool can_be_move(std::string_view text) {
    const bool printable = std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
    return printable && !text.empty() && text.size() <= max_move && text.front() != ' ' && text.back() != ' ' &&
           text.find("  ") == std::string_view::npos;
}

std::optional<std::string> refusal_in(std::string_view reply) {
    constexpr std::string_view refusal = "refused";
    const std::size_t end = reply.find('\n');
    const std::string_view line = reply.substr(0, end);
    if (!line.starts_with(refusal) || (end != std::string_view::npos && end + 1 < reply.size())) return std::nullopt;
    const std::string_view rest = line.substr(refusal.size());
    if (rest.find_first_not_of(' ') == std::string_view::npos) return "the rules refuse it";
    if (rest[0] != ' ') return std::nullopt;
    return std::string(rest.substr(1));
}

OwnPosition read_position(std::string_view reply, const OwnHello& hello, const OwnPosition* before) {
    return PositionReply(reply, hello, before).read();
}

void require_no_lost_turn(const OwnPosition& start) {
    if (!start.lost.empty())
        throw WrongReply(
            "no turn can be lost before the first move: omit `lost`, and let `turn` name the player who begins");
}

std::vector<std::string> usual_news(std::string_view made, const std::vector<Side>& lost) {
    std::vector<std::string> lines;
    if (!made.empty()) lines.emplace_back(made);
    for (const Side side : lost)
        lines.push_back(std::to_string(index(side)) + " LOST");
    return lines;
}

void add_earlier(const OwnPosition& earlier, std::string_view made, OwnPosition& position) {
    for (std::size_t player = 0; player < position.views.size(); ++player) {
        auto& now = position.views[player].told;
        const auto& before = earlier.views.at(player).told;
        if (!now && !before) continue;
        auto told = before ? *before : usual_news(made, earlier.lost);
        const auto newest = now ? *now : usual_news("", position.lost);
        told.insert(told.end(), newest.begin(), newest.end());
        if (told.size() > max_told) throw WrongReply("a view tells at most 1000 lines, with those before the rolls");
        now = std::move(told);
    }
    position.lost.insert(position.lost.begin(), earlier.lost.begin(), earlier.lost.end());
}

void write_frame(const OwnPosition& position, std::string& out) {
    append_sight(position, out += '{');
    if (position.score) {
        append_number(out += ",\"score\":[", (*position.score)[0]);
        append_number(out += ',', (*position.score)[1]);
        out += ']';
    }
    if (!position.start.empty()) append_text(position.start, out += ",\"start\":");
    if (position.to_move) append_number(out += ",\"turn\":", index(*position.to_move));
    if (!position.moves.empty()) append_list("moves", position.moves, out);
    if (!position.views.empty()) {
        out += ",\"views\":[";
        for (const OwnView& view : position.views) {
            append_sight(view, out += out.back() == '[' ? "{" : ",{");
            if (view.told) append_list("told", *view.told, out);
            out += '}';
        }
        out += ']';
    }
    out += '}';
}

}  // namespace games
