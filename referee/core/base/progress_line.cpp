#include "referee/core/base/progress_line.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "protocol/utf8.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/terminal_size.hpp"

namespace referee {

namespace {

constexpr std::string_view clear_line = "\r\x1b[K";

bool knows_escape_sequences() {
    const char* terminal = std::getenv("TERM");
    return terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace

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
