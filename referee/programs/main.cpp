// The program with all commands.
#include "referee/core/options/run_program.hpp"
#include "referee/programs/commands.hpp"

int main(int argc, char** argv) {
    return referee::run_program(referee::command_table, argc, argv);
}
