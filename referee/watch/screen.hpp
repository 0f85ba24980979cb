// The terminal as a screen, by ncurses: taken by the constructor, and restored by the destructor.
#pragma once

#include <memory>
#include <optional>

#include "games/looks.hpp"
#include "referee/system/unique_fd.hpp"
#include "referee/watch/canvas.hpp"
#include "referee/watch/model.hpp"

namespace referee::watch {

/// Throws games::UserError with one line and a remedy if stdin and stdout are not a terminal that can show a screen.
void check_terminal();

/// Signals of the terminal (new size, Ctrl-Z, continuing) as a descriptor: no handler runs in any thread. Construct it
/// before any other thread is started.
class TerminalSignals {
public:
    /// Throws std::system_error.
    TerminalSignals();
    ~TerminalSignals();
    TerminalSignals(const TerminalSignals&) = delete;
    TerminalSignals& operator=(const TerminalSignals&) = delete;

    int fd() const { return fd_.get(); }
    /// The number of a signal that has come, or 0.
    int take() const;

private:
    UniqueFd fd_;
};

/// Only one may exist at a time. All calls come from one thread.
class Screen {
public:
    /// Requires: check_terminal() has found nothing. Sets the locale of characters. Throws games::UserError.
    Screen();
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    /// The abilities of the screen: the characters of the locale, and colours if the terminal has them and they are
    /// wanted.
    games::Looks looks() const { return looks_; }
    int rows() const;
    int columns() const;

    void draw(const Canvas& canvas);
    /// The next pressed key, Key::none for a key without meaning; nothing if none was pressed.
    std::optional<Key> key();

    /// Adapts to the present size of the terminal, and makes the next draw() draw everything.
    void refresh();
    /// Ctrl-Z: gives the terminal back and stops the program until it is told to go on.
    void suspend();

private:
    struct Handle;
    std::unique_ptr<Handle> handle_;
    games::Looks looks_;
};

}  // namespace referee::watch
