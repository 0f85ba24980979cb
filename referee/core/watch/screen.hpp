// Uses the terminal as a screen, through ncurses. The constructor takes the terminal, and the destructor restores it.
#pragma once

#include <memory>
#include <optional>

#include "games/looks.hpp"
#include "referee/core/base/unique_fd.hpp"
#include "referee/core/watch/canvas.hpp"
#include "referee/core/watch/model.hpp"

namespace referee::watch {

/// Throws games::UserError, with a remedy in one line, if stdin and stdout are not a terminal that can show a screen.
void check_terminal();

/// Receives the terminal's signals (resize, Ctrl-Z, continue) through a descriptor, so that no handler interrupts any
/// thread. Requires: no other thread has been started.
class TerminalSignals {
public:
    /// Throws std::system_error.
    TerminalSignals();
    ~TerminalSignals();
    TerminalSignals(const TerminalSignals&) = delete;
    TerminalSignals& operator=(const TerminalSignals&) = delete;

    int fd() const { return fd_.get(); }
    /// Takes a signal that has arrived, and returns its number; 0 if there is none.
    int take() const;

private:
    UniqueFd fd_;
};

/// Only one screen may exist at a time. All calls must come from one thread.
class Screen {
public:
    /// Also sets the locale of characters. Throws games::UserError if the terminal can't be used. Requires:
    /// check_terminal() does not throw.
    Screen();
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    /// What the screen can show. UTF-8 depends on the locale. Colours are used if the terminal has them and the user
    /// wants them.
    games::Looks looks() const { return looks_; }
    int rows() const;
    int columns() const;

    void draw(const Canvas& canvas);
    /// The next pressed key; Key::none if the key has no meaning, nothing if no key was pressed.
    std::optional<Key> key();

    /// Adapts to the current size of the terminal, and makes the next draw() redraw everything.
    void refresh();
    /// Handles Ctrl-Z: restores the terminal, and stops the program until it is continued.
    void suspend();

private:
    struct Handle;
    std::unique_ptr<Handle> handle_;
    games::Looks looks_;
};

}  // namespace referee::watch
