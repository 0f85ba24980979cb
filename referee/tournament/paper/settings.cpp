#include "referee/tournament/paper/settings.hpp"

#include <nlohmann/json.hpp>

#include "games/user_error.hpp"
#include "protocol/json_values.hpp"

namespace referee::tournament {

using games::UserError;

void Settings::fit_format() {
    format.listed_openings = static_cast<int>(opening_list.openings.size());
    format.openings = opening_plies > 0 || format.listed_openings > 0;
    format.by_cycles = until.has_value();
    format.by_widths = until && until->kind == Goal::Kind::elo;
}

std::string to_json(const Settings& settings) {
    return protocol::json_text(settings);
}

Settings settings_of_json(std::string_view text) {
    try {
        Settings settings;
        settings.draws = DrawMethod::splitmix64;
        protocol::parse_json(text).get_to(settings);
        return settings;
    } catch (const protocol::JsonError& error) {
        throw UserError(std::string("this referee can't read the tournament's settings: ") + error.what());
    } catch (const protocol::Json::exception& error) {
        throw UserError(std::string("this referee can't read the tournament's settings: ") + error.what());
    }
}

}  // namespace referee::tournament
