#include "referee/core/watch/screen.hpp"

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS
#include <fmt/format.h>
#include <langinfo.h>
#include <ncurses.h>
#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"

namespace referee::watch {

namespace {

using games::UserError;

constexpr int escape_delay = 25;  // milliseconds to wait for the rest of a key's escape sequence
constexpr short colours = 8;

/// The signals to block and to receive through a descriptor instead. ncurses would handle some of them itself. Signals
/// that are already ignored stay ignored.
sigset_t terminal_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGWINCH, SIGTSTP, SIGCONT}) {
        struct sigaction current {};
        sigaction(signal, nullptr, &current);
        if (current.sa_handler != SIG_IGN) sigaddset(&set, signal);
    }
    return set;
}

/// Restores the handlers of some signals at the end of its scope. ncurses installs handlers that would end the program.
class DispositionsKept {
public:
    DispositionsKept() {
        for (std::size_t i = 0; i < signals.size(); ++i)
            sigaction(signals[i], nullptr, &kept_[i]);
    }
    ~DispositionsKept() {
        for (std::size_t i = 0; i < signals.size(); ++i)
            sigaction(signals[i], &kept_[i], nullptr);
    }
    DispositionsKept(const DispositionsKept&) = delete;
    DispositionsKept& operator=(const DispositionsKept&) = delete;

private:
    static constexpr std::array<int, 4> signals = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
    std::array<struct sigaction, 4> kept_{};
};

/// Selects a locale with UTF-8 if it is wanted, and returns whether ncurses can write UTF-8. The locale of the
/// environment may not be installed.
bool use_utf8() {
    const auto is_utf8 = [] { return std::strcmp(::nl_langinfo(CODESET), "UTF-8") == 0; };
    std::setlocale(LC_CTYPE, "");
    if (!looks().utf8) return false;
    if (!is_utf8()) std::setlocale(LC_CTYPE, "C.UTF-8");
    return is_utf8();
}

Key key_of(int code) {
    switch (code) {
        case ' ': return Key::space;
        case KEY_LEFT: return Key::left;
        case KEY_RIGHT: return Key::right;
        case KEY_UP:
        case 'k': return Key::board_up;
        case KEY_DOWN:
        case 'j': return Key::board_down;
        case 'h': return Key::board_left;
        case 'l': return Key::board_right;
        case KEY_PPAGE: return Key::page_up;
        case KEY_NPAGE: return Key::page_down;
        case KEY_HOME: return Key::home;
        case KEY_END: return Key::end;
        case '+':
        case '=': return Key::plus;
        case '-': return Key::minus;
        case 'n': return Key::next_match;
        case 'p': return Key::previous_match;
        case '\t': return Key::tab;
        case 'i': return Key::notes;
        case 'e': return Key::ending;
        case '?': return Key::help;
        case 'q': return Key::quit;
        case 27: return Key::escape;
        default: return Key::none;
    }
}

/// Without colours, a background becomes bold and underlined text.
attr_t attributes_of(const Style& style, bool colour) {
    const bool strong = style.background >= 0 && !colour;
    return (style.bold || strong ? A_BOLD : A_NORMAL) | (strong ? A_UNDERLINE : A_NORMAL) |
           (style.reverse ? A_REVERSE : A_NORMAL);
}

/// The pair of colours of this style. Pair 0 is the terminal's own, then there is one for each colour of text, and one
/// for each background.
short pair_of(const Style& style) {
    return static_cast<short>(style.background >= 0 ? colours + style.background + 1 : style.colour + 1);
}

std::string terminal_name() {
    const char* name = std::getenv("TERM");
    return name == nullptr ? "" : name;
}

}  // namespace

TerminalSignals::TerminalSignals() {
    const sigset_t set = terminal_signals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    fd_ = UniqueFd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!fd_) throw std::system_error(errno, std::generic_category(), "signalfd");
}

TerminalSignals::~TerminalSignals() {
    const sigset_t set = terminal_signals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

int TerminalSignals::take() const {
    signalfd_siginfo info{};
    return ::read(fd_.get(), &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
}

struct Screen::Handle {
    Handle() {
        const DispositionsKept kept;
        screen = ::newterm(nullptr, stdout, stdin);
        if (screen == nullptr)
            throw UserError(fmt::format("can't set up the screen of the terminal '{}'", terminal_name()));
    }
    ~Handle() {
        ::endwin();
        ::delscreen(screen);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    SCREEN* screen;
};

Screen::Screen() {
    looks_.utf8 = use_utf8();
    handle_ = std::make_unique<Handle>();
    ::cbreak();
    ::noecho();
    ::nonl();
    ::set_escdelay(escape_delay);
    ::nodelay(stdscr, TRUE);
    ::keypad(stdscr, TRUE);
    ::curs_set(0);
    looks_.colour = colour_wanted() && ::has_colors() && ::start_color() == OK && COLORS >= colours;
    if (looks_.colour) {
        const short background = ::use_default_colors() == OK ? -1 : COLOR_BLACK;
        for (short colour = 0; colour < colours; ++colour) {
            ::init_pair(static_cast<short>(colour + 1), colour, background);
            ::init_pair(static_cast<short>(colours + colour + 1), COLOR_BLACK, colour);
        }
    }
    refresh();
}

Screen::~Screen() = default;

int Screen::rows() const {
    return LINES;
}
int Screen::columns() const {
    return COLS;
}

void Screen::draw(const Canvas& canvas) {
    ::werase(stdscr);
    for (int row = 0; row < canvas.rows(); ++row) {
        for (int column = 0; column < canvas.columns(); ++column) {
            const Cell& cell = canvas.at(row, column);
            if (cell.character == L'\0' || cell == Cell{}) continue;
            const wchar_t text[] = {cell.character, L'\0'};
            const short pair = looks_.colour ? pair_of(cell.style) : short{0};
            cchar_t character{};
            ::setcchar(&character, text, attributes_of(cell.style, looks_.colour), pair, nullptr);
            mvadd_wch(row, column, &character);
        }
    }
    ::wrefresh(stdscr);
}

std::optional<Key> Screen::key() {
    const int code = ::wgetch(stdscr);
    if (code == ERR) return std::nullopt;
    return key_of(code);
}

void Screen::refresh() {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        ::resizeterm(size.ws_row, size.ws_col);
    ::reset_prog_mode();
    ::clearok(curscr, TRUE);
}

void Screen::suspend() {
    ::endwin();
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    ::raise(SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);  // the program stops here
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    refresh();
}

}  // namespace referee::watch
