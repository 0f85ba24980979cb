// Lets the machine fail in the middle of SQLite's writes: a shim over its default VFS.
#pragma once

#include <string>

#include "tests/simulation/step.hpp"

namespace simulation {

/// While it is armed, counts the writes and syncs of a tournament's file and of the log beside it. Before the n-th one
/// it remembers what is on the disk, and lets everything fail that follows. One at a time.
class Killer {
public:
    /// Registers the shim as SQLite's default. Needed once in a process.
    static void install();

    /// `db`: the file, which need not exist.
    Killer(const std::string& db, const Kill& kill);
    ~Killer();
    Killer(const Killer&) = delete;
    Killer& operator=(const Killer&) = delete;

    /// Whether the machine has failed.
    [[nodiscard]] bool has_struck() const;
    /// Puts what was on the disk in the place of the file and of the log. Requires: the file is closed.
    void restore() const;
};

}  // namespace simulation
