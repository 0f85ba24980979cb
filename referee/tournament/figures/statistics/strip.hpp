// A Brownian motion that starts between two bounds: when and where it leaves, as a sequential test does.
#pragma once

namespace referee::tournament {

/// Siegmund's constant: the mean distance by which a random walk with normal steps of variance 1 jumps over a bound (D.
/// Siegmund, "Sequential Analysis", 1985, section X.2). Bounds that are moved out by it let the formulas below describe
/// such a walk.
constexpr double mean_overshoot = 0.583;

/// The bounds of a Brownian motion of variance 1 from 0: `up`, and `down` below 0. Both are above 0.
struct Strip {
    double up;
    double down;

    double width() const { return up + down; }
    Strip mirrored() const { return {down, up}; }
};

/// The probability that `up` is reached first, and before the time t (Siegmund, section III.3).
double reaches_up(const Strip& strip, double drift, double t);

/// The probability that `up` is reached first.
double leaves_up(const Strip& strip, double drift);

/// The mean time at which a bound is reached (Wald's identity).
double mean_time(const Strip& strip, double drift);

/// The time by which a bound has been reached with this probability. Requires: 0 < probability < 1.
double time_within(const Strip& strip, double drift, double probability);

}  // namespace referee::tournament
