#include "sample_bots/options.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "games/words.hpp"

namespace sample_bots {

namespace {

const OptionInfo& find_option(std::string_view name, std::span<const OptionInfo> table) {
    std::vector<std::string_view> known = {"--help"};
    for (const OptionInfo& option : table) {
        if (option.name == name) return option;
        known.push_back(option.name);
    }
    throw games::UserError("unknown option '" + std::string(name) + "'" + games::did_you_mean(name, known));
}

/// The value of an environment variable, in milliseconds. The referee sets 0 if the limit is below one millisecond.
std::optional<std::chrono::milliseconds> milliseconds_in(const char* variable) {
    const char* text = std::getenv(variable);
    if (!text) return std::nullopt;
    const auto value = games::whole_number(text);
    if (!value || *value < 0) {
        throw games::UserError(std::string(variable) + "='" + text + "' is no number of milliseconds");
    }
    return std::chrono::milliseconds(*value);
}

}  // namespace

Options read_options(std::span<const char* const> arguments, std::span<const OptionInfo> table) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        const auto equals = argument.find('=');
        const OptionInfo& option = find_option(argument.substr(0, equals), table);
        std::string_view text;
        if (equals != std::string_view::npos) {
            text = argument.substr(equals + 1);
        } else if (i + 1 < arguments.size()) {
            text = arguments[++i];
        }
        const auto value = games::whole_number(text);
        if (!value || *value < option.min || *value > option.max) {
            throw games::UserError("option " + std::string(option.name) + " needs a whole number from " +
                                   std::to_string(option.min) + " to " + std::to_string(option.max));
        }
        options.*option.value = *value;
    }
    return options;
}

std::string help_text(std::string_view bot, std::string_view summary, std::span<const OptionInfo> table) {
    std::string text;
    text.append(bot).append(": ").append(summary) += '\n';
    for (const OptionInfo& option : table) {
        text.append("  ").append(option.name).append(" N   ").append(option.meaning) += '\n';
    }
    return text;
}

MoveLimits move_limits() {
    using std::chrono::milliseconds;
    const auto clock = milliseconds_in("REFEREE_CLOCK_MS");
    const milliseconds later = milliseconds_in("REFEREE_MOVE_MS").value_or(clock.value_or(milliseconds(100)));
    return {std::min(milliseconds_in("REFEREE_FIRST_MOVE_MS").value_or(later), later), later, clock,
            milliseconds_in("REFEREE_INCREMENT_MS").value_or(milliseconds(0))};
}

}  // namespace sample_bots
