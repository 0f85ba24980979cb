// The one form in which something leaves a sandbox in which hand-ins are unpacked and built. The sandbox may be in the
// hands of the student, so the referee reads a parcel as hostile bytes. All that it can contain is that student's own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "referee/handins/project.hpp"

namespace referee::handins {

struct Parcel {
    std::string complaint;        ///< why there are no files; ends a sentence about the hand-in; empty if there are
    std::string output;           ///< what the build has written to stdout and stderr, at most max_output bytes
    std::uint32_t exit_code = 0;  ///< of the build; 128 + n if signal n ended it
    bool in_time = true;          ///< whether the build ended by itself
    bool reached_limit = false;   ///< there are no files for lack of time or memory; not part of the bytes
    Project files;
    Project beside{};  ///< files of a driver, which lie beside the folder of the project in the sandbox
};

inline constexpr std::size_t max_output = 64 << 10;

/// The maximum length of a parcel in bytes.
inline constexpr std::uint64_t max_parcel = max_bytes + max_files * 2048 + 2 * max_output;

[[nodiscard]] std::string bytes_of(const Parcel& parcel);

/// Reads a parcel. Throws games::UserError that ends a sentence about the hand-in, if the bytes are no parcel, or if
/// ProjectMaker refuses a file in it.
[[nodiscard]] Parcel read_parcel(std::string_view bytes);

}  // namespace referee::handins
