// The state of the viewer, without a terminal: the shown ply, and the effect of each key.
#pragma once

#include <array>
#include <optional>

#include "referee/core/base/clock.hpp"

namespace referee::watch {

/// The keys that have a meaning; `none` is any other key.
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

/// Plies per second: the same speeds as in the web viewer.
inline constexpr std::array<double, 7> speeds = {0.5, 1, 2, 4, 8, 16, 32};

/// The state of the viewer that changes with keys and time: ply, page and speed.
class Model {
public:
    /// The page that fills the screen.
    enum class Page { match, moves, notes, ending, help };

    /// Shows another match with `plies` known plies. A live match is played from the shown ply on.
    void load(int plies, int shown, bool live, TimePoint now);
    /// Sets the new number of plies of a live match. If the view had caught up with it, the next ply is shown as soon
    /// as the one before was shown for its time.
    void extend(int plies, TimePoint now);
    /// Must be called when a live match is over.
    void finish() { live_ = false; }

    Wish press(Key key, TimePoint now);
    /// Shows the next ply if it is due. Returns whether anything has changed.
    bool tick(TimePoint now);
    /// When tick() has to be called next; nothing while no match is being played.
    std::optional<TimePoint> next_tick() const { return next_; }

    int plies() const { return plies_; }
    int shown() const { return shown_; }
    bool playing() const { return next_.has_value(); }
    double speed() const { return speeds[speed_]; }
    bool live() const { return live_; }
    /// Whether the view has caught up with a live match, and waits for its next ply.
    bool following() const { return live_ && following_ && shown_ == plies_; }
    Page page() const { return page_; }

    /// How far the board or the text of a page is scrolled, in cells. May exceed the possible range.
    int row() const { return row_; }
    int column() const { return column_; }
    /// Sets row() and column() to the values that the view has limited to the possible range.
    void moved_to(int row, int column);

private:
    void go(int ply);
    void step(int by);
    void toggle(TimePoint now);
    void change_speed(int by, TimePoint now);
    void turn_page(Page page);
    Duration pause() const;
    void schedule(TimePoint from);

    int plies_ = 0;
    int shown_ = 0;
    bool live_ = false;
    bool following_ = false;  ///< a live match is played on when the view has caught up with it
    TimePoint shown_at_{};    ///< when the last ply was shown that was due
    std::size_t speed_ = 1;
    std::optional<TimePoint> next_;
    Page page_ = Page::match;
    int row_ = 0;
    int column_ = 0;
};

}  // namespace referee::watch
