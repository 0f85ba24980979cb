// Reads match logs from stdin, one per line. For each log, writes the reader's error message, or "" if the reader
// accepts the log.
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
