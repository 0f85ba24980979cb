#include "games/own_board.hpp"

#include <algorithm>
#include <cassert>

#include "games/words.hpp"

namespace games {

std::string named_settings(const SettingValues& values) {
    std::string text;
    for (const Setting& setting : values.table())
        text.append(" ").append(setting.name).append("=").append(std::to_string(values.get(setting.name)));
    return text;
}

GameInfo info_of(const OwnHello& hello) {
    GameInfo info;
    info.name = hello.name;
    info.summary = hello.title;
    info.settings = hello.settings;
    info.complete = [](SettingValues& values) {
        for (const Setting& setting : values.table())
            values.set_default(setting.name, std::stoll(setting.fallback));
    };
    for (const std::string& rule : hello.rules)
        info.rules += rule + "\n";
    return info;
}

OwnBoard::OwnBoard(std::shared_ptr<const OwnHello> hello, const SettingValues& values) : hello_(std::move(hello)) {
    for (const Setting& setting : values.table())
        numbers_.append(" ").append(std::to_string(values.get(setting.name)));
}

void OwnBoard::begin(OwnPosition position, std::vector<int> rolled) {
    now_ = std::move(position);
    rolled_ = std::move(rolled);
}

void OwnBoard::advance(std::string_view move, OwnPosition position, std::vector<int> rolled) {
    history_.push_back({to_move(), std::string(move)});
    for (const Side side : position.lost)
        history_.push_back({side, {}});
    ++plies_;
    begin(std::move(position), std::move(rolled));
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
    std::size_t& told = told_[static_cast<std::size_t>(index(to_move()))];
    append_number(out, history_.size() - told);
    out += '\n';
    for (; told < history_.size(); ++told) {
        append_number(out, index(history_[told].side));
        out.append(" ").append(history_[told].move.empty() ? "LOST" : history_[told].move) += '\n';
    }
    out.append(now_.state.empty() ? "0" : now_.state) += '\n';
    for (const std::string& row : now_.rows)
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
        out += margin(std::to_string(row + 1));
        for (const char cell : now_.rows[row])
            out.append({' ', cell});
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
