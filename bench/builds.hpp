// The builds of the program that a bench measures alternately: this one, and another one if the user names it.
#pragma once

#include <string>
#include <vector>

#include "referee/core/options/command_line.hpp"

namespace bench {

/// The figures of both builds, one for each round.
struct BuildFigures {
    std::vector<double> own;
    std::vector<double> other;  ///< empty if there is no build to compare with
};

/// The builds that a bench measures. Add the options, parse the command line, then measure.
class Builds {
public:
    explicit Builds(std::string own) : own_(std::move(own)) {}

    /// Adds --referee and --compare. Requires: this object outlives the command line.
    void add_options(referee::CommandLine& line);
    const std::string& own() const { return own_; }
    bool compared() const { return !other_.empty(); }

    /// Measures one round. `measure(program)` returns the figure of a build. The builds alternate in going first, so
    /// that neither always has the warmer machine.
    template <class Measure>
    void measure(BuildFigures& to, Measure measure) const {
        const bool other_begins = compared() && to.own.size() % 2 == 1;
        if (other_begins) to.other.push_back(measure(other_));
        to.own.push_back(measure(own_));
        if (compared() && !other_begins) to.other.push_back(measure(other_));
    }

    /// The headings of the last columns of a table: the other build's figure, and the ratio of this build's figure to
    /// it. Empty if nothing is compared.
    std::string headings() const;
    /// The cells below the headings: medians.
    std::string cells(const BuildFigures& figures, int decimals) const;

private:
    std::string own_;
    std::string other_;
};

/// The median of the ratios of this build's figures to the other build's, round by round. Requires: builds are
/// compared.
double ratio_of(const BuildFigures& figures);

/// Runs a shell command. Throws std::runtime_error if it fails.
void run_command(const std::string& command);

}  // namespace bench
