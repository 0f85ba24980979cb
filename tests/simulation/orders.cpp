#include "tests/simulation/orders.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "tests/simulation/words.hpp"

namespace simulation {

namespace {

/// One command and the state in which it is given.
class Orders {
public:
    Orders(const Book& book, const Words& typed)
        : book_(book), orders_(orders_in(typed)), has_folder_(has(typed, "--bots")) {
        for (std::size_t i = 0; i < book.entrants.size(); ++i)
            if (book.entrants[i].present) present_.insert(static_cast<int>(i));
    }

    Verdict verdict() {
        if (book_.has_test || (orders_.empty() && !has_folder_)) return Verdict::refused;
        for (const std::string& order : orders_["replace"])
            replace(order.substr(0, order.find('=')));
        // A book does not tell what is new in a folder. Who is out of a knockout gets no new version.
        demand(true, has_folder_ && (book_.format == "swiss" || book_.format == "knockout"));
        if (!orders_["add"].empty()) demand(!all_is_planned(), book_.format == "knockout");
        for (const std::string& name : orders_["withdraw"])
            leave(name);
        for (const std::string& name : orders_["annul"])
            annul(name);
        for (const std::string& name : orders_["return"])
            bring_back(name);
        if (!orders_["again"].empty()) play_again();
        if (!orders_["rounds"].empty()) change_rounds(std::stoi(orders_["rounds"].front()));
        demand(orders_["rounds"].size() <= 1);
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

    void replace(const std::string& name) {
        const int entrant = book_.number_of(name);
        name_once(entrant);
        replaced_.insert(entrant);
        demand(at(entrant).present && !all_is_planned(), book_.format == "knockout");
        ++arriving_;
        present_.erase(entrant);
    }
    void leave(const std::string& name) {
        const int entrant = book_.number_of(name);
        name_once(entrant);
        demand(at(entrant).present && !(book_.format == "gauntlet" && entrant == book_.challenger_now()));
        present_.erase(entrant);
    }
    void annul(const std::string& name) {
        const int entrant = book_.number_of(name);
        demand(book_.format != "knockout");
        if (replaced_.contains(entrant)) return;
        if (at(entrant).present) return leave(name);
        name_once(entrant);
        demand(!at(entrant).annulled);
    }
    void bring_back(const std::string& name) {
        const int entrant = book_.number_of(name);
        const Participant& one = at(entrant);
        name_once(entrant);
        demand(!one.present && !one.annulled && book_.format != "knockout" && !(book_.format == "swiss" && one.heir));
        present_.insert(entrant);
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
            const int entrant = book_.number_of(word);
            for (const auto& [game, outcome] : book_.results) {
                const Row& row = book_.games[static_cast<std::size_t>(game)];
                any = any || ((row.first == entrant || row.second == entrant) && both_present(game));
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
        demand(rounds >= std::max(1, planned_rounds()) && rounds <= planned_rounds() + usual, rounds > usual);
    }

    const Book& book_;
    std::map<std::string, Words> orders_;
    bool has_folder_;
    std::set<int> present_;  ///< after the orders so far, without newcomers
    std::set<int> named_, replaced_;
    int arriving_ = 0;  ///< new versions
    Verdict verdict_ = Verdict::accepted;
};

}  // namespace

Verdict verdict_on(const Book& book, const Words& typed) {
    return Orders(book, typed).verdict();
}

}  // namespace simulation
