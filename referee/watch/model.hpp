// The state of the viewer, without a terminal: the shown ply, and the effect of each key.
#pragma once

#include <array>
#include <optional>

#include "referee/system/clock.hpp"

namespace referee::watch {

/// The keys with a meaning; `none` is any other key.
enum class Key {
    none,
    space,
    left,
    right,
    page_up,
    page_down,
    home,
    end,
    plus,
    minus,
    next_match,
    previous_match,
    board_up,
    board_down,
    board_left,
    board_right,
    tab,
    notes,
    ending,
    help,
    quit,
    escape,
};

/// A key's request to the owner of the matches.
enum class Wish { nothing, next_match, previous_match, quit };

/// Plies a second: the same as on the page.
inline constexpr std::array<double, 7> speeds = {0.5, 1, 2, 4, 8, 16, 32};

/// The state of the viewer that keys and time change: ply, page and speed.
class Model {
public:
    /// The page that fills the screen.
    enum class Page { match, moves, notes, ending, help };

    /// Shows another match with `plies` known plies. A live match is followed from its last ply.
    void load(int plies, int shown, bool live);
    /// A live match has a new number of plies.
    void extend(int plies);
    /// A live match is over.
    void finish() { live_ = false; }

    Wish press(Key key, TimePoint now);
    /// Shows the next ply if it is due. Returns whether anything has changed.
    bool tick(TimePoint now);
    /// When tick() is to be called next; nothing while no match plays.
    std::optional<TimePoint> next_tick() const { return next_; }

    int plies() const { return plies_; }
    int shown() const { return shown_; }
    bool playing() const { return next_.has_value(); }
    double speed() const { return speeds[speed_]; }
    bool live() const { return live_; }
    /// Whether a live match is followed.
    bool following() const { return live_ && following_; }
    Page page() const { return page_; }

    /// The distance by which the board, or the text of a page, is scrolled, in cells. It may exceed the possible range.
    int row() const { return row_; }
    int column() const { return column_; }
    /// row() and column() as the view has limited them to the possible range.
    void moved_to(int row, int column);

private:
    void go(int ply);
    void step(int by);
    void toggle(TimePoint now);
    void change_speed(int by, TimePoint now);
    void turn_page(Page page);
    void schedule(TimePoint from);

    int plies_ = 0;
    int shown_ = 0;
    bool live_ = false;
    bool following_ = false;
    std::size_t speed_ = 1;
    std::optional<TimePoint> next_;
    Page page_ = Page::match;
    int row_ = 0;
    int column_ = 0;
};

}  // namespace referee::watch
