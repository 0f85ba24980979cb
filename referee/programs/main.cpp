// Runs the command that the arguments name, and turns an exception into one line and an exit code.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <exception>

#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"
#include "referee/programs/commands.hpp"

namespace {

/// Occupies the descriptors 0, 1 and 2 that the parent has closed, so that no other file gets their numbers. A write to
/// them fails and is reported.
void occupy_standard_descriptors() {
    int fd = 0;
    while (fd >= 0 && fd <= STDERR_FILENO)
        fd = ::open("/dev/null", O_RDONLY);
    if (fd > STDERR_FILENO) ::close(fd);
}

int run(const referee::Arguments& arguments) {
    try {
        return referee::parse_command(arguments)();
    } catch (const referee::Information& asked_for) {
        referee::print(asked_for.text);
        return referee::exit_done;
    }
}

}  // namespace

int main(int argc, char** argv) {
    occupy_standard_descriptors();
    std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is reported as an error
    try {
        referee::prepare_notes();
        const int code = run({argv + 1, argv + argc});
        referee::check_stdout();
        return code;
    } catch (const referee::StdoutFailed& error) {
        if (referee::stdout_closed())
            return referee::exit_signal_base + SIGPIPE;  // as if the signal had ended the program
        referee::complain(error.what());
        return referee::exit_failed;
    } catch (const games::UserError& error) {
        referee::complain(error.what());
        return referee::exit_wrong_use;
    } catch (const std::exception& error) {
        referee::complain(error.what());
        return referee::exit_failed;
    }
}
