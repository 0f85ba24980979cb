#include "referee/tournament/schedule/finished_games.hpp"

#include <stdexcept>
#include <string>

namespace referee::tournament {

void FinishedGames::add(const GameResult& result) {
    const auto place = static_cast<std::size_t>(result.number);
    if (result.number < 0 || find(result.number) != nullptr) {
        throw std::logic_error("a second result of game " + std::to_string(result.number));
    }
    if (place >= by_number_.size()) by_number_.resize(place + 1);
    by_number_[place] = result;
    ++size_;
    while (find(first_missing_) != nullptr)
        ++first_missing_;
}

const GameResult* FinishedGames::find(int number) const {
    const auto place = static_cast<std::size_t>(number);
    return number >= 0 && place < by_number_.size() && by_number_[place] ? &*by_number_[place] : nullptr;
}

}  // namespace referee::tournament
