#include "sample_bots/bot.hpp"

#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <exception>

#include "games/user_error.hpp"

namespace sample_bots {

namespace {

/// Writes the text and ignores errors, because nobody is left to whom they could be reported.
void say(int descriptor, const std::string& text) {
    [[maybe_unused]] const auto written = ::write(descriptor, text.data(), text.size());
}

int complain(const BotInfo& bot, std::string_view what, int code) {
    std::string text(bot.name);
    text.append(": ").append(what) += '\n';
    say(STDERR_FILENO, text);
    return code;
}

}  // namespace

void write_note(const std::string& text) {
    pollfd room{STDERR_FILENO, POLLOUT, 0};
    if (::poll(&room, 1, 0) == 1 && (room.revents & POLLOUT) != 0) say(STDERR_FILENO, text);
}

int guarded_main(const BotInfo& bot, std::span<const char* const> arguments,
                 const std::function<void(const Options&)>& play) {
    // A referee that exits ends the game. The bot should not crash then.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        for (const std::string_view argument : arguments) {
            if (argument != "--help") continue;
            say(STDOUT_FILENO, help_text(bot.name, bot.summary, bot.options));
            return 0;
        }
        play(read_options(arguments, bot.options));
        return 0;
    } catch (const games::UserError& error) {
        return complain(bot, error.what(), 2);
    } catch (const std::exception& error) {
        return complain(bot, error.what(), 1);
    }
}

}  // namespace sample_bots
