// What a teacher is told about the hand-ins of a class, in few lines.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace referee::handins {

/// Lines of several kinds. If there are many in all, kinds with several lines are told in one or a few.
class Notices {
public:
    /// `of_many`: what is told in place of the lines, after their number. If `shows_first`, the first lines stay.
    void add(std::vector<std::string> lines, std::string of_many, bool shows_first = false);
    /// Tells all that was added, and forgets it.
    void tell(const std::function<void(const std::string& line)>& teller);

private:
    struct Kind {
        std::vector<std::string> lines;
        std::string of_many;
        bool shows_first;
    };
    std::vector<Kind> kinds_;
};

}  // namespace referee::handins
