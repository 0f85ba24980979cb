#include "referee/tournament/options/sprt_option.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <string_view>

#include "games/user_error.hpp"
#include "referee/core/base/shell_word.hpp"

namespace referee {

using games::UserError;
using tournament::SprtSettings;

namespace {

/// The finite number that a text consists of, if it does.
std::optional<double> finite_number(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(number)) return std::nullopt;
    return number;
}

}  // namespace

SprtSettings parse_sprt(const std::string& text) {
    SprtSettings settings;
    const std::map<std::string_view, double*> places = {
        {"elo0", &settings.elo0}, {"elo1", &settings.elo1}, {"alpha", &settings.alpha}, {"beta", &settings.beta}};
    const auto wrong = [&](std::string_view part) {
        return UserError(fmt::format(
            "--sprt '{}': '{}' is not one of elo0=0, elo1=5, alpha=.05, beta=.05, model=normalized", text, part));
    };
    int bare = 0;  // bounds without their names
    for (const auto& [part, name, value] : parts_of(text, "--sprt")) {
        if (value && name == "model") {
            const auto model = tournament::elo_model_of(*value);
            if (!model) throw wrong(part);
            settings.model = *model;
            continue;
        }
        const auto place = places.find(value ? std::string_view(name) : bare++ == 0 ? "elo0" : "elo1");
        const auto number = finite_number(value.value_or(part));
        if (!number || place == places.end() || bare > 2) throw wrong(part);
        *place->second = *number;
    }
    if (bare == 1) throw UserError(fmt::format("--sprt '{}': write both bounds, such as 0,5", text));
    tournament::check(settings);
    return settings;
}

std::string sprt_text(const SprtSettings& test) {
    return fmt::format("elo0={},elo1={},alpha={},beta={},model={}", test.elo0, test.elo1, test.alpha, test.beta,
                       name_of(test.model));
}

}  // namespace referee
