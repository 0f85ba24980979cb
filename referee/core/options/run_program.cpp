#include "referee/core/options/run_program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <exception>

#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"

namespace referee {

namespace {

/// Occupies the descriptors 0, 1 and 2 that the parent has closed, so that no other file gets their numbers. A write to
/// them fails and is reported.
void occupy_standard_descriptors() {
    int fd = 0;
    while (fd >= 0 && fd <= STDERR_FILENO)
        fd = ::open("/dev/null", O_RDONLY);
    if (fd > STDERR_FILENO) ::close(fd);
}

int run(const CommandTable& table, const Arguments& arguments) {
    try {
        return table.parse(arguments)();
    } catch (const Information& asked_for) {
        print(asked_for.text);
        return exit_done;
    }
}

}  // namespace

int run_program(const std::function<CommandTable()>& table, int argc, char** argv) {
    occupy_standard_descriptors();
    std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is reported as an error
    try {
        prepare_notes();
        const int code = run(table(), {argv + 1, argv + argc});
        check_stdout();
        return code;
    } catch (const StdoutFailed& error) {
        if (stdout_closed()) return exit_signal_base + SIGPIPE;  // as if the signal had ended the program
        complain(error.what());
        return exit_failed;
    } catch (const games::UserError& error) {
        complain(error.what());
        return exit_wrong_use;
    } catch (const std::exception& error) {
        complain(error.what());
        return exit_failed;
    }
}

}  // namespace referee
