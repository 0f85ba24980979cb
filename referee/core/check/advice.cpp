#include "referee/core/check/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>

#include "referee/core/base/wrapped_text.hpp"
#include "referee/core/check/advice_on_end.hpp"
#include "referee/core/check/advice_on_line.hpp"
#include "referee/core/check/advice_on_silence.hpp"
#include "referee/core/match/record.hpp"

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

/// The blocks that are shown below the advice.
enum class ShownBlocks : std::uint8_t {
    none,
    turn,  ///< the block that the bot should have answered
    all,   ///< the same, and before its first answer also the setup block
};

struct Advice {
    std::string text;  ///< paragraphs, separated by newlines
    ShownBlocks blocks = ShownBlocks::none;
};

Advice advice_for(const protocol::MatchLog& log, const Entrant& bot, const LaunchRequest& request,
                  MatchLauncher& launcher, int stop_fd) {
    const bool sandboxed = request.confinement.sandbox != nullptr;
    switch (log.result.ending) {
        case Ending::timeout: {
            const SilenceAdvice advice = advice_on_silence(log, request, launcher, stop_fd);
            return {advice.text, advice.waits_for_more ? ShownBlocks::all : ShownBlocks::none};
        }
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
            return {advice.text, advice.may_have_misread ? ShownBlocks::all : ShownBlocks::none};
        }
        case Ending::failed_to_start: return {advice_on_end(log, bot, sandboxed).text};
        case Ending::closed_stdout: return {"keep stdout open until the input ends"};
        case Ending::resource_limit:
            return {
                "use less memory and fewer processes, or raise those --limits; stop all threads and processes "
                "before you answer"};
        default: return {};
    }
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

bool is_about_next_game(const protocol::MatchLog& log) {
    return log.players[static_cast<std::size_t>(log.failure->player)].games_before > 0;
}

}  // namespace

bool starts_bot_again(const protocol::MatchLog& log) {
    return log.result.ending == Ending::timeout && !is_about_next_game(log) && !has_begun_a_line(*log.failure);
}

std::string advice_on_forfeit(const protocol::MatchLog& log, const Entrant& bot, const Isolation& isolation,
                              MatchLauncher& launcher, int stop_fd) {
    if (bot.human) return {};
    if (is_about_next_game(log)) return advice_field(advice_for_next_game(log));
    const int player = log.failure->player;
    const LaunchRequest request = launch_request_for(bot, player, spec_of(log), log.limits_of(player), isolation);
    const Advice advice = advice_for(log, bot, request, launcher, stop_fd);
    return advice.text.empty() ? "" : advice_field(advice.text) + block_fields(log, advice.blocks);
}

}  // namespace referee
