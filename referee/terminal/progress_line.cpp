#include "referee/terminal/progress_line.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "protocol/utf8.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

constexpr std::string_view clear_line = "\r\x1b[K";

bool knows_escape_sequences() {
    const char* terminal = std::getenv("TERM");
    return terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace

TerminalSize terminal_size() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return {};
    return {size.ws_row, size.ws_col};
}

std::optional<std::size_t> columns_of_terminal(int fd) {
    constexpr std::size_t usual = 80, fewest = 20;
    winsize size{};
    if (::isatty(fd) != 1) return std::nullopt;
    const bool known = ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? std::max<std::size_t>(size.ws_col, fewest) : usual;
}

bool can_draw_on_terminal() {
    return ::isatty(STDERR_FILENO) == 1 && knows_escape_sequences();
}

void begin_line_on_terminal() {
    const std::string_view text = knows_escape_sequences() ? clear_line : "\n";
    if (::isatty(STDERR_FILENO) == 1) return print_to_stderr(text);
    if (::isatty(STDOUT_FILENO) == 1) print(text);
}

void ProgressLine::show(std::string_view text) {
    if (!wanted_) return;
    // The last column stays free, because some terminals move to the next line when it is filled.
    const auto columns = static_cast<std::size_t>(std::max(terminal_size().columns - 1, 0));
    const std::string plain = harmless(text);
    print_to_stderr(std::string(clear_line).append(protocol::first_characters(plain, columns)));
    shown_ = true;
}

void ProgressLine::clear() {
    if (shown_) print_to_stderr(clear_line);
    shown_ = false;
}

}  // namespace referee
