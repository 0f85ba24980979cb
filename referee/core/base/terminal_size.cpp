#include "referee/core/base/terminal_size.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

namespace referee {

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

}  // namespace referee
