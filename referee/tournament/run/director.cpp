#include "referee/tournament/run/director.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "games/user_error.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/change_lines.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/schedule/knockout.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/paper/schedule/swiss.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/student_entrants.hpp"
#include "referee/tournament/run/games_to_repeat.hpp"

namespace referee::tournament {

namespace {

using games::UserError;
using Kind = Change::Kind;

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
          names_(head_.names()),
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
        if (!orders_.again.empty()) {
            const auto games = games_to_repeat(orders_.again, store_, games_, results_, field_after_changes());
            add({.kind = Kind::again, .games = {games.begin(), games.end()}});
        }
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
    Field field() const { return head_.field(); }

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
    /// be played again, its earlier match counts, unless new versions play the pairing of a knockout anew. Nobody does
    /// if one of its places gets empty.
    Change leaving(Kind kind, int entrant, bool annulled) const {
        const bool is_knockout = format() == Format::knockout;
        const Field before = field();
        const auto is_of = [&](int player) {
            return player == entrant || (is_knockout && before.place_of(player) == before.place_of(entrant));
        };
        const std::set<int> set_aside = games_set_aside(head_), cancelled = games_just_cancelled();
        std::set<int> reinstated;  // because the opponent leaves, too
        for (const Change& change : changes_)
            reinstated.insert(change.reinstated.begin(), change.reinstated.end());
        Change change{.kind = kind, .entrant = entrant, .annulled = annulled};
        for (const PlannedGame& game : games_) {
            const bool plays = is_of(game.first) || is_of(game.second);
            const bool is_open = results_.find(game.number) == nullptr && !reinstated.contains(game.number);
            const bool is_cancelled = cancelled.contains(game.number);
            if (!plays || (!is_open && !is_cancelled)) continue;
            const bool counts_again =
                set_aside.contains(game.number) && (is_knockout ? kind == Kind::withdrawn : !is_cancelled);
            (counts_again ? change.reinstated : change.cancelled).push_back(game.number);
        }
        return change;
    }

    /// The games that this command cancels so far. In a Swiss tournament and a knockout, those that were cancelled
    /// since the last game was planned, too: the order in which two opponents leave must not decide who has won.
    std::set<int> games_just_cancelled() const {
        const bool in_any_order = format() == Format::swiss || format() == Format::knockout;
        std::set<int> games;
        for (const Change& change : in_any_order ? all_changes() : changes_) {
            if (change.planned != static_cast<int>(games_.size())) continue;
            games.insert(change.cancelled.begin(), change.cancelled.end());
            for (const int number : change.reinstated)
                games.erase(number);
        }
        return games;
    }

    /// The cancelled games that are played after all when `entrant` returns. In a round robin and a gauntlet these are
    /// its games against everybody who is there. In other formats the games are planned as the tournament goes on.
    /// Files of earlier versions may have planned new games in place of cancelled ones. So only those come back that
    /// the pairing lacks, the newest first.
    std::vector<int> games_restored_by(int entrant) const {
        std::vector<int> restored;
        if (!has_fixed_pairings(format())) return restored;
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
        Change change = leaving(Kind::replaced, entrant, asked || has_fixed_pairings(format()));
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
        const std::string owner = owner_of(static_cast<std::size_t>(entrant), head_, before);
        if ((!owner.empty() || format() == Format::swiss) && before.replaced_by(entrant))
            return before.holder_of(entrant);
        if (owner.empty()) return std::nullopt;
        const auto newest = static_cast<int>(bot_of(owner, head_, before).value());
        return before.is_in(newest) ? std::optional(newest) : std::nullopt;
    }

    /// Refuses a second bot of a student or a team. A bot with the name of one, or of a version, belongs to it.
    void require_one_bot_of_each_student() const {
        if (head_.students.empty()) return;
        TournamentHead after;
        after.students = head_.students;
        after.hand_ins.former = head_.hand_ins.former;
        for (const std::string& one : names_)
            after.entrants.push_back({one, {}, {}});
        for (const Newcomer& newcomer : newcomers_)
            after.entrants.push_back({newcomer.bot, {}, {}});
        const Field field = field_after_changes();
        std::map<std::string, int> bots;
        for (const int entrant : field.present()) {
            const std::string owner = owner_of(static_cast<std::size_t>(entrant), after, field);
            if (owner.empty()) continue;
            const auto [other, is_first] = bots.try_emplace(owner, entrant);
            if (is_first) continue;
            const auto name_of = [&](int one) { return after.entrants[static_cast<std::size_t>(one)].name; };
            throw UserError(fmt::format(
                "'{0}' and '{1}' would both play for '{2}': use replace to put one in the place of the other, or give "
                "it another name",
                name_of(other->second), name_of(entrant), owner));
        }
    }

    /// How an entrant comes to take part before it can be replaced: "return 'NAME' first, then ". Empty if it is in.
    std::string way_back_of(const Field& before, int entrant) const {
        if (before.is_in(entrant)) return "";
        return fmt::format("return '{}' first, then ", name(entrant));
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
        const bool others = now.present() != now.first_entrants();
        const int in = static_cast<int>(now.present().size());
        if (in < 2) throw UserError(fmt::format("rounds {}: fewer than two entrants take part", rounds));
        const int more = others ? Swiss::max_rounds(in)
                                : Swiss(settings_.format, now, settings_.run_seed(head_.seed),
                                        std::vector(games_.begin(), games_.end()))
                                      .rounds_without_rematch(std::max(1, rounds - planned));
        if (rounds < std::max(1, planned) || rounds > planned + more)
            throw UserError(fmt::format("rounds {}: {} are already planned, and {} entrants can play at most {}{}",
                                        rounds, planned, in, planned + more,
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
