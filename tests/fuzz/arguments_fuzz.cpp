// Fuzzes user input: arguments, durations, and bots' command lines. Input: the arguments, one per line.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/bots/bot_command.hpp"
#include "referee/programs/commands.hpp"
#include "tests/fuzz/require.hpp"

namespace {

/// Calls the function. An error must have a message, and a help text must not be empty.
template <class Use>
void use(Use function) {
    try {
        function();
    } catch (const games::UserError& error) {
        require(*error.what() != '\0');
    } catch (const referee::Information& asked_for) {
        require(!asked_for.text.empty());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    if (rest.find('\0') != std::string_view::npos) return 0;  // a null character can't be in an argument
    std::vector<std::string> arguments;
    while (!rest.empty() && arguments.size() < 20) {
        const auto end = rest.find('\n');
        arguments.emplace_back(rest.substr(0, end));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    use([&] { referee::parse_command(arguments); });
    for (const auto& argument : arguments) {
        use([&] { static_cast<void>(referee::split_words(argument)); });
        use([&] {
            const auto duration = referee::parse_duration(argument, "--move-time");
            require(referee::parse_duration(referee::exact(duration), "again") == duration);
        });
    }
    return 0;
}
