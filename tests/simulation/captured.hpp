// Catches what the program prints in this process.
#pragma once

#include <string>

#include "referee/core/base/unique_fd.hpp"

namespace simulation {

/// While it lives, stdout and stderr of this process go to files in memory. One at a time.
class Captured {
public:
    Captured();
    ~Captured();
    Captured(const Captured&) = delete;
    Captured& operator=(const Captured&) = delete;

    /// The text since the last call.
    [[nodiscard]] std::string take_stdout() { return take(out_.get()); }
    [[nodiscard]] std::string take_stderr() { return take(err_.get()); }

private:
    static std::string take(int fd);

    referee::UniqueFd out_, err_, usual_out_, usual_err_;
};

}  // namespace simulation
