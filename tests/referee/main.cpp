// The main function of the tests. It has its own file because doctest takes longest to compile.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "referee/handins/step.hpp"

int main(int count, char** arguments) {
    // Hand-ins are unpacked and built by the program itself, in a sandbox.
    if (count > 1 && arguments[1] == referee::handins::step_command)
        return referee::handins::run_step(std::vector<std::string>(arguments + 2, arguments + count));
    return doctest::Context(count, arguments).run();
}
