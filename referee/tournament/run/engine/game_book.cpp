#include "referee/tournament/run/engine/game_book.hpp"

#include <algorithm>
#include <cassert>

namespace referee::tournament {

void GameBook::add(std::span<const PlannedGame> games) {
    assert(plan_.empty() || games.empty() || plan_.back().number < games.front().number);
    plan_.insert(plan_.end(), games.begin(), games.end());
    open_ += games.size();
    for (const PlannedGame& game : games)
        open_games_.insert(game.number);
}

const PlannedGame* GameBook::find(int number) const {
    const auto found = std::lower_bound(plan_.begin(), plan_.end(), number,
                                        [](const PlannedGame& game, int wanted) { return game.number < wanted; });
    return found == plan_.end() || found->number != number ? nullptr : &*found;
}

std::size_t GameBook::count_open(const Games& games) const {
    return static_cast<std::size_t>(std::ranges::count_if(games.missing, [this](int game) { return is_open(game); }));
}

std::size_t GameBook::waiting() const {
    std::size_t in_batches = 0;
    for (const auto& [name, games] : batches_)
        in_batches += count_open(games);
    return open_ - in_batches;
}

std::optional<PlannedGame> GameBook::next_waiting() {
    while (!lost_.empty()) {
        if (is_open(*lost_.begin())) return *find(*lost_.begin());
        lost_.erase(lost_.begin());
    }
    for (; next_ < plan_.size(); ++next_) {
        const int number = plan_[next_].number;
        if (is_open(number) && !batch_of_.contains(number)) return plan_[next_];
    }
    return std::nullopt;
}

std::vector<std::vector<PlannedGame>> GameBook::next_batches(std::size_t count, std::size_t size) {
    std::vector<std::vector<PlannedGame>> batches;
    std::vector<PlannedGame> batch;
    while (batches.size() < count) {
        const auto game = next_waiting();
        const bool same_pair = game && !batch.empty() && batch.back().pair == game->pair;
        if (!batch.empty() && (!game || (batch.size() >= size && !same_pair))) {
            batches.push_back(std::move(batch));
            batch = {};
            continue;
        }
        if (!game) break;
        batch.push_back(*game);
        if (lost_.erase(game->number) == 0) ++next_;
    }
    return batches;
}

void GameBook::put(const BatchName& batch, std::span<const int> games) {
    for (const int game : games) {
        batch_of_[game] = batch;
        batches_[batch].missing.insert(game);
        batches_[batch].unstored.insert(game);
    }
}

std::optional<BatchName> GameBook::close(int number) {
    if (is_open(number)) --open_;
    open_games_.erase(number);
    lost_.erase(number);
    losses_.erase(number);
    const auto found = batch_of_.find(number);
    if (found == batch_of_.end()) return std::nullopt;
    batches_[found->second].missing.erase(number);
    return found->second;
}

int GameBook::lose(const BatchName& batch) {
    int most_losses = 0;
    const auto found = batches_.find(batch);
    if (found == batches_.end()) return most_losses;
    for (const int game : found->second.missing) {
        batch_of_.erase(game);
        found->second.unstored.erase(game);
        if (!is_open(game)) continue;
        lost_.insert(game);
        most_losses = std::max(most_losses, ++losses_[game]);
    }
    found->second.missing.clear();
    if (found->second.unstored.empty()) batches_.erase(found);
    return most_losses;
}

void GameBook::take_back(const BatchName& batch) {
    const std::set<int> games = batches_[batch].missing;
    lose(batch);
    for (const int game : games) {
        if (--losses_[game] <= 0) losses_.erase(game);
    }
}

void GameBook::drop_waiting() {
    while (const auto game = next_waiting())
        close(game->number);
}

void GameBook::drop_all() {
    open_games_ = {};
    open_ = 0;
}

bool GameBook::has_open(const BatchName& batch) const {
    const auto found = batches_.find(batch);
    return found != batches_.end() && count_open(found->second) > 0;
}

bool GameBook::has_missing(const BatchName& batch) const {
    const auto found = batches_.find(batch);
    return found != batches_.end() && !found->second.missing.empty();
}

std::optional<BatchName> GameBook::store(int number) {
    const auto found = batch_of_.find(number);
    if (found == batch_of_.end()) return std::nullopt;
    const BatchName name = found->second;
    batch_of_.erase(found);
    const auto batch = batches_.find(name);
    batch->second.unstored.erase(number);
    if (!batch->second.unstored.empty()) return std::nullopt;
    batches_.erase(batch);
    return name;
}

}  // namespace referee::tournament
