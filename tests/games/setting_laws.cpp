// The laws for settings that every game of the catalogue must keep.
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "games/user_error.hpp"
#include "tests/games/laws.hpp"

namespace games_test {

namespace {

/// The message with which `action` throws a UserError, or an empty string.
template <class Action>
std::string user_error(Action action) {
    try {
        action();
    } catch (const games::UserError& error) {
        return error.what();
    }
    return "";
}

void check_file_setting(const CatalogueGame& game, const games::Setting& setting) {
    const std::string& name = setting.name;
    games::SettingValues values = games::GameSpec(game).values;
    CHECK(user_error([&] { values.set(name, 1); }).find(name) != std::string::npos);
    values.set_file(name, {"a path", "a text"});
    CHECK(values.file(name) == games::FileText{"another path", "a text"});
    // The word for the default value names no file. Every other value is a path, and no file can be read here.
    CHECK(games::parse_settings(game, name + "=" + setting.fallback) == games::parse_settings(game, ""));
    CHECK(user_error([&] { games::parse_settings(game, name + "=no/such/file"); }).find(name) != std::string::npos);
}

void check_number_setting(const CatalogueGame& game, const games::Setting& setting) {
    const std::string& name = setting.name;
    CHECK(setting.min <= setting.max);
    for (const std::int64_t value : {setting.min, setting.max}) {
        games::SettingValues values = games::GameSpec(game).values;
        values.set(name, value);
        CHECK(values.get(name) == value);
    }
    games::SettingValues number = games::GameSpec(game).values;
    CHECK(user_error([&] { number.set_file(name, {"a path", "a text"}); }).find(name) != std::string::npos);
    for (const std::int64_t value : {setting.min - 1, setting.max + 1}) {
        games::SettingValues values = games::GameSpec(game).values;
        CHECK(user_error([&] { values.set(name, value); }).find(name) != std::string::npos);
        const std::string text = name + "=" + std::to_string(value);
        CHECK(user_error([&] { games::parse_settings(game, text); }).find(name) != std::string::npos);
    }
    const std::int64_t fallback = games::parse_settings(game, "").values.get(name);
    CHECK(fallback >= setting.min);
    CHECK(fallback <= setting.max);
    const std::string& told = setting.fallback;
    if (told.find_first_not_of("0123456789") == std::string::npos) CHECK(told == std::to_string(fallback));
}

}  // namespace

void check_settings(const CatalogueGame& game) {
    std::set<std::string_view> names;
    for (const games::Setting& setting : game->settings) {
        CHECK(names.insert(setting.name).second);
        INFO("setting " << setting.name);
        CHECK_FALSE(setting.meaning.empty());
        CHECK_FALSE(setting.fallback.empty());
        switch (setting.kind) {
            case games::Setting::Kind::number: check_number_setting(game, setting); break;
            case games::Setting::Kind::file:
            case games::Setting::Kind::position: check_file_setting(game, setting); break;
        }
    }
    CHECK(names.contains("max_plies"));
}

}  // namespace games_test
