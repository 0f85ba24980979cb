// The view that a bot in a sandbox has of the system, as arguments of bubblewrap.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/system/unique_fd.hpp"

namespace referee {

/// A sandbox could not be set up. No bot is to blame.
struct SandboxFailure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The path of bubblewrap.
inline constexpr const char* bubblewrap = "/usr/bin/bwrap";

/// The size of each of /tmp and /dev/shm. Without a limit a bot could fill the machine's memory.
inline constexpr const char* temporary_bytes = "67108864";

/// The folders in which a program without a path is searched in a sandbox.
inline constexpr const char* sandbox_path = "/usr/local/bin:/usr/bin:/bin";

/// A file or folder that a sandbox shows in addition to the system's own folders, read-only.
struct ShownPath {
    enum class Kind {
        files,         ///< the file or folder `source`, with its present and later content
        listed_files,  ///< the same, if it still exists
        empty_folder,  ///< later entries may fill it
        link,          ///< a symbolic link to `source`
    };
    Kind kind = Kind::files;
    std::string place;     ///< in the sandbox; absolute
    std::string source{};  ///< outside
    friend bool operator==(const ShownPath&, const ShownPath&) = default;
};

/// The data that all sandboxes of a run share.
class Sandbox {
public:
    /// `pausable`: no stopped process in a sandbox can resume by itself. Throws std::system_error if the referee is out
    /// of memory or descriptors.
    explicit Sandbox(bool pausable);

    /// The arguments, with argv[0], of a bubblewrap that runs the warden (see warden.c), which runs `program`. `shown`
    /// is added in this order. `working_folder` exists, empty except for shown files.
    std::vector<std::string> arguments(const std::vector<ShownPath>& shown, const std::string& working_folder,
                                       const std::vector<std::string>& limits, const std::string& program,
                                       const std::vector<std::string>& program_arguments) const;

    /// The environment of a bot in a sandbox. Only the language and the time zone come from the user's own.
    static std::vector<std::string> environment();

    /// The warden's program and the seccomp filter, each opened again for each call.
    UniqueFd warden() const;
    UniqueFd filter() const;

private:
    UniqueFd warden_;
    UniqueFd filter_;
    std::vector<std::string> system_;  ///< the arguments that show the system's own folders
    std::vector<std::string> proc_;    ///< the arguments that hide files of /proc
};

/// The warden's executable (see warden.c), which is built into the referee: a static ELF program.
std::span<const char> warden_program_bytes();

}  // namespace referee
