#include "referee/tournament/figures/tables/joined_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/output.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/settings.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

std::string shown(const NamedStore& file) {
    return "'" + file.path + "'";
}

/// Refuses a file whose games can't be compared with those of the first file.
void check_same_game(const NamedStore& first, const Settings& settings, const NamedStore& other,
                     const Settings& others) {
    const auto name = [](const Settings& of) { return std::string(games::name_in(of.game)); };
    const auto refuse = [&](const std::string& why) {
        throw UserError(fmt::format("{} and {} can't be put together: {}", shown(first), shown(other), why));
    };
    if (name(settings) != name(others))
        refuse(fmt::format("one is of {}, the other of {}", name(settings), name(others)));
    if (!settings.rules.empty() && !others.rules.empty() && !protocol::same_json(settings.rules, others.rules))
        refuse(fmt::format("the rules of {} differ", name(settings)));
    const auto differs = std::ranges::mismatch(settings.config, others.config);
    if (differs.in1 == settings.config.end() && differs.in2 == others.config.end()) return;
    const auto& setting = differs.in1 == settings.config.end() ? *differs.in2 : *differs.in1;
    refuse(fmt::format("the game's setting '{}' differs", setting.first));
}

/// Whether the files have a game in common, or may be copies from before the first game. Different tournaments may have
/// one seed and begin in the same second, but no two games have the same times for all moves.
bool are_of_one_tournament(const Store& one, const Store& two) {
    if (one.head().seed != two.head().seed || one.head().created_at != two.head().created_at) return false;
    const std::vector<int> numbers = one.numbers_of_matches(), others = two.numbers_of_matches();
    std::vector<int> common;
    std::ranges::set_intersection(numbers, others, std::back_inserter(common));
    if (common.empty()) {
        const std::vector<StoredEntrant>&first = one.head().entrants, &second = two.head().entrants;
        const auto [end, other_end] = std::ranges::mismatch(first, second);
        return end == first.end() || other_end == second.end();
    }
    return std::ranges::any_of(common, [&](int number) { return one.log_of(number) == two.log_of(number); });
}

/// The words of a command without folders, which may differ between machines.
std::vector<std::string> words_of(const StoredEntrant& entrant) {
    std::vector<std::string> words;
    for (const std::string& word : entrant.command)
        words.push_back(word.substr(word.rfind('/') + 1));
    return words;
}

std::multiset<std::string> sums_of(const StoredEntrant& entrant) {
    std::multiset<std::string> sums;
    for (const FileSum& file : entrant.files)
        sums.insert(file.sha256);
    return sums;
}

/// The union of the entrants of all files, and what differs between entrants of one name.
class Entrants {
public:
    /// Returns the numbers in the union of the entrants of a file.
    std::vector<int> add(const std::vector<StoredEntrant>& entrants) {
        std::vector<int> numbers;
        for (const StoredEntrant& entrant : entrants) {
            const auto [found, is_new] = numbers_.try_emplace(entrant.name, static_cast<int>(all_.size()));
            numbers.push_back(found->second);
            if (is_new)
                all_.push_back(entrant);
            else
                compare(all_[static_cast<std::size_t>(found->second)], entrant);
        }
        return numbers;
    }
    const std::vector<StoredEntrant>& all() const { return all_; }

    std::optional<std::string> warning() const {
        if (different_.empty()) return std::nullopt;
        std::vector<std::string> texts;
        for (const auto& [name, parts] : different_)
            texts.push_back(fmt::format("{} ({})", name, fmt::join(parts, ", ")));
        return fmt::format("not the same in all files: {}", fmt::join(texts, ", "));
    }

private:
    void compare(const StoredEntrant& one, const StoredEntrant& other) {
        const auto note = [&](bool same, std::string_view part) {
            if (!same) different_[one.name].insert(part);
        };
        note(words_of(one) == words_of(other), "arguments");
        note(sums_of(one) == sums_of(other), "files");
        note(one.limits == other.limits, "limits");
        note(one.reuse == other.reuse, "reuse");
    }

    std::vector<StoredEntrant> all_;
    std::map<std::string, int> numbers_;
    std::map<std::string, std::set<std::string_view>> different_;
};

/// A file with the games that count: those with a match, without those of annulled entrants.
struct Source {
    const Store* store;
    std::vector<int> entrants;  ///< the number of each entrant in the union
    std::map<int, PlannedGame> games;
};

Source source_of(const Store& store, std::vector<int> entrants) {
    Source source{&store, std::move(entrants), {}};
    const Field field = store.head().field();
    const std::vector<PlannedGame> planned = store.games();
    for (const int number : store.numbers_of_matches()) {
        const PlannedGame& game = planned.at(static_cast<std::size_t>(number));
        if (!field.is_annulled(game.first) && !field.is_annulled(game.second)) source.games.emplace(number, game);
    }
    return source;
}

/// Gives the pairs of all files different numbers.
void number_pairs(std::vector<Source>& sources) {
    std::map<std::pair<const Source*, int>, int> numbers;
    for (Source& source : sources)
        for (auto& [number, game] : source.games)
            game.pair = numbers.try_emplace({&source, game.pair}, static_cast<int>(numbers.size())).first->second;
}

/// Plans the games of all files in one account, and adds their matches.
void add_games(Account& account, std::vector<Source>& sources) {
    int next_opening = 0;
    for (Source& source : sources) {
        const int begin = account.planned_games();
        const int openings_before = next_opening;
        std::map<int, int> numbers;
        for (auto& [number, game] : source.games) {
            numbers.emplace(number, begin + static_cast<int>(numbers.size()));
            game.number = numbers.at(number);
            game.round = 0;
            game.first = source.entrants.at(static_cast<std::size_t>(game.first));
            game.second = source.entrants.at(static_cast<std::size_t>(game.second));
            if (game.opening) game.opening = openings_before + *game.opening;
            next_opening = std::max(next_opening, game.opening.value_or(-1) + 1);
            account.plan({&game, 1});
        }
        source.store->for_each_summary([&](const StoredMatch& match) {
            const auto number = numbers.find(match.result.number);
            if (number == numbers.end()) return;
            StoredMatch moved = match;
            moved.result.number = number->second;
            moved.first = source.entrants.at(static_cast<std::size_t>(match.first));
            moved.second = source.entrants.at(static_cast<std::size_t>(match.second));
            account.add(moved);
        });
    }
}

/// The anchor as the user named it.
std::optional<std::pair<std::string, double>> named_anchor(const TournamentHead& head, const Settings& settings) {
    if (!settings.anchor) return std::nullopt;
    return std::pair(head.entrants.at(settings.anchor->entrant).name, settings.anchor->elo);
}

/// The settings of an open-ended table that is ordered by ratings. `rules`: of a game of one's own.
Settings settings_of_union(const Settings& first, std::string rules) {
    Settings settings;
    settings.game = first.game;
    settings.config = first.config;
    settings.limits = first.limits;
    settings.rules = std::move(rules);
    settings.format.format = Format::ladder;
    return settings;
}

}  // namespace

void require_joinable(std::span<const NamedStore> files) {
    const Settings first = settings_of_json(files.front().store.head().settings);
    for (const NamedStore& file : files.subspan(1)) {
        check_same_game(files.front(), first, file, settings_of_json(file.store.head().settings));
        for (const NamedStore* other = files.data(); other != &file; ++other) {
            if (are_of_one_tournament(other->store, file.store))
                throw UserError(
                    fmt::format("{} and {} are the same tournament: give it only once", shown(*other), shown(file)));
        }
    }
}

JoinedFiles join(std::span<const NamedStore> files) {
    require_joinable(files);
    Entrants entrants;
    std::vector<Source> sources;
    std::vector<std::string> paths, warnings;
    const Settings first = settings_of_json(files.front().store.head().settings);
    const auto anchor = named_anchor(files.front().store.head(), first);
    bool same_anchor = true;
    std::string rules;
    for (const NamedStore& file : files) {
        const TournamentHead& head = file.store.head();
        const Settings settings = settings_of_json(head.settings);
        if (rules.empty()) rules = settings.rules;
        if (settings.limits != first.limits || settings.sandbox != first.sandbox)
            warnings.push_back(
                fmt::format("the limits or the sandbox of {} are not those of {}", shown(file), shown(files.front())));
        same_anchor = same_anchor && named_anchor(head, settings) == anchor;
        sources.push_back(source_of(file.store, entrants.add(head.entrants)));
        paths.push_back(harmless(file.path));
    }
    if (const auto different = entrants.warning()) warnings.push_back(*different);
    if (!same_anchor)
        warnings.emplace_back("the files have different anchors, so none is used: give one with --anchor");

    TournamentHead head = files.front().store.head();
    head.entrants = entrants.all();
    head.changes.clear();
    head.students.clear();
    Settings settings = settings_of_union(first, std::move(rules));
    if (same_anchor) settings.anchor = first.anchor;  // the first file's entrants keep their numbers
    JoinedFiles joined{Account(head, settings, paths), std::move(warnings)};
    number_pairs(sources);
    add_games(joined.account, sources);
    return joined;
}

}  // namespace referee::tournament
