// Reads the options of a bench like those of the referee's commands.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "games/user_error.hpp"
#include "referee/core/options/command_line.hpp"

namespace bench {

/// Reads the arguments of main(). Ends the program with exit code 0 after help, and with 2 after invalid arguments.
inline void read_options(referee::CommandLine& line, int argc, char** argv) {
    try {
        line.parse({argv + 1, argv + argc});
    } catch (const referee::Information& asked_for) {
        fmt::print("{}", asked_for.text);
        std::exit(0);
    } catch (const games::UserError& error) {
        fmt::print(stderr, "{}\n", error.what());
        std::exit(2);
    }
}

}  // namespace bench
