#include "games/spec.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "games/written_position.hpp"

namespace games {

namespace {

/// Whether a text without spaces is probably the rows of a position and not the path of a file: it consists of few
/// different characters.
bool looks_like_rows(std::string_view value) {
    constexpr std::size_t min_size = 8, max_kinds = 5;
    const bool is_path = value.starts_with("/") || value.starts_with("./") || value.starts_with("../");
    return !is_path && value.size() >= min_size && std::set<char>(value.begin(), value.end()).size() <= max_kinds;
}

/// Reads the file with this path, or takes the value itself as the position.
FileText position_of(std::string_view value, const GameInfo& game, const FileReader& read_file) {
    const std::string given(value);
    const auto& is_game = game.notations.is_game;
    const bool may_be_text =
        value.find(' ') != std::string_view::npos || looks_like_rows(value) || (is_game && is_game(value));
    if (!read_file && !may_be_text) throw UserError("files can't be read here");
    try {
        if (read_file) return {given, read_file(given)};
    } catch (const UserError& error) {
        if (!may_be_text) throw UserError(std::string(error.what()) + "; a position itself has spaces in it");
    }
    return {given, given};
}

void set_position(const Setting& setting, std::string_view value, const FileReader& read_file, GameSpec& spec) {
    try {
        spec.values.set_file(setting.name, position_of(value, *spec.game, read_file));
    } catch (const UserError& error) {
        throw UserError("setting " + setting.name + ": " + error.what());
    }
}

/// Parses `setting=value` and sets it. Each setting may be given once.
void apply(std::string_view part, std::set<std::string_view>& seen, const FileReader& read_file, GameSpec& spec) {
    SettingValues& values = spec.values;
    const auto equals = part.find('=');
    const auto name = part.substr(0, equals);
    if (equals == std::string_view::npos || name.empty()) {
        throw UserError("'" + std::string(part) + "' is not a setting: write setting=value, separated by commas");
    }
    const Setting& setting = values.setting(name);
    const auto value = part.substr(equals + 1);
    if (!seen.insert(name).second) throw UserError("setting " + std::string(name) + " is given twice");
    if (setting.kind != Setting::Kind::number && value == setting.fallback) return;
    if (setting.kind == Setting::Kind::position) return set_position(setting, value, read_file, spec);
    if (setting.kind == Setting::Kind::file) {
        if (!read_file) throw UserError("setting " + std::string(part) + ": files can't be read here");
        const std::string path(value);
        return values.set_file(name, {path, read_file(path)});
    }
    const auto number = whole_number(value);
    if (!number) throw UserError("setting " + std::string(part) + ": the value must be a whole number");
    values.set(name, *number);
}

/// Whether the position was given as text and not as the path of a file.
bool is_written_out(const Setting& setting, const FileText& file) {
    return setting.kind == Setting::Kind::position && file.source.find(' ') != std::string::npos;
}

/// Completes the settings. Refuses a position in which the game is over.
void complete(GameSpec& spec) {
    const Setting* const setting = setting_of_position(*spec.game);
    const bool is_given = setting != nullptr && spec.values.has(setting->name);
    const FileText position = is_given ? spec.values.file(setting->name) : FileText{};
    spec.game->complete(spec.values);
    if (position.text.empty()) return;
    const auto board = spec.make_board(0);
    if (!is_over(board->outcome())) return;
    throw UserError(name_of(position) + ": the game is over there (" + std::string(board->reason()) + ")");
}

std::string settings_in_words(const GameSpec& spec, bool with_positions) {
    std::string text = spec.game->name;
    const SettingTable& table = spec.values.table();
    char before = ':';
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto& value = spec.values.at(i);
        const auto* file = std::get_if<FileText>(&value);
        if (table[i].is_optional && file != nullptr && file->text.empty()) continue;
        (text += before).append(table[i].name) += '=';
        before = ',';
        if (file == nullptr) {
            append_number(text, std::get<std::int64_t>(value));
        } else if (!with_positions && is_written_out(table[i], *file)) {
            text += "...";
        } else {
            text += file->source;
        }
    }
    return text;
}

/// Parses the settings. `settings` is empty if only the name of the game was given.
GameSpec parse(std::shared_ptr<const GameInfo> game, std::optional<std::string_view> settings,
               const FileReader& read_file, std::string_view position) {
    GameSpec spec(std::move(game));
    try {
        std::set<std::string_view> seen;
        for (bool more = settings.has_value(); more;) {
            const auto end = settings->find(',');
            apply(settings->substr(0, end), seen, read_file, spec);
            more = end != std::string_view::npos;
            if (more) settings->remove_prefix(end + 1);
        }
        if (!position.empty()) {
            const Setting* const setting = setting_of_position(*spec.game);
            if (setting == nullptr) throw UserError("it can't begin from a written position");
            if (seen.contains(setting->name))
                throw UserError("setting " + setting->name + " and --position both give a position");
            spec.values.set_file(setting->name, position_of(position, *spec.game, read_file));
        }
        complete(spec);
    } catch (const UserError& error) {
        throw UserError("game " + spec.game->name + ": " + error.what());
    }
    return spec;
}

}  // namespace

const Setting* setting_of_position(const GameInfo& game) {
    const auto is_position = [](const Setting& setting) { return setting.kind == Setting::Kind::position; };
    const auto found = std::find_if(game.settings.begin(), game.settings.end(), is_position);
    return found == game.settings.end() ? nullptr : &*found;
}

GameSpec parse_spec(std::string_view text, const FileReader& read_file, std::string_view position) {
    const auto colon = text.find(':');
    const bool is_alone = colon == std::string_view::npos;
    return parse(find_game(text.substr(0, colon)), is_alone ? std::nullopt : std::optional(text.substr(colon + 1)),
                 read_file, position);
}

GameSpec parse_settings(std::shared_ptr<const GameInfo> game, std::string_view settings, const FileReader& read_file,
                        std::string_view position) {
    return parse(std::move(game), settings.empty() ? std::nullopt : std::optional(settings), read_file, position);
}

GameSpec with_position(const GameSpec& spec, std::string_view position, const FileReader& read_file) {
    GameSpec begun = spec;
    const Setting* const setting = setting_of_position(*spec.game);
    if (setting == nullptr) throw UserError("game " + spec.game->name + " has no written positions");
    begun.values.set_file(setting->name, read_file ? position_of(position, *spec.game, read_file)
                                                   : FileText{std::string(position), std::string(position)});
    complete(begun);
    return begun;
}

std::string to_string(const GameSpec& spec) {
    return settings_in_words(spec, true);
}

std::string_view name_in(std::string_view text) {
    return text.substr(0, text.find(':'));
}

std::string with_program(std::string_view text, std::string_view program) {
    return std::string(program).append(text.substr(name_in(text).size()));
}

std::string option_text(const GameSpec& spec) {
    const std::string& program = spec.game->program;
    return program.empty() ? to_string(spec) : with_program(to_string(spec), program);
}

std::string headline_of(const GameSpec& spec) {
    return settings_in_words(spec, false);
}

}  // namespace games
