#include "games/own_board.hpp"

#include <algorithm>
#include <cassert>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "games/written_position.hpp"

namespace games {

std::string named_settings(const SettingValues& values) {
    std::string text;
    for (const Setting& setting : values.table()) {
        if (setting.kind != Setting::Kind::number) continue;
        text.append(" ").append(setting.name).append("=").append(std::to_string(values.get(setting.name)));
    }
    return text;
}

std::string start_in(const SettingValues& values) {
    for (const Setting& setting : values.table())
        if (setting.kind == Setting::Kind::position) return values.file(setting.name).text;
    return "";
}

namespace {

/// A written position as one line. Throws UserError if the rules could not read it.
std::string start_of(const FileText& file) {
    std::string text = one_line(file.text);
    std::erase(text, '\r');
    if (text.empty() || !std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; }))
        throw UserError(name_of(file) + ": the position of a game of one's own is a line of printable ASCII");
    if (text.size() > max_own_start)
        throw UserError(name_of(file) + ": the position of a game of one's own has at most 10,000 characters");
    return text;
}

}  // namespace

GameInfo info_of(const OwnHello& hello) {
    GameInfo info;
    info.name = hello.name;
    info.summary = hello.title;
    info.settings = hello.settings;
    info.has_secrets = hello.has_secrets;
    info.complete = [](SettingValues& values) {
        for (const Setting& setting : values.table()) {
            if (setting.kind == Setting::Kind::number) {
                values.set_default(setting.name, std::stoll(setting.fallback));
            } else {
                complete_position(values, start_of);
            }
        }
    };
    for (const std::string& rule : hello.rules)
        info.rules += rule + "\n";
    if (hello.has_secrets) info.rules += "Each player sees only a part of the position.\n";
    if (hello.has_score())
        info.rules +=
            "Points: " + hello.score_name + ". A forfeit costs " + std::to_string(hello.max_score) + " of them.\n";
    return info;
}

OwnBoard::OwnBoard(std::shared_ptr<const OwnHello> hello, const SettingValues& values) : hello_(std::move(hello)) {
    for (const Setting& setting : values.table())
        if (setting.kind == Setting::Kind::number)
            numbers_.append(" ").append(std::to_string(values.get(setting.name)));
}

void OwnBoard::begin(OwnPosition position, std::vector<int> rolled) {
    now_ = std::move(position);
    rolled_ = std::move(rolled);
    tell("");
}

void OwnBoard::advance(std::string_view move, OwnPosition position, std::vector<int> rolled) {
    std::string made = line_of(move);
    now_ = std::move(position);
    rolled_ = std::move(rolled);
    ++plies_;
    tell(std::move(made));
}

std::string OwnBoard::line_of(std::string_view move) const {
    return std::to_string(index(to_move())).append(" ").append(move);
}

/// Adds what the present position tells to the news of both sides. `made`: the line of the move that led to it.
void OwnBoard::tell(std::string made) {
    made_ = std::move(made);
    for (std::size_t place = 0; place < news_.size(); ++place) {
        News& news = news_[place];
        const auto add = [&](std::string_view line) {
            news.text.append(line) += '\n';
            ++news.lines;
        };
        if (place < now_.views.size() && now_.views[place].told) {
            for (const std::string& line : *now_.views[place].told)
                add(line);
        } else {
            if (!made_.empty()) add(made_);
            for (const Side lost : now_.lost)
                add(lost == Side::first ? "0 LOST" : "1 LOST");
        }
    }
}

/// What the present position tells a side.
std::vector<std::string> OwnBoard::news_of(Side side) const {
    const auto place = static_cast<std::size_t>(index(side));
    if (place < now_.views.size() && now_.views[place].told) return *now_.views[place].told;
    return usual_news(made_, now_.lost);
}

OwnBoard::OwnBoard(const OwnBoard& whole, Side who)
    : hello_(whole.hello_), numbers_(whole.numbers_), plies_(whole.plies_) {
    static_cast<OwnSight&>(now_) = whole.now_.seen_by(who);
    now_.to_move = whole.now_.to_move;
    if (now_.to_move == who) now_.moves = whole.now_.moves;
}

/// A board as one player sees it before the end. It only shows, and judges that player's answers.
class OwnBoard::Seen final : public OwnBoard {
public:
    Seen(const OwnBoard& whole, Side who) : OwnBoard(whole, who), told_(whole.news_of(who)) {}

    std::unique_ptr<Board> clone() const override { return std::make_unique<Seen>(*this); }
    Verdict play(std::string_view answer) override {
        assert(judge(answer) != Verdict::played);
        return judge(answer);
    }
    std::unique_ptr<Board> seen_by(Side) const override { return clone(); }
    std::vector<std::string> told(Side) const override { return told_; }

private:
    std::vector<std::string> told_;
};

std::unique_ptr<Board> OwnBoard::seen_by(Side who) const {
    if (!has_secrets() || is_over(outcome())) return nullptr;
    return std::make_unique<Seen>(*this, who);
}

void OwnBoard::write_setup(Side you, std::string& out) const {
    out.append(hello_->name).append(" 1\n");
    append_number(out, index(you));
    out += '\n';
    append_number(out, now_.height());
    out += ' ';
    append_number(out, now_.width());
    out.append(numbers_) += '\n';
}

void OwnBoard::write_turn(std::string& out) {
    assert(!is_over(outcome()));
    append_number(out, plies_);
    out += '\n';
    News& news = news_[static_cast<std::size_t>(index(to_move()))];
    append_number(out, news.lines);
    out.append("\n").append(news.text);
    news = {};
    const OwnSight& sight = now_.seen_by(to_move());
    out.append(sight.state.empty() ? "0" : sight.state) += '\n';
    for (const std::string& row : sight.rows)
        out.append(row) += '\n';
    append_number(out, now_.moves.size());
    out += '\n';
    for (const std::string& move : now_.moves)
        out.append(move) += '\n';
}

std::optional<std::vector<int>> OwnBoard::hand() const {
    return rolled_.empty() ? std::nullopt : std::optional(rolled_);
}

bool OwnBoard::legal(std::string_view answer) const {
    return std::ranges::find(now_.moves, answer) != now_.moves.end();
}

Verdict OwnBoard::judge(std::string_view answer) const {
    if (legal(answer)) return Verdict::played;
    return can_be_move(answer) ? Verdict::illegal : Verdict::unreadable;
}

/// The letters of the columns, and each row with its number. On a board of hexagons each row begins half a cell further
/// to the right than the row above it.
std::string OwnBoard::display(Looks /*looks*/) const {
    std::string out;
    const auto margin = [](std::string_view text) { return std::string(text.size() < 2 ? 1 : 0, ' ').append(text); };
    if (now_.height() > 0) out += "  ";
    for (std::size_t column = 0; column < now_.width(); ++column)
        out.append({' ', static_cast<char>('a' + column)});
    if (now_.height() > 0) out += '\n';
    for (std::size_t row = 0; row < now_.height(); ++row) {
        if (hello_->board == "hex") out.append(row, ' ');
        out += margin(std::to_string(hello_->rows_up ? now_.height() - row : row + 1));
        for (const char cell : now_.rows[row])
            out.append({' ', cell});
        out += '\n';
    }
    if (now_.score) {
        out.append(now_.height() > 0 ? "\n" : "").append(hello_->score_name).append(": ");
        append_number(out, (*now_.score)[0]);
        append_number(out += " : ", (*now_.score)[1]);
        out += '\n';
    }
    if (!now_.note.empty()) out.append(now_.height() > 0 ? "\n" : "").append(now_.note) += '\n';
    if (now_.note.empty() && now_.height() == 0) out.append(now_.state) += '\n';
    return out;
}

std::string_view OwnBoard::mark(Side side, Looks /*looks*/) const {
    return hello_->mark(side);
}

/// A text that is a move in other letters is found by the caller. A number means the column with this number.
std::optional<std::string> OwnBoard::move_of_keys(std::string_view typed) const {
    if (legal(typed)) return std::string(typed);
    const auto number = whole_number(typed);
    if (!number || *number < 1 || *number > static_cast<std::int64_t>(now_.width())) return std::nullopt;
    const std::string letter(1, static_cast<char>('a' + *number - 1));
    return legal(letter) ? std::optional(letter) : std::nullopt;
}

std::string_view OwnBoard::keys_help() const {
    return "type a move as it is listed";
}

}  // namespace games
