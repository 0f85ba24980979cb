#include "referee/tournament/run/director.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/bots/named_entrant.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/change_lines.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/schedule/knockout.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/paper/schedule/swiss.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/student_entrants.hpp"

namespace referee::tournament {

namespace {

using games::UserError;
using Kind = Change::Kind;

std::vector<std::string> names_of(const TournamentHead& head) {
    std::vector<std::string> names;
    for (const StoredEntrant& entrant : head.entrants)
        names.push_back(entrant.name);
    return names;
}

/// Reads game numbers, counted from 1: "17" or "17-20".
std::optional<std::pair<int, int>> range_of(const std::string& text) {
    const char* end = text.data() + text.size();
    int first = 0, last = 0;
    const auto one = std::from_chars(text.data(), end, first);
    if (one.ec != std::errc() || first < 1) return std::nullopt;
    if (one.ptr == end) return std::pair(first, first);
    const auto other = std::from_chars(one.ptr + 1, end, last);
    if (*one.ptr != '-' || other.ec != std::errc() || other.ptr != end || last < first) return std::nullopt;
    return std::pair(first, last);
}

/// Whether a text is a range that begins with its higher number: "20-17".
bool is_backwards(const std::string& text) {
    const auto dash = text.find('-');
    if (dash == std::string::npos || text.find_first_not_of("0123456789-") != std::string::npos) return false;
    return range_of(text.substr(dash + 1) + "-" + text.substr(0, dash)).has_value();
}

/// Turns orders into changes, one after the other.
class Director {
public:
    Director(const DirectorOrders& orders, std::span<const Newcomer> newcomers, const Store& store,
             std::span<const PlannedGame> games, const FinishedGames& results, const std::string& at)
        : orders_(orders),
          newcomers_(newcomers),
          at_(at),
          store_(store),
          head_(store.head()),
          names_(names_of(head_)),
          settings_(settings_of_json(head_.settings)),
          games_(games),
          results_(results) {}

    std::vector<Change> run(const std::optional<int>& rounds) {
        if (settings_.sprt && !orders_.empty())
            throw UserError("a sequential test can't be changed: start a new tournament");
        const auto replaces = [](const Newcomer& newcomer) { return newcomer.replaces.has_value(); };
        if (!std::ranges::all_of(newcomers_, replaces)) refuse_late_where_all_is_planned("add", rounds);
        if (std::ranges::any_of(newcomers_, replaces)) refuse_late_where_all_is_planned("replace", rounds);
        auto next = static_cast<int>(head_.entrants.size());
        for (const Newcomer& newcomer : newcomers_) {
            if (newcomer.replaces) {
                replace(static_cast<int>(*newcomer.replaces), next++);
            } else {
                refuse_late_in_finished_knockout();
                add({.kind = Kind::joined, .entrant = next++});
            }
        }
        for (const std::string& name : orders_.withdrawn)
            withdraw(number_of("withdraw", name), false);
        for (const std::string& name : orders_.annulled) {
            const int entrant = number_of("annul", name);
            if (!is_replaced_now(entrant)) withdraw(entrant, true);
        }
        for (const std::string& name : orders_.returned)
            bring_back(number_of("return", name));
        require_one_bot_of_each_student();
        if (!orders_.again.empty()) play_again();
        if (rounds) change_rounds(*rounds);
        return changes_;
    }

private:
    Format format() const { return settings_.format.format; }
    int number_of(std::string_view option, const std::string& name) const {
        return static_cast<int>(entrant_meant(option, name, head_));
    }
    std::vector<Change> all_changes() const {
        std::vector<Change> all = head_.changes;
        all.insert(all.end(), changes_.begin(), changes_.end());
        return all;
    }
    /// The field (who takes part when) after the changes so far.
    Field field_after_changes() const {
        const auto newcomers = std::ranges::count_if(changes_, [](const Change& change) {
            return change.kind == Kind::joined || change.kind == Kind::replaced;
        });
        return {static_cast<int>(std::ssize(head_.entrants) + newcomers), all_changes()};
    }
    /// The field before the new changes.
    Field field() const { return {static_cast<int>(head_.entrants.size()), head_.changes}; }

    void add(Change change) {
        change.at = at_;
        change.planned = static_cast<int>(games_.size());
        changes_.push_back(std::move(change));
    }

    bool is_replaced_now(int entrant) const {
        return std::ranges::find(newcomers_, static_cast<std::size_t>(entrant), &Newcomer::replaces) !=
               newcomers_.end();
    }

    /// Refuses an entrant that would never play, because the games of all rounds are already planned.
    void refuse_late_where_all_is_planned(std::string_view option, const std::optional<int>& rounds) const {
        if (format() != Format::swiss || games_.empty()) return;
        const int all = rounds.value_or(Swiss::rounds_of(settings_.format, field()));
        if (games_.back().round + 1 < all) return;
        throw UserError(fmt::format(
            "{}: all {} rounds are already planned, so the bot would not play: add 'rounds {}' to the command", option,
            all, all + 1));
    }

    void refuse_late_in_finished_knockout() const {
        if (format() == Format::knockout && before_later_changes().finished())
            throw UserError("add: this knockout is over; begin another tournament");
    }

    /// The account without the changes since the last game was planned. The order of two such changes must not decide
    /// whether both are possible: a knockout that ends because entrants leave is not over for those that come.
    Account before_later_changes() const {
        TournamentHead head = head_;
        while (!head.changes.empty() && head.changes.back().planned == static_cast<int>(games_.size())) {
            const Kind kind = head.changes.back().kind;
            if (kind == Kind::joined || kind == Kind::replaced) head.entrants.pop_back();
            head.changes.pop_back();
        }
        Account account(head);
        account.plan(games_);
        store_.for_each_summary([&](const StoredMatch& match) { account.add(match); });
        return account;
    }

    void require_present(std::string_view option, int entrant) const {
        if (!field().is_in(entrant))
            throw UserError(fmt::format("{}: '{}' has left the tournament already", option, name(entrant)));
        require_unnamed(option, entrant);
    }
    void require_unnamed(std::string_view option, int entrant) const {
        for (const Change& change : changes_) {
            if (change.entrant == entrant)
                throw UserError(fmt::format("{}: '{}' is named in two changes", option, name(entrant)));
        }
    }
    const std::string& name(int entrant) const { return names_[static_cast<std::size_t>(entrant)]; }

    void refuse_annulment(std::string_view option) const {
        if (format() == Format::knockout)
            throw UserError(fmt::format(
                "{}: knockout results decide who advances, and can't be annulled: use withdraw instead", option));
    }

    /// A change by which `entrant` leaves. Its open games are cancelled. But if one of them had been played, and was to
    /// be played again, its earlier match counts, unless a new version plays the pairing of a knockout anew.
    Change leaving(Kind kind, int entrant, bool annulled) const {
        const bool is_anew = kind == Kind::replaced && format() == Format::knockout;
        const std::set<int> set_aside = is_anew ? std::set<int>() : games_set_aside(head_);
        const std::set<int> cancelled = games_just_cancelled();
        std::set<int> reinstated;  // because the opponent leaves, too
        for (const Change& change : changes_)
            reinstated.insert(change.reinstated.begin(), change.reinstated.end());
        Change change{.kind = kind, .entrant = entrant, .annulled = annulled};
        for (const PlannedGame& game : games_) {
            const bool plays = game.first == entrant || game.second == entrant;
            const bool is_open = results_.find(game.number) == nullptr && !reinstated.contains(game.number);
            const bool is_cancelled = cancelled.contains(game.number);
            if (!plays || (!is_open && !is_cancelled)) continue;
            const bool counts_again = !is_cancelled && set_aside.contains(game.number);
            (counts_again ? change.reinstated : change.cancelled).push_back(game.number);
        }
        return change;
    }

    /// The games that this command cancels so far. In a Swiss tournament, those that were cancelled since the last game
    /// was planned, too: the order in which two opponents leave must not decide which of them has won, so neither has.
    std::set<int> games_just_cancelled() const {
        std::set<int> games;
        const auto add = [&](const Change& change) { games.insert(change.cancelled.begin(), change.cancelled.end()); };
        std::ranges::for_each(changes_, add);
        for (const Change& change : head_.changes) {
            if (format() == Format::swiss && change.planned == static_cast<int>(games_.size())) add(change);
        }
        return games;
    }

    /// The cancelled games that are played after all when `entrant` returns. In a round robin and a gauntlet these are
    /// its games against everybody who is there. In other formats the games are planned as the tournament goes on.
    /// Files of earlier versions may have planned new games in place of cancelled ones. So only those come back that
    /// the pairing lacks, the newest first.
    std::vector<int> games_restored_by(int entrant) const {
        std::vector<int> restored;
        if (format() != Format::round_robin && format() != Format::gauntlet) return restored;
        const Field now = field_after_changes();
        std::map<int, int> uncancelled;              // the numbers of games, by opponent
        std::vector<std::pair<int, int>> cancelled;  // the numbers of games and the opponents
        for (const PlannedGame& game : games_) {
            if (game.first != entrant && game.second != entrant) continue;
            const int other = game.first == entrant ? game.second : game.first;
            if (!now.cancelled().contains(game.number)) {
                ++uncancelled[other];
            } else if (now.is_in(other)) {
                cancelled.emplace_back(game.number, other);
            }
        }
        std::ranges::reverse(cancelled);
        for (const auto& [number, other] : cancelled) {
            if (uncancelled[other]++ < settings_.format.games) restored.push_back(number);
        }
        std::ranges::reverse(restored);
        return restored;
    }

    void withdraw(int entrant, bool annulled) {
        const std::string_view option = annulled ? "annul" : "withdraw";
        const bool again = annulled && !field().is_in(entrant) && !field().is_annulled(entrant);
        if (!again) require_present(option, entrant);
        if (annulled) refuse_annulment(option);
        if (format() == Format::gauntlet && entrant == field().holder_of(settings_.format.challenger))
            throw UserError(fmt::format("{}: '{}' is the challenger: use replace to substitute another bot", option,
                                        name(entrant)));
        add(leaving(Kind::withdrawn, entrant, annulled));
    }

    void replace(int entrant, int by) {
        require_present("replace", entrant);
        if (format() == Format::knockout) {
            const Account account = before_later_changes();
            const bool is_new = entrant >= account.field().entrants();
            if (!is_new && !account.knockout()->plays_on(entrant))
                throw UserError(fmt::format("replace: '{}' plays no more games in this knockout", name(entrant)));
        }
        const bool asked = std::ranges::any_of(
            orders_.annulled, [&](const std::string& text) { return number_of("annul", text) == entrant; });
        if (asked) refuse_annulment("annul");
        const bool plays_all_anew = format() == Format::round_robin || format() == Format::gauntlet;
        Change change = leaving(Kind::replaced, entrant, asked || plays_all_anew);
        change.by = by;
        add(std::move(change));
    }

    void bring_back(int entrant) {
        const Field before = field();
        if (before.is_in(entrant))
            throw UserError(fmt::format("return: '{}' has not left the tournament", name(entrant)));
        require_unnamed("return", entrant);
        if (before.is_annulled(entrant))
            throw UserError(
                fmt::format("return: the results of '{}' were annulled: use add to let it begin anew", name(entrant)));
        if (format() == Format::knockout)
            throw UserError(
                "return: in a knockout, who has left is out of it: use add to let the bot play for a place");
        if (const auto holder = holder_instead_of(entrant))
            throw UserError(fmt::format("return: '{0}' has its place: {1}use replace to put the bot there again",
                                        name(*holder), way_back_of(before, *holder)));
        add({.kind = Kind::returned, .entrant = entrant, .restored = games_restored_by(entrant)});
    }

    /// The entrant that has the place of one that has left, where a place has only one bot: in a Swiss tournament, and
    /// for each student of a class.
    std::optional<int> holder_instead_of(int entrant) const {
        const Field before = field();
        const Student* student = student_of(static_cast<std::size_t>(entrant), head_, before);
        if ((student != nullptr || format() == Format::swiss) && before.replaced_by(entrant))
            return before.holder_of(entrant);
        if (student == nullptr) return std::nullopt;
        const auto newest = static_cast<int>(entrant_of(*student, head_, before).value());
        return before.is_in(newest) ? std::optional(newest) : std::nullopt;
    }

    /// Refuses a second bot of a student. A bot with the name of a student, or of a version, is the student's.
    void require_one_bot_of_each_student() const {
        if (head_.students.empty()) return;
        TournamentHead after;
        after.students = head_.students;
        for (const std::string& one : names_)
            after.entrants.push_back({one, {}, {}});
        for (const Newcomer& newcomer : newcomers_)
            after.entrants.push_back({newcomer.bot, {}, {}});
        const Field field = field_after_changes();
        std::map<const Student*, int> bots;
        for (const int entrant : field.present()) {
            const Student* student = student_of(static_cast<std::size_t>(entrant), after, field);
            if (student == nullptr) continue;
            const auto [other, is_first] = bots.try_emplace(student, entrant);
            if (is_first) continue;
            const auto name_of = [&](int one) { return after.entrants[static_cast<std::size_t>(one)].name; };
            throw UserError(fmt::format(
                "'{0}' and '{1}' would both play for '{2}': use replace to put one in the place of the other, or give "
                "it another name",
                name_of(other->second), name_of(entrant), student->name));
        }
    }

    /// How an entrant comes to take part before it can be replaced: "return 'NAME' first, then ". Empty if it is in.
    std::string way_back_of(const Field& before, int entrant) const {
        if (before.is_in(entrant)) return "";
        return fmt::format("return '{}' first, then ", name(entrant));
    }

    void play_again() {
        const Field now = field_after_changes();
        const auto [ranges, players] = games_and_players();
        const std::vector<int> numbers = store_.numbers_of_matches();
        const std::set<int> played(numbers.begin(), numbers.end());
        std::set<int> games;
        int next = 1;  // ranges may overlap
        for (const auto& [first, last] : ranges) {
            for (next = std::max(next, first); next <= last; ++next)
                games.insert(game_to_repeat(next, now, played));
        }
        for (const PlannedGame& game : games_) {
            const bool wanted = players.contains(game.first) || players.contains(game.second);
            if (wanted && played.contains(game.number) && now.is_in(game.first) && now.is_in(game.second))
                games.insert(game.number);
        }
        if (games.empty())
            throw UserError("again: none of these games was played by two entrants that are still in the tournament");
        refuse_games_that_decided(games, now);
        add({.kind = Kind::again, .games = {games.begin(), games.end()}});
    }

    /// The ranges of games that are to be played again, as the highest number for each lowest one, and the entrants all
    /// of whose games are. A request may have very many words, so equal ones count once.
    std::pair<std::map<int, int>, std::set<int>> games_and_players() const {
        std::map<int, int> ranges;
        std::set<int> players;
        for (const std::string& what : std::set<std::string>(orders_.again.begin(), orders_.again.end())) {
            const auto range = range_of(what);
            if (range && std::ranges::find(names_, what) != names_.end())
                throw UserError(fmt::format(
                    "again {0}: this is both a game number and an entrant's name: write {0}-{0} for the game", what));
            if (range) {
                int& last = ranges[range->first];
                last = std::max(last, range->second);
                continue;
            }
            if (is_backwards(what))
                throw UserError(fmt::format("again {}: a range begins with its lower number", what));
            players.insert(number_of("again", what));
        }
        return {ranges, players};
    }

    int game_to_repeat(int shown, const Field& now, const std::set<int>& played) const {
        const int number = shown - shown_number(0);
        if (number >= 0 && number < std::ssize(games_)) require_players_in(shown, now);
        if (!played.contains(number)) {
            const bool is_ordered = games_set_aside(head_).contains(number) && !now.cancelled().contains(number);
            throw UserError(
                fmt::format("again {}: {}", shown,
                            is_ordered ? "this game is already to be played again" : why_without_match(head_, number)));
        }
        return number;
    }

    void require_players_in(int shown, const Field& now) const {
        const PlannedGame& game = games_[static_cast<std::size_t>(shown - shown_number(0))];
        for (const int entrant : {game.first, game.second}) {
            if (!now.is_in(entrant))
                throw UserError(fmt::format("again {}: '{}' has left the tournament", shown, name(entrant)));
        }
    }

    /// Refuses to repeat a game of a knockout if later games depend on its result.
    void refuse_games_that_decided(const std::set<int>& games, const Field& now) const {
        if (format() != Format::knockout) return;
        FinishedGames left;
        for (const PlannedGame& game : games_) {
            const GameResult* result = results_.find(game.number);
            if (result != nullptr && !games.contains(game.number)) left.add(*result);
        }
        Knockout knockout(settings_.format, now, settings_.run_seed(head_.seed), {games_.begin(), games_.end()});
        knockout.ready(left);
        if (!knockout.is_independent_of_missing(left))
            throw UserError(fmt::format("again: game {} decided who advances, and later games depend on its result",
                                        shown_number(*games.begin())));
    }

    void change_rounds(int rounds) {
        if (format() != Format::swiss) throw UserError("rounds applies only to a Swiss tournament");
        const Field now = field_after_changes();
        if (rounds == Swiss::rounds_of(settings_.format, now)) return;
        const int planned = games_.empty() ? 0 : games_.back().round + 1;
        if (settings_.format.staff > 0 && planned > Swiss::rounds_of(settings_.format, now))
            throw UserError(
                "rounds: the games against the organiser's bots are planned already, and end the tournament");
        // If others take part than at the start, the rounds planned so far do not count against the maximum.
        const bool others = std::ranges::any_of(all_changes(), [](const Change& change) {
            return change.kind == Kind::joined || change.kind == Kind::withdrawn || change.kind == Kind::replaced ||
                   change.kind == Kind::returned;
        });
        const int max = (others ? planned : 0) + Swiss::max_rounds(static_cast<int>(now.present().size()));
        if (rounds < std::max(1, planned) || rounds > max)
            throw UserError(fmt::format("rounds {}: {} are already planned, and {} entrants can play at most {}{}",
                                        rounds, planned, now.present().size(), max,
                                        others ? " in total" : " without rematches"));
        add({.kind = Kind::rounds, .rounds = rounds});
    }

    const DirectorOrders& orders_;
    std::span<const Newcomer> newcomers_;
    const std::string& at_;
    const Store& store_;
    const TournamentHead& head_;
    std::vector<std::string> names_;
    Settings settings_;
    std::span<const PlannedGame> games_;
    const FinishedGames& results_;
    std::vector<Change> changes_;
};

}  // namespace

std::size_t entrant_meant(std::string_view option, const std::string& name, const TournamentHead& head) {
    const std::vector<std::string> names = names_of(head);
    const auto exact = std::ranges::find(names, name);
    const bool names_version =
        exact != names.end() && std::ranges::find(head.students, name, &Student::name) == head.students.end();
    if (head.students.empty() || names_version) return entrant_named(option, name, names);
    std::vector<std::string> firsts;  // all versions of a student's bot have one name here
    for (const std::string& one : names) {
        const Student* student = student_named(one, head.students);
        if (student != nullptr && student->plays_as == one) firsts.push_back(one);
        const std::string& first = student != nullptr ? student->name : one;
        if (std::ranges::find(firsts, first) == firsts.end()) firsts.push_back(first);
    }
    const std::string& first = firsts[entrant_named(option, name, firsts)];
    const auto student = std::ranges::find(head.students, first, &Student::name);
    if (student == head.students.end())
        return static_cast<std::size_t>(std::ranges::find(names, first) - names.begin());
    return entrant_of(*student, head, Field(static_cast<int>(names.size()), head.changes)).value();
}

std::vector<Newcomer> newcomers_of(const DirectorOrders& orders, const TournamentHead& head) {
    std::vector<Newcomer> newcomers;
    for (const std::string& bot : orders.added)
        newcomers.push_back({bot});
    const std::vector<std::string> names = names_of(head);
    for (const std::string& text : orders.replaced) {
        if (text.find('=') == std::string::npos)
            throw UserError(fmt::format("replace '{}': write NAME=BOT, the entrant and the bot in its place", text));
        const auto whole = entrant_before_equals(text, names);
        const std::size_t equals = whole ? names[*whole].size() : text.find('=');
        const std::size_t found = entrant_meant("replace", text.substr(0, equals), head);
        if (text.size() <= equals + 1)
            throw UserError(fmt::format("replace '{}': write NAME=BOT, the entrant and the bot in its place", text));
        newcomers.push_back({text.substr(equals + 1), found});
    }
    return newcomers;
}

std::set<std::size_t> leavers_of(const DirectorOrders& orders, const TournamentHead& head) {
    std::set<std::size_t> leavers;
    for (const std::string& name : orders.withdrawn)
        leavers.insert(entrant_meant("withdraw", name, head));
    for (const std::string& name : orders.annulled)
        leavers.insert(entrant_meant("annul", name, head));
    for (const Newcomer& newcomer : newcomers_of(orders, head))
        if (newcomer.replaces) leavers.insert(*newcomer.replaces);
    return leavers;
}

std::set<std::size_t> returners_of(const DirectorOrders& orders, const TournamentHead& head) {
    std::set<std::size_t> returners;
    for (const std::string& name : orders.returned)
        returners.insert(entrant_meant("return", name, head));
    return returners;
}

std::vector<Change> changes_of(const DirectorOrders& orders, std::span<const Newcomer> newcomers,
                               const std::optional<int>& rounds, const Store& store, const std::string& at) {
    return changes_of(orders, newcomers, rounds, store, store.games(), store.results(), at);
}

std::vector<Change> changes_of(const DirectorOrders& orders, std::span<const Newcomer> newcomers,
                               const std::optional<int>& rounds, const Store& store, std::span<const PlannedGame> games,
                               const FinishedGames& results, const std::string& at) {
    return Director(orders, newcomers, store, games, results, at).run(rounds);
}

}  // namespace referee::tournament
