// Reads match logs, one a line, from stdin; writes for each whether the reader takes it: "" or what is wrong.
#include <iostream>
#include <string>

#include "protocol/match_log.hpp"

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        protocol::LogProblem problem;
        static_cast<void>(protocol::parse_match_log(line, problem));
        std::cout << problem.text << '\n';
    }
}
