// `referee play-batch`: plays a part of a tournament for another referee, which has written it into a file.

#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/terminal/output.hpp"
#include "referee/tournament/engine/batch_player.hpp"

namespace referee {

namespace {

constexpr const char* play_batch_overview =
    "Plays the games of a batch, which `referee tournament --engine` has written, and\n"
    "appends each to a file beside it. Batch systems start this command.";

constexpr const char* play_batch_exit_codes =
    "After a signal the current game is played to its end; a second one breaks it\n"
    "off. The rest is played when the command runs again.\n"
    "Exit codes: 0 all games are played, or the batch was cancelled (its file is\n"
    "gone), 1 a system error, 2 this machine can't play it (a bot's file differs,\n"
    "say), 128 + n stopped by signal n with games left.";

}  // namespace

Task parse_play_batch(const Arguments& arguments) {
    std::string file, sum, host = tournament::host_name();
    bool to_stdout = false;
    CommandLine line("referee play-batch", play_batch_overview, play_batch_exit_codes);
    line.text("BATCH", "", "the batch: SPOOL/w1.0.json", file);
    line.text("--sum", "SHA256",
              "of the wave's list of batches (w1.sums), as the\ntournament has written it; without it the folder\nmust "
              "be writable by this user alone",
              sum);
    line.text("--host", "NAME", "call this machine so in the records (its name)", host);
    line.flag("--to-stdout", "write the records to stdout, for a machine that\nreads them there", to_stdout);
    line.parse(arguments);
    if (file.empty()) throw games::UserError("no batch is given: referee play-batch BATCH");
    if (host.empty()) throw games::UserError("--host: the name is empty");
    if (host == ":") host = tournament::host_name();  // what GNU parallel calls this machine
    return [file, sum, host, to_stdout]() -> int {
        const int signal = tournament::BatchPlayer(file, sum, host, to_stdout).play();
        return signal == 0 ? exit_done : exit_signal_base + signal;
    };
}

}  // namespace referee
