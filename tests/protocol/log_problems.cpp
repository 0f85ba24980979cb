// Reads match logs, one a line, from stdin; writes for each whether the reader takes it: "" or what is wrong.
#include <iostream>
#include <string>

#include "protocol/match_log.hpp"

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        protocol::LogProblem problem;
        const bool taken = protocol::parse_match_log(line, problem).has_value();
        std::cout << (taken ? "" : problem.text) << '\n';
    }
}
