#include "games/spec.hpp"

#include <set>

#include "games/user_error.hpp"
#include "games/words.hpp"

namespace games {

namespace {

/// Takes `setting=value` apart and sets it. Each setting may be given once.
void apply(std::string_view part, std::set<std::string_view>& seen, const FileReader& read_file,
           SettingValues& values) {
    const auto equals = part.find('=');
    const auto name = part.substr(0, equals);
    if (equals == std::string_view::npos || name.empty()) {
        throw UserError("'" + std::string(part) + "' is no setting: write setting=value, with commas between them");
    }
    const Setting& setting = values.setting(name);
    const auto value = part.substr(equals + 1);
    if (!seen.insert(name).second) throw UserError("setting " + std::string(name) + " is given twice");
    if (setting.kind == Setting::Kind::file) {
        if (value == setting.fallback) return;
        if (!read_file) throw UserError("setting " + std::string(part) + ": files can't be read here");
        const std::string path(value);
        return values.set_file(name, {path, read_file(path)});
    }
    const auto number = whole_number(value);
    if (!number) throw UserError("setting " + std::string(part) + ": the value must be a whole number");
    values.set(name, *number);
}

}  // namespace

GameSpec parse_spec(std::string_view text, const FileReader& read_file) {
    const auto colon = text.find(':');
    const GameInfo& game = find_game(text.substr(0, colon));
    GameSpec spec{&game, SettingValues(game.settings)};
    try {
        std::set<std::string_view> seen;
        auto settings = colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
        for (bool more = colon != std::string_view::npos; more;) {
            const auto end = settings.find(',');
            apply(settings.substr(0, end), seen, read_file, spec.values);
            more = end != std::string_view::npos;
            if (more) settings.remove_prefix(end + 1);
        }
        game.complete(spec.values);
    } catch (const UserError& error) {
        throw UserError("game " + std::string(game.name) + ": " + error.what());
    }
    return spec;
}

std::string to_string(const GameSpec& spec) {
    std::string text(spec.game->name);
    const auto table = spec.values.table();
    for (std::size_t i = 0; i < table.size(); ++i) {
        text.append(i == 0 ? ":" : ",").append(table[i].name) += '=';
        const auto& value = spec.values.at(i);
        if (const auto* file = std::get_if<FileText>(&value)) {
            text += file->source;
        } else {
            append_number(text, std::get<std::int64_t>(value));
        }
    }
    return text;
}

}  // namespace games
