#include "referee/match/show.hpp"

#include <fmt/format.h>

#include "referee/match/notes_text.hpp"
#include "referee/match/summary.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

using protocol::MatchLog;

constexpr std::size_t max_note_lines = 4;  // the board is what matters

std::string lost_turns(const protocol::LoggedPly& ply, const MatchLog& log) {
    std::string text = "   then lost: ";
    for (std::size_t i = 0; i < ply.lost.size(); ++i) {
        text += (i == 0 ? "" : ", ") + log.players[static_cast<std::size_t>(ply.lost[i])].name;
    }
    return text + "\n";
}

}  // namespace

void Show::on_position(const games::Board& board, const MatchLog& log) {
    if (log.id != match_) {
        is_again_ = !match_.empty();
        match_ = log.id;
    }
    if (is_again_ && log.plies.size() < static_cast<std::size_t>(log.opening)) return;
    if (!log.plies.empty()) {
        const auto& ply = log.plies.back();
        const auto place = static_cast<std::size_t>(ply.player);
        const std::string time = ply.wall ? "  " + time_text(ply) : "";
        print(coloured(Colour::bold, fmt::format("\n{}. {} ({}) {}", log.plies.size(), log.players[place].name,
                                                 marks_of(board)[place], ply.move)) +
              coloured(Colour::dim, time) + "\n");
        if (!ply.lost.empty()) print(lost_turns(ply, log));
        if (with_notes_) print(coloured(Colour::dim, notes_text(ply.notes, max_note_lines)));
    }
    print(fmt::format("\n{}", board.display(looks())));
}

std::string last_board_of(const games::GameSpec& spec, const MatchLog& log) {
    const auto board = spec.make_board(log.seed);
    for (const auto& ply : log.plies) {
        board->play_legal(ply.move);
    }
    return board->display(looks());
}

}  // namespace referee
