#include "referee/web/serve/offers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/bots/sample_bots.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/web/pages/public_log.hpp"
#include "referee/web/serve/opponents.hpp"
#include "referee/web/serve/page_json.hpp"

namespace referee::serve {

namespace {

using games::UserError;
using protocol::Json;
using Setting = games::Setting;
using std::chrono::milliseconds;

constexpr milliseconds usual_move_time = std::chrono::seconds(1);

/// The usual opponents, if they are installed.
std::vector<std::string> usual_bots(bool of_own_game) {
    std::vector<std::string> bots;
    for (const Opponent& opponent : usual_opponents(of_own_game)) {
        const auto bot = sample_bot(std::string(opponent.name));
        // Bots are given as command lines, in which these characters have a special meaning.
        if (bot && bot->find_first_of(" \t'\"\\") == std::string::npos) bots.push_back(*bot);
    }
    return bots;
}

/// The settings of a game that are numbers. Other settings name files, and a browser must not name files of this
/// machine.
Json settings_json(const std::shared_ptr<const games::GameInfo>& game) {
    const auto usual = games::parse_settings(game, "");
    Json settings = Json::array();
    for (const Setting& setting : game->settings) {
        if (setting.kind != Setting::Kind::number) continue;
        Json row = {{"name", setting.name},
                    {"meaning", setting.meaning},
                    {"value", usual.values.get(setting.name)},
                    {"least", setting.min},
                    {"most", setting.max}};
        // The default follows from other settings. The page should omit this setting if one of them changes.
        if (!games::whole_number(setting.fallback)) row["follows"] = setting.fallback;
        settings.push_back(std::move(row));
    }
    return settings;
}

/// The settings that are numbers, as a spec writes them: "height=6,width=7". Files and positions are omitted.
std::string numbers_of(const games::GameSpec& spec) {
    std::string text;
    for (const Setting& setting : spec.values.table()) {
        if (setting.kind != Setting::Kind::number) continue;
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", setting.name, spec.values.get(setting.name));
    }
    return text;
}

/// The game of the tournament, with only those of its settings that are numbers. If there is no tournament, or its game
/// is not built in, the first game of the catalogue: a tournament's file never starts a program.
games::GameSpec spec_of_settings(const std::optional<tournament::Settings>& settings) {
    if (!settings || !settings->rules.empty()) return games::parse_settings(games::catalogue().front(), "");
    const std::string name(games::name_in(settings->game));
    std::string text;
    for (const auto& [setting, value] : settings->config) {
        if (const auto* number = std::get_if<std::int64_t>(&value))
            text += fmt::format("{}{}={}", text.empty() ? ":" : ",", setting, *number);
    }
    try {
        return games::parse_spec(name + text);
    } catch (const UserError&) {  // the numbers are not valid without the files
        return games::parse_spec(name);
    }
}

/// Explains why a bot can't be run although its program exists: the program may be an interpreter, and the bot's script
/// may be missing. Empty if the bot can be run.
std::string missing_file(const tournament::StoredEntrant& stored, const tournament::Contender& now) {
    for (const auto& file : stored.files) {
        if (std::any_of(now.files.begin(), now.files.end(), [&](const auto& known) { return known.path == file.path; }))
            continue;
        return fmt::format(
            "its file '{}' is missing; start referee serve in the folder in which the tournament was started",
            file.path);
    }
    return "";
}

/// The suggested time for a move is the tournament's move limit, but not less than the usual time: a person can wait,
/// and a bot plays badly in a hurry. If the tournament has only a clock for the whole game, it is the clock's share for
/// one move.
milliseconds usual_time_of(const protocol::Limits& limits) {
    const protocol::Micros time = limits.move    ? *limits.move
                                  : limits.clock ? share_of_a_move(*limits.clock)
                                                 : usual_move_time;
    return std::clamp(std::chrono::ceil<milliseconds>(time), usual_move_time, Offers::max_move_time);
}

/// Adds what is known of a bot that is a sample bot.
void add_strength(Json& row, const BotCommand& command) {
    const Opponent* const opponent = opponent_of(command);
    if (opponent == nullptr) return;
    row["about"] = opponent->about;
    row["ratings"] = Json::object();
    for (const OpponentRating& rating : ratings())
        if (rating.bot == opponent->name) row["ratings"][rating.game] = {{"row", rating.row}, {"elo", rating.elo}};
}

/// Why a bot can't play a game. Nothing for a bot of a class, because the reason tells which sample bot it is: it
/// forfeits such a game.
std::optional<std::string> refusal_of(const OfferedBot& bot, const games::GameInfo& game) {
    return bot.is_discreet ? std::nullopt : referee::refusal_of(bot.entrant, game);
}

/// Returns a member of an object. Throws games::UserError if it is missing or has another type.
template <class Value>
Value member(const Json& object, const char* name, bool (Json::*is_right)() const noexcept, const char* type) {
    const auto found = object.find(name);
    if (found == object.end() || !((*found).*is_right)()) throw UserError(fmt::format("'{}' must be {}", name, type));
    return found->get<Value>();
}

std::int64_t number(const Json& object, const char* name, std::int64_t min_value, std::int64_t max_value) {
    const auto found = object.find(name);
    const bool whole = found != object.end() && found->is_number_integer();
    // Numbers that are too large for a signed type are read as unsigned.
    const bool huge = whole && found->is_number_unsigned() && found->get<std::uint64_t>() > max_seed;
    const std::int64_t value = whole && !huge ? found->get<std::int64_t>() : min_value - 1;
    if (value >= min_value && value <= max_value) return value;
    throw UserError(fmt::format("'{}' must be a whole number from {} to {}", name, min_value, max_value));
}

bool is_program(const games::GameInfo& game) {
    return !game.program.empty();
}

std::vector<std::string> list_of_moves(const Json& list) {
    std::vector<std::string> moves;
    for (const Json& move : list.is_array() ? list : Json::array()) {
        if (!move.is_string()) throw UserError(fmt::format("'moves': ply {} is not a valid move", moves.size() + 1));
        moves.push_back(move.get<std::string>());
    }
    if (!list.is_array()) throw UserError("'moves' must be a list of moves");
    return moves;
}

/// Throws games::UserError if the plies with which the match begins can't be played, or if they end the game.
void check_moves(const std::vector<std::string>& moves, const games::GameSpec& spec, std::uint64_t seed) {
    const auto board = spec.make_board(seed);
    for (std::size_t ply = 0; ply < moves.size(); ++ply) {
        if (games::is_over(board->outcome()) || board->play(moves[ply]) != games::Verdict::played)
            throw UserError(fmt::format("'moves': ply {} is not a valid move", ply + 1));
    }
    if (games::is_over(board->outcome())) throw UserError("'moves': the game is over after them");
}

}  // namespace

Offers::Offers(const tournament::TournamentHead* tournament, const std::vector<std::string>& bots,
               std::string_view path, std::optional<games::GameSpec> game)
    : game_(std::move(game)) {
    if (tournament != nullptr) {
        settings_ = tournament::settings_of_json(tournament->settings);
        add_entrants(*tournament, path);
    }
    const bool none = tournament == nullptr && bots.empty();
    add_bots(none ? usual_bots(game_ && is_program(*game_->game)) : bots, path);
    if (bots_.empty() && tournament == nullptr) {
        throw UserError("there is no bot to play against: name one with --bot, or a tournament's file");
    }
    if (tournament != nullptr && tournament::is_of_class(*tournament)) be_discreet();
    json_ = described();
}

/// Shows nothing of the bots but their names. The reasons why some can't be run name paths, and are for the teacher.
void Offers::be_discreet() {
    for (OfferedBot& bot : bots_) {
        bot.is_discreet = true;
        if (bot.why_not.empty()) continue;
        warn(fmt::format("'{}' can't be played against: {}", bot.entrant.name, bot.why_not));
        bot.why_not = "it can't be started now";
    }
}

/// Adds the present entrants as offered bots. Also adds a bot that can't be run any more, with the reason.
void Offers::add_entrants(const tournament::TournamentHead& tournament, std::string_view path) {
    const tournament::Field field = tournament.field();
    for (const int number : field.present()) {
        const auto& stored = tournament.entrants[static_cast<std::size_t>(number)];
        OfferedBot bot;
        try {
            const auto contender = tournament::contenders_of({&stored, 1}, {path, settings_->bots_folders}).front();
            bot.entrant = contender.entrant;
            bot.entrant.reuse = false;  // it plays only one game
            bot.why_not = missing_file(stored, contender);
        } catch (const UserError& error) {
            bot.entrant.name = stored.name;
            bot.why_not = error.what();
        }
        bots_.push_back(std::move(bot));
    }
}

void Offers::add_bots(const std::vector<std::string>& bots, std::string_view path) {
    std::vector<std::string> taken;
    for (const auto& bot : bots_)
        taken.push_back(bot.entrant.name);
    for (auto& contender : find_bots(tournament::candidates_of(bots, path), {path}, taken).contenders)
        bots_.push_back({std::move(contender.entrant), ""});
}

std::vector<std::string> Offers::secrets() const {
    std::vector<std::string> secrets = game_ ? game_->game->secrets : std::vector<std::string>();
    for (const std::string& folder : settings_ ? settings_->bots_folders : std::vector<std::string>())
        secrets.push_back(secret_file(folder));
    for (const OfferedBot& bot : bots_) {
        if (!bot.why_not.empty()) continue;
        const auto own = secrets_of(bot.entrant);
        secrets.insert(secrets.end(), own.begin(), own.end());
    }
    return secrets;
}

std::string Offers::described() const {
    const games::GameSpec spec = first_game();
    std::vector<std::shared_ptr<const games::GameInfo>> offered;
    if (is_program(*spec.game)) offered.push_back(spec.game);
    offered.insert(offered.end(), games::catalogue().begin(), games::catalogue().end());
    Json bots = Json::array();
    for (const auto& bot : bots_) {
        Json row = {{"name", bot.entrant.name}, {"available", bot.why_not.empty()}};
        if (!bot.why_not.empty()) row["why"] = harmless(bot.why_not);
        if (!bot.is_discreet) add_strength(row, bot.entrant.command);
        Json refused = Json::array();
        for (const auto& game : offered)
            if (refusal_of(bot, *game)) refused.push_back(game->name);
        if (!refused.empty()) row["refuses"] = std::move(refused);
        bots.push_back(std::move(row));
    }
    Json games = Json::array();
    for (const auto& game : offered) {
        games.push_back({{"name", game->name}, {"rules", game->rules}, {"settings", settings_json(game)}});
        if (is_program(*game)) games.back()["description"] = protocol::parse_json(game->record);
    }
    const auto move_time = settings_ ? usual_time_of(settings_->limits) : usual_move_time;
    return protocol::json_text({{"bots", std::move(bots)},
                                {"games", std::move(games)},
                                {"game", spec.game->name},
                                {"settings", numbers_of(spec)},
                                {"move_ms", move_time.count()},
                                {"most_move_ms", max_move_time.count()},
                                {"tournament", settings_ ? Json(games::name_in(settings_->game)) : Json(nullptr)}});
}

games::GameSpec Offers::first_game() const {
    return game_ ? *game_ : spec_of_settings(settings_);
}

games::GameSpec Offers::spec_wished(std::string_view game, std::string_view settings) const {
    if (game_ && is_program(*game_->game) && game_->game->name == game) {
        // The rules would be asked whether they know the position, and the server must not wait for them.
        const bool has_position = fmt::format(",{}", settings).find(",position=") != std::string::npos;
        if (has_position && games::setting_of_position(*game_->game) != nullptr)
            throw UserError(fmt::format("a match of {} in a browser begins at the start of the game", game));
        return games::parse_settings(game_->game, settings);
    }
    const auto& known = games::catalogue();
    if (std::ranges::none_of(known, [&](const auto& one) { return one->name == game; })) {
        throw UserError(
            fmt::format("{} is not offered here: a game of one's own is played if the server is started "
                        "with --game and the file of its rules",
                        harmless(game)));
    }
    games::GameSpec spec = games::parse_settings(games::find_game(game), settings);
    if (!spec.make_board(0)->moves_listed()) {
        throw UserError(fmt::format("this board is too large for {} to be played in a browser", game));
    }
    return spec;
}

protocol::Limits Offers::limits(milliseconds move_time) const {
    protocol::Limits limits = usual_limits();
    if (settings_) {
        if (settings_->limits.first_move) limits.first_move = settings_->limits.first_move;
        limits.margin = settings_->limits.margin;
    }
    return with_given(limits, {.move = move_time, .first_move = {}, .margin = {}, .clock = {}});
}

MatchWish Offers::wish_of(std::string_view json) const {
    constexpr std::array<std::string_view, 7> keys = {"bot", "game", "settings", "you", "move_ms", "seed", "moves"};
    const Json wish = object_of(json, keys, "a match request must be a JSON object");
    if (bots_.empty()) throw UserError("there is no bot to play against");
    const auto bot = static_cast<std::size_t>(number(wish, "bot", 0, static_cast<std::int64_t>(bots_.size()) - 1));
    if (!bots_[bot].why_not.empty()) {
        throw UserError(fmt::format("{} can't be played against: {}", bots_[bot].entrant.name, bots_[bot].why_not));
    }
    const auto you = static_cast<int>(number(wish, "you", 0, 1));
    const milliseconds move_time(number(wish, "move_ms", 1, max_move_time.count()));
    const auto game = member<std::string>(wish, "game", &Json::is_string, "the name of a game");
    const auto settings = member<std::string>(wish, "settings", &Json::is_string, "a text");
    MatchWish wished{bot, spec_wished(game, settings), you, move_time};
    if (const auto why = refusal_of(bots_[bot], *wished.spec.game))
        throw UserError(fmt::format("'{}' {}", bots_[bot].entrant.name, *why));
    if (wished.spec.game->has_secrets && (wish.contains("moves") || wish.contains("seed")))
        throw UserError(fmt::format("{} has secrets: a match can't begin with given moves or with a given seed", game));
    if (!wish.contains("moves")) return wished;
    wished.seed = static_cast<std::uint64_t>(number(wish, "seed", 0, static_cast<std::int64_t>(max_seed)));
    wished.opening = list_of_moves(wish.at("moves"));
    if (!is_program(*wished.spec.game)) check_moves(wished.opening, wished.spec, *wished.seed);
    return wished;
}

}  // namespace referee::serve
