// The numbers by which people and other programs know games.
#pragma once

namespace referee::tournament {

/// The number of a game, a round, a pair or an opening outside the program: everybody counts from 1, only the code and
/// the tournament's file count from 0.
constexpr int shown_number(int number) {
    return number + 1;
}

}  // namespace referee::tournament
