#include "referee/commands/again.hpp"

#include <fmt/format.h>

#include "referee/terminal/output.hpp"
#include "referee/terminal/shell_word.hpp"

namespace referee {

std::string advice_to_repeat(const protocol::MatchLog& log, const std::string& path, std::optional<int> match) {
    using protocol::Ending;
    if (!log.result.winner || log.result.ending == Ending::failed_to_start) return {};
    const int loser = 1 - *log.result.winner;
    const auto& player = log.players[static_cast<std::size_t>(loser)];
    if (player.command.empty()) return {};
    std::string command;
    for (const std::string& word : player.command)
        command += (command.empty() ? "" : " ") + copyable_word(word);
    const std::string number = match ? fmt::format(" --match {}", *match) : "";
    const std::string until = log.failure ? fmt::format(" --until {}", log.plies.size() + 1) : "";
    return fmt::format("{} again: referee replay {}{} --stdin-of {}{} | {}\n", harmless(player.name),
                       copyable_path(path), number, loser, until, command);
}

}  // namespace referee
