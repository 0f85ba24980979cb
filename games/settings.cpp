#include "games/settings.hpp"

#include "games/suggestion.hpp"
#include "games/user_error.hpp"

namespace games {

std::size_t SettingValues::place_of(std::string_view name) const {
    std::vector<std::string_view> known;
    for (std::size_t i = 0; i < table_->size(); ++i) {
        const std::string& known_name = (*table_)[i].name;
        if (known_name == name) return i;
        known.push_back(known_name);
    }
    throw UserError("unknown setting '" + std::string(name) + "'" + did_you_mean(name, known));
}

const Setting& SettingValues::setting(std::string_view name) const {
    return (*table_)[place_of(name)];
}

void SettingValues::set(std::string_view name, std::int64_t value) {
    const auto place = place_of(name);
    const Setting& setting = (*table_)[place];
    if (setting.kind != Setting::Kind::number)
        throw UserError("setting " + std::string(name) + " is a file, not a number");
    if (value < setting.min || value > setting.max) {
        throw UserError("setting " + std::string(name) + "=" + std::to_string(value) +
                        " is out of range: it goes from " + std::to_string(setting.min) + " to " +
                        std::to_string(setting.max));
    }
    values_[place] = value;
}

void SettingValues::set_file(std::string_view name, FileText file) {
    const auto place = place_of(name);
    if ((*table_)[place].kind == Setting::Kind::number)
        throw UserError("setting " + std::string(name) + " is a number, not a file");
    values_[place] = std::move(file);
}

void SettingValues::set_default(std::string_view name, std::int64_t value) {
    if (!has(name)) set(name, value);
}

void SettingValues::set_default_file(std::string_view name, FileText file) {
    if (!has(name)) set_file(name, std::move(file));
}

bool SettingValues::has(std::string_view name) const {
    return values_[place_of(name)].has_value();
}

std::int64_t SettingValues::get(std::string_view name) const {
    return std::get<std::int64_t>(values_[place_of(name)].value());
}

const FileText& SettingValues::file(std::string_view name) const {
    return std::get<FileText>(values_[place_of(name)].value());
}

}  // namespace games
