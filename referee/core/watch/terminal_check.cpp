#include "referee/core/watch/screen.hpp"

#include <fmt/format.h>
#include <ncurses.h>
#include <term.h>  // its macros redefine names such as `tab` and `columns`, so this file contains nothing else
#include <unistd.h>

#include <cstdlib>

#include "games/user_error.hpp"

namespace referee::watch {

using games::UserError;

void check_terminal() {
    for (const auto& [fd, stream] : {std::pair(STDIN_FILENO, "stdin"), std::pair(STDOUT_FILENO, "stdout")}) {
        if (::isatty(fd) != 1) throw UserError(fmt::format("{} is not a terminal; watch needs one", stream));
    }
    int problem = 0;
    const char* variable = std::getenv("TERM");
    const std::string name = variable == nullptr ? "" : variable;
    const bool known = ::setupterm(name.c_str(), STDOUT_FILENO, &problem) == OK;
    char capability[] = "cup";
    const char* moves = known ? ::tigetstr(capability) : nullptr;
    const bool can = moves != nullptr && moves != reinterpret_cast<const char*>(-1);
    if (known) ::del_curterm(::set_curterm(nullptr));
    if (!known) {
        throw UserError(fmt::format("watch does not know the terminal type TERM='{}'; try TERM=xterm", name));
    }
    if (!can) throw UserError(fmt::format("watch needs a terminal with cursor addressing: TERM is '{}'", name));
}

}  // namespace referee::watch
