// Writes a part.
#pragma once

#include <cstdint>
#include <string>

#include "referee/system/clock.hpp"
#include "referee/system/unique_fd.hpp"
#include "referee/tournament/engine/spool.hpp"

namespace referee::tournament {

/// Appends the records of one run of one batch to its part.
class PartWriter {
public:
    /// Makes a part that nobody else writes. Throws std::runtime_error. Requires: the spool is claimed or visited, and
    /// outlives this.
    PartWriter(const Spool& spool, const BatchName& batch, const std::string& host);
    /// Writes to stdout, if another machine reads it into a part.
    [[nodiscard]] static PartWriter to_stdout();

    /// Writes the whole line; if the disk is full, writes nothing and throws std::runtime_error. The line is on the
    /// disk after sync() and, if more lines come, after `between_syncs` at the latest.
    void append(const std::string& line);
    void sync();
    /// Syncs, and removes ".part" from the name, unless somebody has removed the part.
    void complete();

private:
    PartWriter() = default;

    [[nodiscard]] std::string path() const;

    const Spool* spool_ = nullptr;  ///< null: stdout
    std::string name_;              ///< of the file, with ".part"
    UniqueFd fd_;
    std::int64_t size_ = 0;
    TimePoint synced_{};
};

}  // namespace referee::tournament
