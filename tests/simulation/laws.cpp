#include "tests/simulation/laws.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "protocol/json_text.hpp"

namespace simulation {

namespace {

using protocol::Json;

constexpr const char* law_1_games = "law 1 (two entrants present at the end have exactly their games)";
constexpr const char* law_1_pairs = "law 1 (a pair swaps sides and shares an opening)";
constexpr const char* law_1_draws = "law 1 (in a game with secrets each game has its own draws)";
constexpr const char* law_1_openings = "law 1 (the k-th pair of a pairing has the k-th opening of its order)";
constexpr const char* law_1_single = "law 1 (single games follow the format's rule)";
constexpr const char* law_1_format = "law 1 (the format pairs as the docs say)";
constexpr const char* law_2 = "law 2 (return brings back cancelled games)";
constexpr const char* law_4_plan = "law 4 (planned games stay as they are)";
constexpr const char* law_6 = "law 6 (the standings have the points of the games)";
constexpr const char* law_8 = "law 8 (who is annulled counts nowhere)";
constexpr const char* law_9 = "law 9 (games that do not count give nothing)";
constexpr const char* law_26_file = "law 26 (an order or a game is in the file wholly or not at all)";

using Couple = std::pair<int, int>;

Couple couple_of(const Row& row) {
    return std::minmax(row.first, row.second);
}

const std::string& name(const Book& book, int entrant) {
    return book.entrants[static_cast<std::size_t>(entrant)].name;
}

std::string words(const Book& book, const Row& row) {
    return fmt::format("game {} ({} against {}, round {}, pair {}, opening {})", row.number + 1, name(book, row.first),
                       name(book, row.second), row.round + 1, row.pair + 1, row.opening ? *row.opening + 1 : 0);
}

/// The openings of the pairs of two entrants that count, one for each pair.
std::vector<int> openings_of(const Book& book, const Couple& couple) {
    std::map<int, int> by_pair;
    for (const Row& row : book.games)
        if (couple_of(row) == couple && row.opening && !book.cancelled.contains(row.number))
            by_pair[row.pair] = *row.opening;
    std::vector<int> openings;
    for (const auto& [pair, opening] : by_pair)
        openings.push_back(opening);
    return openings;
}

void check_couples(const Book& book) {
    std::map<Couple, int> played;
    for (const auto& [game, outcome] : book.results)
        ++played[couple_of(book.games[static_cast<std::size_t>(game)])];
    const int challenger = book.challenger_now();
    for (int a = 0; a < static_cast<int>(book.entrants.size()); ++a) {
        for (int b = a + 1; b < static_cast<int>(book.entrants.size()); ++b) {
            const bool both = book.entrants[static_cast<std::size_t>(a)].present &&
                              book.entrants[static_cast<std::size_t>(b)].present;
            if (!both || (book.format == "gauntlet" && a != challenger && b != challenger)) continue;
            const int games = played[{a, b}];
            law(games == book.games_of_pairing, book.returns > 0 ? law_2 : law_1_games,
                fmt::format("{} and {} have {} games, not {}", name(book, a), name(book, b), games,
                            book.games_of_pairing));
        }
    }
}

/// In a tournament without changes the sides of single games are balanced.
void check_single_games(const Book& book) {
    std::map<int, int> balance;
    for (const Row& row : book.games) {
        ++balance[row.first];
        --balance[row.second];
    }
    const bool is_round_robin = book.format == "round-robin" && !book.has_goal();
    for (const auto& [entrant, difference] : balance)
        law(!is_round_robin || std::abs(difference) <= 1, law_1_single,
            fmt::format("{} moves first {} times more than second", name(book, entrant), difference));
}

/// Nobody meets twice in a Swiss tournament, and nobody has two byes, unless somebody joins or leaves. A new version
/// has the place of the earlier one.
void check_swiss(const Book& book) {
    const auto place = [&](int entrant) { return book.entrants[static_cast<std::size_t>(entrant)].place; };
    std::map<Couple, int> rounds;
    std::map<int, int> byes;
    for (const Row& row : book.games) {
        if (book.cancelled.contains(row.number)) continue;
        const auto [known, is_new] = rounds.try_emplace(std::minmax(place(row.first), place(row.second)), row.round);
        law(is_new || known->second == row.round, law_1_format, words(book, row) + " is a rematch");
    }
    for (const auto& [round, entrants] : book.byes)
        for (const int entrant : entrants)
            law(++byes[place(entrant)] == 1, law_1_format, name(book, entrant) + " has two byes");
}

/// Who has moved second more often begins a pair of a ladder. Cancelled games and those of annulled entrants don't
/// count.
void check_sides_of_ladder(const Book& book, const Row& row) {
    const auto annulled = [&](int entrant) { return book.entrants[static_cast<std::size_t>(entrant)].annulled; };
    const auto balance = [&](int entrant) {
        int sum = 0;
        for (const Row& game : book.games) {
            if (book.cancelled.contains(game.number) || annulled(game.first) || annulled(game.second)) continue;
            if (game.first == entrant) ++sum;
            if (game.second == entrant) --sum;
        }
        return sum;
    };
    const int first = balance(row.first), second = balance(row.second);
    law(first <= second, law_1_pairs,
        fmt::format("{}: {} has moved first {} times more than second, the other one {} times", words(book, row),
                    name(book, row.first), first, second));
}

}  // namespace

void check_new_game(const Book& book, const Row& row) {
    law(row.number == static_cast<int>(book.games.size()), law_4_plan,
        fmt::format("game {} follows game {}", row.number + 1, book.games.size()));
    law(row.first != row.second && book.entrants[static_cast<std::size_t>(row.first)].present &&
            book.entrants[static_cast<std::size_t>(row.second)].present,
        law_1_format, words(book, row) + " is planned for somebody who is not there");
    const std::string& student = book.entrants[static_cast<std::size_t>(row.first)].student;
    law(student.empty() || student != book.entrants[static_cast<std::size_t>(row.second)].student, law_17,
        words(book, row) + " is of two bots of one student");
    law(row.opening.has_value() == book.has_openings, law_1_openings, words(book, row));
    law(!book.has_secrets || std::ranges::none_of(book.games, [&](const Row& one) { return one.seed == row.seed; }),
        law_1_draws, words(book, row) + " has the draws of another game");
    const Row* const before = book.games.empty() ? nullptr : &book.games.back();
    if (before != nullptr && before->pair == row.pair) {
        law(before->first == row.second && before->second == row.first && before->opening == row.opening &&
                (before->seed == row.seed || book.has_secrets) && before->round == row.round,
            law_1_pairs, words(book, row) + " after " + words(book, *before));
        return;
    }
    law(before == nullptr || row.pair == before->pair + 1, law_1_pairs, words(book, row) + " has a strange pair");
    law(before == nullptr || book.format != "ladder" || row.round >= before->round, law_1_pairs,
        words(book, row) + " is of an earlier round than the game before it");
    if (book.format == "ladder") check_sides_of_ladder(book, row);
    if (!row.opening) return;
    const std::vector<int> used = openings_of(book, couple_of(row));
    int next = 0;
    if (book.listed_openings > 0) {
        const auto uses = [&](int opening) { return std::count(used.begin(), used.end(), opening); };
        for (int opening = 1; opening < book.listed_openings; ++opening)
            if (uses(opening) < uses(next)) next = opening;
    } else {
        int first = *row.opening;  // where the order of these two begins
        for (const Row& earlier : book.games)
            if (couple_of(earlier) == couple_of(row)) {
                first = *earlier.opening;
                break;
            }
        next = first;
        while (std::find(used.begin(), used.end(), next) != used.end())
            ++next;
    }
    law(*row.opening == next, law_1_openings, fmt::format("{} should have opening {}", words(book, row), next + 1));
}

void check_plan(const Book& book, bool finished) {
    std::map<Couple, int> singles;
    for (std::size_t i = 0; i < book.games.size(); ++i) {
        const Row& row = book.games[i];
        const bool has_other = (i > 0 && book.games[i - 1].pair == row.pair) ||
                               (i + 1 < book.games.size() && book.games[i + 1].pair == row.pair);
        if (!has_other) ++singles[couple_of(row)];
        law(has_other || book.format != "ladder", law_1_pairs, words(book, row) + " has no other game");
    }
    if (book.changes == 0) {
        if (book.games_of_pairing % 2 == 0 && book.format != "knockout")
            law(singles.empty(), law_1_single, "there is a single game though each pairing has whole pairs");
        if (finished) check_single_games(book);
    }
    if (book.format == "swiss" && book.has_same_places) check_swiss(book);
    if (finished && book.all_meet() && !book.has_goal()) check_couples(book);
}

void check_file(const Book& book, const FileFacts& facts) {
    law(facts.games == book.games, law_4_plan,
        fmt::format("the file has {} games, and {} were planned", facts.games.size(), book.games.size()));
    law(facts.names.size() == book.entrants.size(), law_26_file,
        fmt::format("the file has {} entrants, not {}", facts.names.size(), book.entrants.size()));
    for (std::size_t i = 0; i < facts.names.size(); ++i)
        law(facts.names[i] == book.entrants[i].name, law_26_file, facts.names[i] + " is not " + book.entrants[i].name);
    for (const auto& [game, outcome] : facts.matches) {
        const auto found = book.results.find(game);
        law(found != book.results.end(), law_26_file, fmt::format("game {} has a match that was not played", game + 1));
        law(found->second.winner == outcome.winner && found->second.ending == outcome.ending &&
                found->second.hash == outcome.hash,
            law_26_file, fmt::format("game {} has another match than was played", game + 1));
    }
    for (const auto& [game, outcome] : book.results)
        law(facts.matches.contains(game), law_26_file,
            fmt::format("the match of game {} is not in the file", game + 1));
    std::set<int> cancelled;
    for (const auto& [game, leavers] : book.cancelled)
        cancelled.insert(game);
    for (const int game : cancelled)
        law(facts.cancelled.contains(game), law_9,
            words(book, book.games[static_cast<std::size_t>(game)]) + " is not cancelled, though one of its bots left");
    for (const int game : facts.cancelled)
        law(cancelled.contains(game), book.returns > 0 ? law_2 : law_9,
            words(book, book.games[static_cast<std::size_t>(game)]) + " is cancelled, though both bots may play it");
}

namespace {

/// An entrant's numbers, recounted from the games in their order.
struct Count {
    double points = 0;
    int games = 0, byes = 0, void_games = 0, forfeits = 0;
    std::array<std::array<int, 3>, 2> by_side{};  ///< won, drawn, lost; as first, as second
};

std::vector<Count> recount(const Book& book) {
    std::vector<Count> counts(book.entrants.size());
    for (const Row& row : book.games) {
        for (const int side : {0, 1}) {
            const int mine = side == 0 ? row.first : row.second;
            Count& count = counts[static_cast<std::size_t>(mine)];
            if (book.has_walkover(row, mine)) count.points += 1;
            const auto found = book.results.find(row.number);
            if (found == book.results.end()) continue;
            const bool annulled = book.entrants[static_cast<std::size_t>(row.first)].annulled ||
                                  book.entrants[static_cast<std::size_t>(row.second)].annulled;
            if (annulled) continue;
            if (!found->second.counts()) {
                ++count.void_games;
                continue;
            }
            ++count.games;
            const int winner = found->second.winner;
            const int what = winner < 0 ? 1 : winner == side ? 0 : 2;
            ++count.by_side[static_cast<std::size_t>(side)][static_cast<std::size_t>(what)];
            count.points += what == 0 ? 1 : what == 1 ? 0.5 : 0;
            if (what == 2 && found->second.is_forfeit()) ++count.forfeits;
        }
    }
    for (const auto& [round, entrants] : book.byes) {
        for (const int entrant : entrants) {
            if (book.entrants[static_cast<std::size_t>(entrant)].annulled) continue;
            ++counts[static_cast<std::size_t>(entrant)].byes;
            counts[static_cast<std::size_t>(entrant)].points += book.games_of_pairing;
        }
    }
    return counts;
}

}  // namespace

void check_standings(const Book& book, const Json& standings) {
    const std::vector<Count> counts = recount(book);
    law(standings.size() == book.entrants.size(), law_6, fmt::format("the table has {} lines", standings.size()));
    std::set<std::string> seen;
    for (const Json& line : standings) {
        const auto one = line.at("name").get<std::string>();
        law(seen.insert(one).second, law_6, one + " stands in the table twice");
        const int entrant = book.number_of(one);
        const Count& count = counts[static_cast<std::size_t>(entrant)];
        const bool annulled = book.entrants[static_cast<std::size_t>(entrant)].annulled;
        const auto same = [&](const char* column, double mine) {
            const double theirs = line.at(column).get<double>();
            law(std::abs(theirs - mine) < 1e-9, annulled ? law_8 : law_6,
                fmt::format("{} of '{}' are {}, and {} by the games", column, one, theirs, mine));
        };
        same("points", count.points);
        same("games", count.games);
        if (book.format == "swiss") same("byes", count.byes);
        same("void_games", count.void_games);
        same("forfeits", count.forfeits);
        constexpr const char* columns[2][3] = {{"first_won", "first_drawn", "first_lost"},
                                               {"second_won", "second_drawn", "second_lost"}};
        for (const std::size_t side : {0U, 1U})
            for (const std::size_t what : {0U, 1U, 2U})
                same(columns[side][what], count.by_side[side][what]);
    }
}

}  // namespace simulation
