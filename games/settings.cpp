#include "games/settings.hpp"

#include "games/suggestion.hpp"
#include "games/user_error.hpp"

namespace games {

namespace {

std::string unknown_setting(std::string_view name, std::span<const Setting> table) {
    std::vector<std::string_view> known;
    for (const auto& setting : table) known.push_back(setting.name);
    return "unknown setting '" + std::string(name) + "'" + did_you_mean(name, known);
}

}  // namespace

std::optional<std::size_t> SettingValues::place_of(std::string_view name) const {
    for (std::size_t i = 0; i < table_.size(); ++i) {
        if (table_[i].name == name) return i;
    }
    return std::nullopt;
}

void SettingValues::set(std::string_view name, std::int64_t value) {
    const auto place = place_of(name);
    if (!place) throw UserError(unknown_setting(name, table_));
    const Setting& setting = table_[*place];
    if (value < setting.min || value > setting.max) {
        throw UserError("setting " + std::string(name) + "=" + std::to_string(value) + " is out of range: it goes from " +
                        std::to_string(setting.min) + " to " + std::to_string(setting.max));
    }
    values_[*place] = value;
}

void SettingValues::set_default(std::string_view name, std::int64_t value) {
    if (!values_[place_of(name).value()]) set(name, value);
}

std::int64_t SettingValues::get(std::string_view name) const { return values_[place_of(name).value()].value(); }

}  // namespace games
