#include "referee/tournament/figures/tables/account.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "games/dice.hpp"
#include "games/user_error.hpp"
#include "referee/core/match/recorded_board.hpp"
#include "referee/tournament/paper/schedule/ladder.hpp"
#include "referee/tournament/paper/schedule/make_schedule.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

constexpr std::array all_scores = {Score::loss, Score::draw, Score::win};

Score seen_from_other_side(Score score) {
    return score == Score::draw ? score : score == Score::win ? Score::loss : Score::win;
}

void count(Tally& tally, Score score) {
    ++(score == Score::win ? tally.wins : score == Score::draw ? tally.draws : tally.losses);
}

std::optional<protocol::Micros> longer(std::optional<protocol::Micros> a, std::optional<protocol::Micros> b) {
    return a && b ? std::max(*a, *b) : a ? a : b;
}

}  // namespace

std::uint64_t EntrantAccount::half_points() const {
    return as_first.half_points() + as_second.half_points();
}

std::uint64_t EntrantAccount::forfeited() const {
    std::uint64_t sum = 0;
    for (const auto& [ending, games] : forfeits)
        sum += games;
    return sum;
}

std::optional<double> EntrantAccount::mean_margin() const {
    if (games() == 0) return std::nullopt;
    return static_cast<double>(margin) / static_cast<double>(games());
}

std::int64_t EntrantAccount::rounded_margin() const {
    const auto count = static_cast<std::int64_t>(games());
    if (count == 0) return 0;
    const std::int64_t size = (2 * 1000 * std::abs(margin) + count) / (2 * count);
    return margin < 0 ? -size : size;
}

Account::Account(const TournamentHead& head) : Account(head, settings_of_json(head.settings)) {}

Account::Account(const TournamentHead& head, Settings settings, std::vector<std::string> files)
    : head_(head),
      settings_(std::move(settings)),
      joined_files_(std::move(files)),
      field_(static_cast<int>(head.entrants.size()), head.changes),
      results_(head.entrants.size()),
      entrants_(head.entrants.size()) {
    if (!settings_.rules.empty()) max_score_ = hello_in(settings_.rules).max_score;
    if (settings_.anchor && settings_.anchor->entrant >= head.entrants.size())
        throw UserError("settings of a tournament: the anchor is not an entrant");
    if (settings_.format.format == Format::knockout) {
        knockout_.emplace(settings_.format, field_, settings_.run_seed(head.seed));
    } else if (settings_.format.format != Format::ladder) {
        schedule_ = make_schedule(settings_.format, field_, settings_.run_seed(head.seed));
        all_games_ = schedule_->total({});
        if (!field_.is_changed()) schedule_.reset();
    } else if (const auto listed = static_cast<int>(settings_.opening_list.openings.size());
               listed > 0 && joined_files_.empty()) {
        schedule_ =
            std::make_unique<Ladder>(settings_.format, field_, settings_.run_seed(head.seed), Rater(),
                                     std::vector<PlannedGame>(), [listed](int pairs) { return pairs < listed; });
    }
    if (!settings_.sprt) return;
    if (head.entrants.size() != 2) throw UserError("settings of a tournament: a sequential test is for two entrants");
    sprt_.emplace(*settings_.sprt);
}

void Account::plan(std::span<const PlannedGame> games) {
    for (const PlannedGame& game : games) {
        pairs_.push_back(game.pair);
        if (settings_.format.format != Format::swiss) continue;
        Round& round =
            rounds_.try_emplace(game.round, Round{game.number, std::vector<bool>(entrants_.size())}).first->second;
        round.plays.at(static_cast<std::size_t>(game.first)) = true;
        round.plays.at(static_cast<std::size_t>(game.second)) = true;
    }
    if (knockout_) knockout_->plan(games);
    if (schedule_) {
        schedule_->adopt(games);
        all_games_ = schedule_->total({});
    }
    if (field_.is_changed()) add_walkovers(games);
}

void Account::add_walkovers(std::span<const PlannedGame> games) {
    const FormatSettings& format = settings_.format;
    if (format.format != Format::swiss) return;
    for (const PlannedGame& game : games) {
        for (const auto& [entrant, other] : {std::pair(game.first, game.second), std::pair(game.second, game.first)}) {
            if (!field_.has_walkover(game.number, entrant, other)) continue;
            ++entrants_[static_cast<std::size_t>(entrant)].walkovers;
            ++walkovers_.try_emplace({game.round, entrant}, Walkovers{static_cast<std::size_t>(other)})
                  .first->second.games;
        }
    }
}

int Account::byes(int entrant) const {
    if (field_.is_annulled(entrant)) return 0;
    return static_cast<int>(std::ranges::count_if(rounds_, [&](const auto& numbered) {
        const Round& round = numbered.second;
        return field_.is_in(entrant, round.first_game) && !round.plays[static_cast<std::size_t>(entrant)];
    }));
}

void Account::add(const StoredMatch& match) {
    const auto is_entrant = [&](int number) {
        return number >= 0 && static_cast<std::size_t>(number) < entrants_.size();
    };
    if (match.result.number < 0 || match.result.number >= planned_games() || !is_entrant(match.first) ||
        !is_entrant(match.second) || match.first == match.second) {
        throw UserError("match " + shown_text(match.result.number) + " does not belong to this tournament");
    }
    ++played_;
    EntrantAccount& first = entrants_[static_cast<std::size_t>(match.first)];
    EntrantAccount& second = entrants_[static_cast<std::size_t>(match.second)];
    if (match.result.counts) {
        first.longest_turn = longer(first.longest_turn, match.first_longest);
        second.longest_turn = longer(second.longest_turn, match.second_longest);
    }
    if (is_annulled(match.first, match.second)) {
        ++annulled_;
        return;
    }
    if (match.ending == protocol::Ending::by_rules) ++rules_[match.detail];
    if (match.result.counts) {
        add_result(match);
    } else {
        ++first.void_games;
        ++second.void_games;
    }
    if (sprt_) add_to_test(match);
    if (knockout_) knockout_->add(match.result);
}

void Account::add_result(const StoredMatch& match) {
    const auto first = static_cast<std::size_t>(match.first), second = static_cast<std::size_t>(match.second);
    const Score score = score_of_first(match.result.winner);
    if (match.busy) {
        if (!undisturbed_) undisturbed_ = results_;
        ++busy_games_;
        ++entrants_[first].busy_games;
        ++entrants_[second].busy_games;
        ++entrants_[match.result.winner == 0 ? second : first].busy_losses;
    } else if (undisturbed_) {
        undisturbed_->add(first, second, score);
    }
    mark_begun(match);
    results_.add(first, second, score);
    repeats_.add({first, second, match.moves_hash, match.result.number, match.busy});
    add_to_pairs(match, score);
    count(entrants_[first].as_first, score);
    count(entrants_[second].as_second, seen_from_other_side(score));
    if (has_score()) add_margin(match);
    if (match.result.forfeit && match.result.winner) {
        ++entrants_[*match.result.winner == 0 ? second : first].forfeits[match.ending];
    }
}

/// A forfeit counts as the largest margin, so that nobody saves points by crashing.
void Account::add_margin(const StoredMatch& match) {
    std::int64_t margin = match.score ? (*match.score)[0] - (*match.score)[1] : 0;
    if (match.result.forfeit && match.result.winner) margin = *match.result.winner == 0 ? max_score_ : -max_score_;
    entrants_[static_cast<std::size_t>(match.first)].margin += margin;
    entrants_[static_cast<std::size_t>(match.second)].margin -= margin;
}

void Account::mark_begun(const StoredMatch& match) {
    if (rounds_.empty() || !field_.is_changed()) return;
    const auto round = std::find_if(rounds_.rbegin(), rounds_.rend(), [&](const auto& numbered) {
        return numbered.second.first_game <= match.result.number;
    });
    begun_.insert({{round->first, match.first}, {round->first, match.second}});
}

void Account::add_to_pairs(const StoredMatch& match, Score score) {
    const auto first = static_cast<std::size_t>(match.first), second = static_cast<std::size_t>(match.second);
    const int number = pairs_.at(static_cast<std::size_t>(match.result.number));
    const auto [half, is_half] = half_pairs_.try_emplace(number, HalfPair{first, score, match.busy});
    if (is_half) return;
    if (half->second.first == second) {
        results_.add_pair(second, first, half->second.score, score);
        if (undisturbed_ && !match.busy && !half->second.busy)
            undisturbed_->add_pair(second, first, half->second.score, score);
    }
    half_pairs_.erase(half);
}

void Account::add_to_test(const StoredMatch& match) {
    const Score of_first = score_of_first(match.result.winner);
    const Score score = match.first == 0 ? of_first : seen_from_other_side(of_first);
    const GameOfTwo game{match.first == 0, match.result.counts ? std::optional(score) : std::nullopt, match.moves_hash,
                         match.busy};
    sprt_->add(pairs_.at(static_cast<std::size_t>(match.result.number)), game);
}

std::optional<PairCounts> Account::pairs_of_two() const {
    if (entrants_.size() != 2) return std::nullopt;
    PairCounts counts;
    for (const auto& [pair, tally] : results_.pairs()) {
        for (const Score one : all_scores) {
            for (const Score other : all_scores)
                counts.add(one, seen_from_other_side(other),
                           tally[static_cast<std::size_t>(one)][static_cast<std::size_t>(other)]);
        }
    }
    return counts;
}

std::map<protocol::Ending, std::uint64_t> Account::forfeits() const {
    std::map<protocol::Ending, std::uint64_t> sum;
    for (const EntrantAccount& entrant : entrants_) {
        for (const auto& [ending, games] : entrant.forfeits)
            sum[ending] += games;
    }
    return sum;
}

std::optional<std::int64_t> Account::total() const {
    if (sprt_ || settings_.until) return std::nullopt;
    return without_cancelled(knockout_ ? knockout_->total() : all_games_);
}

std::optional<std::int64_t> Account::without_cancelled(std::optional<std::int64_t> games) const {
    if (games) *games -= static_cast<std::int64_t>(field_.cancelled().size());
    return games;
}

bool Account::finished() const {
    if (sprt_ && sprt_->ended()) return true;
    if (is_at_goal() || only_repeats_) return true;
    return knockout_ ? knockout_->finished() : has_played_all();
}

bool Account::has_played_all() const {
    return all_games_ && static_cast<std::int64_t>(played_ + field_.cancelled().size()) >= *all_games_;
}

bool Account::goal_may_be_reached() const {
    const auto present = static_cast<int>(field_.present().size());
    return has_played_all() || is_checkpoint(results_.total().games(), games_at_a_time(settings_.format, present));
}

bool Account::must_check_goal() const {
    const auto planned = static_cast<std::uint64_t>(planned_games());
    if (!settings_.until || played_ + field_.cancelled().size() != planned || goal_checked_at_ == played_) return false;
    return goal_may_be_reached() || rules_keep_failing();
}

void Account::set_goal(const GoalProgress& progress) {
    goal_checked_at_ = played_;
    goal_ = progress;
    reached_goal_ = progress.is_reached() && goal_may_be_reached();
    only_repeats_ = !reached_goal_ && (last_games_only_repeat() || rules_keep_failing());
}

bool Account::rules_keep_failing() const {
    constexpr std::uint64_t min_failures = 20;
    return !settings_.rules.empty() && void_games() >= min_failures && 2 * void_games() > played_;
}

/// Among those that take part now, since the last change of who does.
bool Account::last_games_only_repeat() const {
    int first = 0;
    for (const Change& change : head_.changes)
        if (change.kind != Change::Kind::played && change.kind != Change::Kind::left_out) first = change.planned;
    std::vector<bool> present(entrants_.size());
    for (const int entrant : field_.present())
        present[static_cast<std::size_t>(entrant)] = true;
    const std::size_t entrants = field_.present().size();
    const std::size_t pairings =
        settings_.format.format == Format::gauntlet ? entrants - 1 : entrants * (entrants - 1) / 2;
    return repeats_.last_games_only_repeat(present, first, 2 * pairings);
}

bool Account::is_broken(std::size_t entrant) const {
    const EntrantAccount& account = entrants_[entrant];
    return account.games() > 0 && 2 * account.forfeited() >= account.games();
}

/// How broken an entrant is: from 0 for a bot that never forfeits to 1 for a bot that forfeits at least half of its
/// games. The value grows linearly, so that a single forfeit never changes much.
double Account::brokenness(std::size_t entrant, bool undisturbed) const {
    const EntrantAccount& account = entrants_[entrant];
    const std::uint64_t games = account.games() - (undisturbed ? account.busy_games : 0);
    const std::uint64_t forfeited = account.forfeited() - (undisturbed ? account.busy_losses : 0);
    return games == 0 ? 1 : std::min(1., 2 * static_cast<double>(forfeited) / static_cast<double>(games));
}

void Account::set_weights(Results& rated, bool undisturbed) const {
    std::vector<double> broken;
    double sound = 0;
    for (std::size_t i = 0; i < entrants_.size(); ++i) {
        broken.push_back(brokenness(i, undisturbed));
        sound += 1 - broken.back();
    }
    const double rule = std::clamp(sound - 1, 0., 1.);  // 1 if there are at least two sound bots; also grows linearly
    for (const auto& [pair, tally] : results_.tallies()) {
        const double weight = 1 - rule * broken[pair.first] * broken[pair.second];
        if (weight < 1) rated.set_weight(pair.first, pair.second, weight);
    }
}

Results Account::results_for_ratings() const {
    Results rated = results_;
    set_weights(rated, false);
    repeats_.weigh(rated);
    return rated;
}

std::optional<Results> Account::undisturbed_results() const {
    if (!undisturbed_) return std::nullopt;
    Results rated = *undisturbed_;
    set_weights(rated, true);
    repeats_.weigh_undisturbed(rated);
    return rated;
}

}  // namespace referee::tournament
