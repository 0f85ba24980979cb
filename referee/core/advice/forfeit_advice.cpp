#include "referee/core/advice/forfeit_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "referee/core/advice/advice_on_end.hpp"
#include "referee/core/advice/advice_on_function.hpp"
#include "referee/core/advice/advice_on_line.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/wrapped_text.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/match/summary.hpp"

namespace referee {

namespace {

using protocol::Ending;

/// The advice on a match that the bot has forfeited after it had played another match in the same process. Explains how
/// the bot seems to have misread the beginning of another game.
std::string advice_for_next_game(const protocol::MatchLog& log) {
    const std::string place = log.game == "cluster" ? "the direction" : "the number of plies";
    const std::string rule = " after a game, -1 comes in place of " + place +
                             ", and then the setup block of the next game: start over there";
    switch (log.result.ending) {
        case Ending::exited:
        case Ending::crashed:
        case Ending::closed_stdout: return "it exits when another game begins;" + rule;
        case Ending::premature:
            return "it answers the line that announces another game, which is not a turn, or it writes too late;" +
                   rule;
        case Ending::timeout: return "it mistakes the next game for a turn, and waits for more lines;" + rule;
        case Ending::invalid_move:
        case Ending::unreadable_move: return "it continues the previous game;" + rule;
        default: return "it does not handle a second game:" + rule;
    }
}

/// The most frequent reasons why a bot does not answer. Only another start of the bot could tell which of these it is.
ForfeitAdvice advice_on_missing_answer(const protocol::MatchLog& log) {
    if (has_begun_a_line(*log.failure)) return {no_newline};
    if (answers_due(log) > 1) {
        return {
            "it has answered before, so it thought too long here: let it look at the clock, and answer with the best "
            "move so far"};
    }
    return {
        "flush the output after each answer (Python: print(move, flush=True); C: fflush(stdout); C++: std::endl), and "
        "don't read past the last line of the block; or it is slow to start: do less work before the first answer",
        ShownBlocks::all};
}

/// Formats the paragraphs of an advice as a field of an explanation. Long ones are wrapped.
std::string advice_field(std::string_view advice) {
    constexpr std::size_t indent = 12;
    std::string out = "  advice    ";
    while (true) {
        const auto end = std::min(advice.find('\n'), advice.size());
        out += wrapped_text(advice.substr(0, end), indent);
        if (end == advice.size()) return out + "\n";
        out += '\n' + std::string(indent, ' ');
        advice.remove_prefix(end + 1);
    }
}

/// A block as a field: at most `max_lines` of its lines.
std::string block_field(const char* name, std::string_view block, int max_lines) {
    std::string out;
    for (int line = 0; !block.empty() && line < max_lines; ++line) {
        const auto end = block.find('\n');
        out += fmt::format("  {:<10}| {}\n", line == 0 ? name : "", block.substr(0, end));
        block.remove_prefix(end == std::string_view::npos ? block.size() : end + 1);
    }
    const auto left = std::ranges::count(block, '\n');
    return left == 0 ? out : out + fmt::format("{:12}({} more lines)\n", "", left);
}

/// The blocks that the bot may have misread, as fields.
std::string block_fields(const protocol::MatchLog& log, ShownBlocks shown) {
    constexpr int max_lines_of_setup = 8, max_lines_of_turn = 24;
    if (shown == ShownBlocks::none) return {};
    const int player = log.failure->player;
    const std::string input = stdin_of(log, player, std::numeric_limits<int>::max());
    const std::string setup = shown == ShownBlocks::all && answers_due(log) == 1 ? stdin_of(log, player, 0) : "";
    const auto answered = stdin_of(log, player, static_cast<int>(log.plies.size())).size();
    return block_field("setup", setup, max_lines_of_setup) +
           block_field("block", std::string_view(input).substr(answered), max_lines_of_turn);
}

}  // namespace

bool has_begun_a_line(const protocol::Failure& failure) {
    return failure.line && !failure.line->empty();
}

bool is_about_next_game(const protocol::MatchLog& log) {
    return log.players[static_cast<std::size_t>(log.failure->player)].games_before > 0;
}

ForfeitAdvice advice_from_log(const protocol::MatchLog& log, const Entrant& bot, bool sandboxed) {
    if (is_driven(bot)) {
        const std::string advice = advice_on_function(log);
        if (!advice.empty()) return {advice, !log.failure->valid_moves.empty() ? ShownBlocks::turn : ShownBlocks::none};
    } else if (is_about_next_game(log)) {
        return {advice_for_next_game(log)};
    }
    switch (log.result.ending) {
        case Ending::timeout: return advice_on_missing_answer(log);
        case Ending::premature: {
            const bool came_before_turn = !log.failure->line || log.failure->line->ends_with("\\n");
            return {advice_on_line(log), came_before_turn ? ShownBlocks::none : ShownBlocks::turn};
        }
        case Ending::invalid_move: return {advice_on_line(log), ShownBlocks::turn};
        case Ending::unreadable_move: return {advice_on_line(log)};
        case Ending::line_too_long: return {"write one line per turn to stdout"};
        case Ending::exited:
        case Ending::crashed: {
            const EndAdvice advice = advice_on_end(log, bot, sandboxed);
            return {advice.text, advice.may_have_misread && !is_driven(bot) ? ShownBlocks::all : ShownBlocks::none};
        }
        case Ending::failed_to_start: return {advice_on_end(log, bot, sandboxed).text};
        case Ending::closed_stdout: return {"keep stdout open until the input ends"};
        case Ending::resource_limit:
            return {
                fmt::format("use less memory and fewer processes{}; stop all threads and processes before you answer",
                            was_handed_in(bot) ? "" : ", or raise those --limits")};
        default: return {};
    }
}

std::string text_of(const ForfeitAdvice& advice, const protocol::MatchLog& log) {
    return advice.text.empty() ? "" : advice_field(advice.text) + block_fields(log, advice.blocks);
}

std::string explained_to_author(const protocol::MatchLog& log, bool is_driven) {
    Entrant bot;
    bot.own.emplace().shown_at = place_of_hand_in;
    bot.own->is_driven = is_driven;
    const std::string& isolation = log.players[static_cast<std::size_t>(log.failure->player)].isolation;
    return explain_forfeit(log, marks_of(*spec_of(log).make_board(log.seed))) +
           text_of(advice_from_log(log, bot, isolation != "none"), log);
}

}  // namespace referee
