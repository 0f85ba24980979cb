// Runs the command that the arguments name, and turns what went wrong into one line and an exit code.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/commands/options.hpp"
#include "referee/terminal/output.hpp"

namespace {

/// Whoever has started us may have closed 0, 1 or 2; the next file that is opened must not take their place.
/// What is written there fails, and is told of.
void occupy_standard_descriptors() {
    int fd = 0;
    while (fd >= 0 && fd <= STDERR_FILENO)
        fd = ::open("/dev/null", O_RDONLY);
    if (fd > STDERR_FILENO) ::close(fd);
}

int run(const std::vector<std::string>& arguments) {
    struct Runner {
        int operator()(const referee::PlayOptions& options) const { return referee::run_play(options); }
        int operator()(const referee::TournamentOptions& options) const { return referee::run_tournament(options); }
        int operator()(const referee::ReplayOptions& options) const { return referee::run_replay(options); }
        int operator()(const referee::ViewOptions& options) const { return referee::run_view(options); }
        int operator()(const referee::WatchOptions& options) const { return referee::run_watch(options); }
        int operator()(const referee::GamesOptions& options) const { return referee::run_games(options); }
        int operator()(const referee::TilesOptions& options) const { return referee::run_tiles(options); }
        int operator()(const referee::CheckOptions& options) const { return referee::run_check(options); }
        int operator()(const referee::StandingsOptions& options) const { return referee::run_standings(options); }
        int operator()(const referee::ReportOptions& options) const { return referee::run_report(options); }
        int operator()(const referee::ExportOptions& options) const { return referee::run_export(options); }
        int operator()(const referee::ServeOptions& options) const { return referee::run_serve(options); }
        int operator()(const referee::Information& information) const {
            referee::print(information.text);
            return referee::exit_done;
        }
    };
    return std::visit(Runner{}, referee::parse_arguments(arguments));
}

}  // namespace

int main(int argc, char** argv) {
    occupy_standard_descriptors();
    try {
        referee::prepare_notes();
        const int code = run({argv + 1, argv + argc});
        referee::check_stdout();
        return code;
    } catch (const referee::StdoutFailed& error) {
        if (referee::stdout_closed()) return referee::exit_signal_base + SIGPIPE;  // what the signal would have done
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
