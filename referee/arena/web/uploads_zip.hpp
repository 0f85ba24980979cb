// Everything that a class has handed in, as an archive that is made while it is sent.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/arena/arena.hpp"
#include "referee/handins/zip.hpp"

namespace referee::arena {

/// The folder of each person has the person's name, and its files begin with the number of the version.
class UploadsZip {
public:
    /// Requires: the arena outlives the archive.
    explicit UploadsZip(const Arena& arena);

    /// The next piece of the archive; an empty one is the end. Throws std::length_error if the archive would be larger
    /// than 4 GiB, and std::runtime_error if a file can't be read.
    std::string next();

private:
    struct Entry {
        int person, version;
        std::string path;
    };

    const Arena& arena_;
    std::vector<Entry> entries_;
    std::size_t next_ = 0;
    handins::ZipWriter writer_;
};

/// A name that is harmless as a part of a path, on every system.
std::string name_in_archive(std::string name);

}  // namespace referee::arena
