#include "tests/simulation/orders.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "tests/simulation/words.hpp"

namespace simulation {

namespace {

/// One command and the state in which it is given.
constexpr int most_paired = 6;  ///< above this, it takes too long to try all rounds

/// Tries all ways to pair more rounds of a Swiss tournament in which nobody joins or leaves: nobody meets anybody
/// twice, and nobody has two byes.
class Rounds {
public:
    explicit Rounds(const Book& book) : entrants_(static_cast<int>(book.entrants.size())) {
        for (const Row& row : book.games)
            met_.insert(std::minmax(row.first, row.second));
        for (const auto& [round, entrants] : book.byes)
            had_bye_.insert(entrants.begin(), entrants.end());
    }
    bool can_be_paired(int rounds) { return rounds == 0 || goes_on(rounds, {}, entrants_ % 2 == 1); }

private:
    /// `paired`: in the first of these rounds. `may_rest`: somebody must still get its bye.
    bool goes_on(int rounds, std::set<int> paired, bool may_rest) {
        int first = 0;
        while (paired.contains(first))
            ++first;
        if (first == entrants_) return can_be_paired(rounds - 1);
        paired.insert(first);
        if (may_rest && had_bye_.insert(first).second) {
            const bool done = goes_on(rounds, paired, false);
            had_bye_.erase(first);
            if (done) return true;
        }
        for (int other = first + 1; other < entrants_; ++other) {
            if (paired.contains(other) || !met_.insert({first, other}).second) continue;
            std::set<int> both = paired;
            both.insert(other);
            const bool done = goes_on(rounds, both, may_rest);
            met_.erase({first, other});
            if (done) return true;
        }
        return false;
    }

    int entrants_;
    std::set<std::pair<int, int>> met_;
    std::set<int> had_bye_;
};

class Orders {
public:
    Orders(const Book& book, const Words& typed)
        : book_(book), orders_(orders_in(typed)), has_folder_(has(typed, "--bots")) {
        for (std::size_t i = 0; i < book.entrants.size(); ++i)
            if (book.entrants[i].present) present_.insert(static_cast<int>(i));
    }

    Verdict verdict() {
        if (book_.has_test || (orders_.empty() && !has_folder_)) return Verdict::refused;
        for (const auto& [verb, words] : orders_)
            demand(!verb.empty() && !words.empty());
        for (const std::string& bot : orders_["add"]) {
            arrive(bot, "");
            demand(!is_member_of_team(bot.substr(0, bot.find('='))) || bot.find('=') == std::string::npos);
        }
        for (const std::string& order : orders_["replace"])
            replace(order);
        // A book does not tell what is new in a folder. Who is out of a knockout gets no new version.
        demand(true, has_folder_ && (book_.format == "swiss" || book_.format == "knockout"));
        if (!orders_["add"].empty()) demand(!all_is_planned(), book_.format == "knockout");
        for (const std::string& name : orders_["withdraw"])
            withdraw(name);
        for (const std::string& name : orders_["annul"])
            annul(name);
        for (const std::string& name : orders_["return"])
            bring_back(name);
        if (!orders_["again"].empty()) play_again();
        if (!orders_["rounds"].empty()) change_rounds(std::stoi(orders_["rounds"].front()));
        demand(orders_["rounds"].size() <= 1);
        for (const auto& [student, bots] : playing())
            demand(bots <= 1);
        return verdict_;
    }

private:
    const Participant& at(int entrant) const { return book_.entrants[static_cast<std::size_t>(entrant)]; }

    /// Notes whether a part of the command is allowed. `if_so`: only if something else holds, which a book does not
    /// tell.
    void demand(bool allowed, bool if_so = false) {
        if (!allowed) verdict_ = Verdict::refused;
        if (if_so && verdict_ == Verdict::accepted) verdict_ = Verdict::either;
    }
    void name_once(int entrant) { demand(named_.insert(entrant).second); }
    /// The entrant of this name; nobody is called so: the command is refused.
    std::optional<int> meant(const std::string& name) {
        const auto entrant = book_.meant_by(name);
        demand(entrant.has_value());
        return entrant;
    }

    [[nodiscard]] bool is_member_of_team(const std::string& name) const {
        return std::ranges::any_of(book_.students,
                                   [&](const Listed& one) { return one.name == name && !one.team.empty(); });
    }
    /// Two bots have different names, if they are given. A bot with the name of a student is the student's.
    void arrive(const std::string& bot, const std::string& student) {
        const auto equals = bot.find('=');
        const std::string name = equals == std::string::npos ? "" : bot.substr(0, equals);
        for (const Participant& one : book_.entrants)
            demand(one.name != name);
        const std::string owner = book_.student_named(name);
        arriving_students_.push_back(owner.empty() ? student : owner);
    }
    void replace(const std::string& order) {
        const auto equals = order.find('=');
        const auto entrant = meant(order.substr(0, equals));
        if (!entrant) return;
        name_once(*entrant);
        replaced_.insert(*entrant);
        demand(at(*entrant).present && !all_is_planned(), book_.format == "knockout");
        ++arriving_;
        present_.erase(*entrant);
        arrive(order.substr(equals + 1), at(*entrant).student);
    }
    void withdraw(const std::string& name) {
        if (const auto entrant = meant(name)) leave(*entrant);
    }
    void leave(int entrant) {
        name_once(entrant);
        demand(at(entrant).present && !(book_.format == "gauntlet" && entrant == book_.challenger_now()));
        present_.erase(entrant);
    }
    void annul(const std::string& name) {
        demand(book_.format != "knockout");
        const auto entrant = meant(name);
        if (!entrant || replaced_.contains(*entrant)) return;
        if (at(*entrant).present) return leave(*entrant);
        name_once(*entrant);
        demand(!at(*entrant).annulled);
    }
    void bring_back(const std::string& name) {
        const auto entrant = meant(name);
        if (!entrant) return;
        const Participant& one = at(*entrant);
        name_once(*entrant);
        const bool one_bot_a_place = book_.format == "swiss" || !one.student.empty();
        demand(!one.present && !one.annulled && book_.format != "knockout" && !(one_bot_a_place && one.heir));
        // An older version does not come back beside a newer one, not even if that leaves with the same command.
        const auto newest = one.student.empty() ? std::nullopt : book_.bot_of(one.student);
        demand(!newest || !at(*newest).present);
        present_.insert(*entrant);
    }
    /// How many bots of each student take part.
    std::map<std::string, int> playing() const {
        std::map<std::string, int> playing;
        for (const int entrant : present_)
            if (!at(entrant).student.empty()) ++playing[at(entrant).student];
        for (const std::string& student : arriving_students_)
            if (!student.empty()) ++playing[student];
        return playing;
    }

    bool both_present(int game) const {
        const Row& row = book_.games[static_cast<std::size_t>(game)];
        return present_.contains(row.first) && present_.contains(row.second);
    }
    void play_again() {
        bool any = false;
        for (const std::string& word : orders_["again"]) {
            if (const auto range = games_in(word)) {
                for (int game = range->first; game <= range->second; ++game)
                    demand(book_.results.contains(game) && both_present(game));
                any = true;
                continue;
            }
            const auto entrant = meant(word);
            for (const auto& [game, outcome] : book_.results) {
                const Row& row = book_.games[static_cast<std::size_t>(game)];
                any = any || ((entrant == row.first || entrant == row.second) && both_present(game));
            }
        }
        demand(any, book_.format == "knockout");
    }

    int planned_rounds() const { return book_.games.empty() ? 0 : book_.games.back().round + 1; }
    /// Whether an entrant that joins a Swiss tournament would never play.
    bool all_is_planned() {
        if (book_.format != "swiss" || book_.games.empty()) return false;
        const auto& asked = orders_["rounds"];
        return planned_rounds() >= (asked.empty() ? book_.all_rounds() : std::stoi(asked.front()));
    }
    void change_rounds(int rounds) {
        demand(book_.format == "swiss");
        if (rounds == book_.all_rounds()) return;
        const int players = static_cast<int>(present_.size() + orders_["add"].size()) + arriving_;
        const int usual = players % 2 == 0 ? players - 1 : players;
        demand(players >= 2 || has_folder_, players < 2);
        demand(rounds >= std::max(1, planned_rounds()));
        if (has_folder_) return;
        const int more = rounds - planned_rounds();
        const bool are_others =
            present_.size() != book_.entrants.size() || players != static_cast<int>(present_.size());
        // Who was away has met fewer, and those whose versions were replaced count as others.
        if (book_.has_same_places && !are_others && players <= most_paired)
            demand(more <= 0 || Rounds(book_).can_be_paired(more));
        else
            demand(rounds <= planned_rounds() + usual, are_others ? rounds > usual : more > 0);
    }

    const Book& book_;
    std::map<std::string, Words> orders_;
    bool has_folder_;
    std::set<int> present_;  ///< after the orders so far, without newcomers
    std::set<int> named_, replaced_;
    int arriving_ = 0;  ///< new versions
    std::vector<std::string> arriving_students_;
    Verdict verdict_ = Verdict::accepted;
};

}  // namespace

Verdict verdict_on(const Book& book, const Words& typed) {
    return Orders(book, typed).verdict();
}

}  // namespace simulation
