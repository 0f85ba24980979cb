// Writes a part: the records of one run of a batch.
#pragma once

#include <cstdint>
#include <string>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/unique_fd.hpp"
#include "referee/tournament/run/engine/spool.hpp"

namespace referee::tournament {

/// Appends the records of one run of one batch to its part.
class PartWriter {
public:
    /// Creates a part to which nobody else writes. Throws std::runtime_error if that fails. Requires: `spool` has been
    /// claimed or visited, and outlives this object.
    PartWriter(const Spool& spool, const BatchName& batch, const std::string& host);
    /// Creates a writer to stdout. Another machine reads the records and writes the part.
    [[nodiscard]] static PartWriter to_stdout();

    /// Writes the whole line. If the disk is full, writes nothing and throws std::runtime_error. Also syncs, if the
    /// last sync was at least `between_syncs` ago. Otherwise the line is on disk only after the next sync.
    void append(const std::string& line);
    void sync();
    /// Syncs, and removes ".part" from the file's name. Does nothing more if the part has been removed.
    void complete();

private:
    PartWriter() = default;

    [[nodiscard]] std::string path() const;

    const Spool* spool_ = nullptr;  ///< null: stdout
    std::string name_;              ///< the file's name, with ".part"
    UniqueFd fd_;
    std::int64_t size_ = 0;
    TimePoint synced_{};
};

}  // namespace referee::tournament
