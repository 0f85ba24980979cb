#include "referee/core/watch/model.hpp"

#include <algorithm>

namespace referee::watch {

namespace {

constexpr int leap = 10;          // the number of plies that a page key moves
constexpr int column_stride = 4;  // in cells; a square of a board is wider than it is high

}  // namespace

void Model::load(int plies, int shown, bool live, TimePoint now) {
    plies_ = plies;
    shown_ = std::clamp(shown, 0, plies);
    live_ = live;
    following_ = live;
    next_.reset();
    row_ = column_ = 0;
    if (page_ == Page::ending) page_ = Page::match;
    shown_at_ = now;
    if (live_ && shown_ < plies_) schedule(now);
}

void Model::extend(int plies, TimePoint now) {
    const bool caught_up = following();
    plies_ = plies;
    if (caught_up && shown_ < plies_) next_ = std::max(now, shown_at_ + pause());
}

Wish Model::press(Key key, TimePoint now) {
    switch (key) {
        case Key::none: break;
        case Key::space: toggle(now); break;
        case Key::left: step(-1); break;
        case Key::right: step(1); break;
        case Key::page_up: step(-leap); break;
        case Key::page_down: step(leap); break;
        case Key::home: step(-plies_); break;
        case Key::end: step(plies_); break;
        case Key::plus: change_speed(1, now); break;
        case Key::minus: change_speed(-1, now); break;
        case Key::next_match: return Wish::next_match;
        case Key::previous_match: return Wish::previous_match;
        case Key::board_up: row_ = std::max(0, row_ - 1); break;
        case Key::board_down: ++row_; break;
        case Key::board_left: column_ = std::max(0, column_ - column_stride); break;
        case Key::board_right: column_ += column_stride; break;
        case Key::tab: turn_page(Page::moves); break;
        case Key::notes: turn_page(Page::notes); break;
        case Key::ending: turn_page(Page::ending); break;
        case Key::help: turn_page(Page::help); break;
        case Key::escape:
            if (page_ != Page::match) turn_page(page_);
            break;
        case Key::quit:
            if (page_ == Page::match || page_ == Page::moves) return Wish::quit;
            turn_page(page_);
            break;
    }
    return Wish::nothing;
}

bool Model::tick(TimePoint now) {
    if (!next_ || now < *next_) return false;
    go(shown_ + 1);
    shown_at_ = now;
    if (shown_ == plies_) {
        next_.reset();
        following_ = live_;
    } else {
        schedule(now);
    }
    return true;
}

void Model::moved_to(int row, int column) {
    row_ = row;
    column_ = column;
}

void Model::go(int ply) {
    shown_ = std::clamp(ply, 0, plies_);
}

void Model::step(int by) {
    next_.reset();
    go(shown_ + by);
    following_ = live_ && by >= 0 && shown_ == plies_;
}

/// Pauses a match that is being played or followed. Otherwise plays it from the shown ply. At the last ply, waits for
/// the next one of a live match, but plays a finished match from the start.
void Model::toggle(TimePoint now) {
    if (following() || playing()) {
        following_ = false;
        next_.reset();
        return;
    }
    if (plies_ == 0) return;
    if (shown_ == plies_ && live_) {
        following_ = true;
        return;
    }
    if (shown_ == plies_) go(0);
    following_ = live_;
    schedule(now);
}

void Model::change_speed(int by, TimePoint now) {
    if (by < 0 && speed_ > 0) --speed_;
    if (by > 0 && speed_ + 1 < speeds.size()) ++speed_;
    if (playing()) schedule(now);
}

void Model::turn_page(Page page) {
    page_ = page_ == page ? Page::match : page;
    row_ = column_ = 0;
}

Duration Model::pause() const {
    return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(1 / speed()));
}

void Model::schedule(TimePoint from) {
    next_ = from + pause();
}

}  // namespace referee::watch
