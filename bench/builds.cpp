#include "bench/builds.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

#include "bench/measure.hpp"

namespace bench {

void Builds::add_options(referee::CommandLine& line) {
    line.file("--referee", "FILE", "the program", own_);
    line.file("--compare", "FILE", "another build of the program, measured by turns with this one", other_);
}

std::string Builds::headings() const {
    return compared() ? fmt::format(" {:>12} {:>10}", "other build", "this/other") : "";
}

std::string Builds::cells(const BuildFigures& figures, int decimals) const {
    return compared() ? fmt::format(" {:>12.{}f} {:>10.2f}", median(figures.other), decimals, ratio_of(figures)) : "";
}

double ratio_of(const BuildFigures& figures) {
    std::vector<double> ratios;
    for (std::size_t round = 0; round < figures.own.size(); ++round)
        ratios.push_back(figures.own[round] / figures.other[round]);
    return median(ratios);
}

void run_command(const std::string& command) {
    if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
}

}  // namespace bench
