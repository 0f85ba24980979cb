// A bot's view of the system in a sandbox, as arguments of bubblewrap.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/core/base/unique_fd.hpp"

namespace referee {

/// Reports that a sandbox could not be set up. The bot is not to blame.
struct SandboxFailure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The path of bubblewrap.
inline constexpr const char* bubblewrap = "/usr/bin/bwrap";

/// The usual maximum size of /tmp, and of /dev/shm, in bytes. Without a limit, a bot could fill the machine's memory.
inline constexpr std::uint64_t temporary_bytes = std::uint64_t{64} << 20;

/// The folders that are searched for a program without a path in a sandbox. Debian has its games, and so its chess
/// engines, in /usr/games.
inline constexpr const char* sandbox_path = "/usr/local/bin:/usr/bin:/bin:/usr/games";

/// A file or folder that a sandbox shows read-only, in addition to the system's own folders.
struct ShownPath {
    enum class Kind {
        files,         ///< the file or folder `source`, with its current and future content
        listed_files,  ///< like `files`, but nothing is shown if `source` no longer exists
        empty_folder,  ///< an empty folder; further entries may be put into it
        link,          ///< a symbolic link to `source`
    };
    Kind kind = Kind::files;
    std::string place;     ///< the absolute path in the sandbox
    std::string source{};  ///< the path outside the sandbox
    friend bool operator==(const ShownPath&, const ShownPath&) = default;
};

/// The data that all sandboxes of a run share.
class Sandbox {
public:
    /// `pausable`: a stopped process in a sandbox must not be able to resume by itself. Throws std::system_error if the
    /// referee is out of memory or descriptors.
    explicit Sandbox(bool pausable);

    /// Returns the arguments (including argv[0]) of a bubblewrap that runs the warden (see warden.c), which runs
    /// `program`. `shown`: files and folders, added in this order. `working_folder` exists in the sandbox, empty except
    /// for shown files. `temporary`: the maximum size of /tmp, and of /dev/shm, in bytes.
    std::vector<std::string> arguments(const std::vector<ShownPath>& shown, const std::string& working_folder,
                                       std::uint64_t temporary, const std::vector<std::string>& limits,
                                       const std::string& program,
                                       const std::vector<std::string>& program_arguments) const;

    /// The environment of a bot in a sandbox. Only the language and the time zone are taken from the user's
    /// environment.
    static std::vector<std::string> environment();

    /// The warden's program and the seccomp filter. Each call opens the file again.
    UniqueFd warden() const;
    UniqueFd filter() const;

private:
    UniqueFd warden_;
    UniqueFd filter_;
    std::vector<std::string> system_;  ///< the arguments that show the system's own folders
    std::vector<std::string> proc_;    ///< the arguments that hide files of /proc
};

/// The warden's executable (see warden.c), a static ELF program that is built into the referee.
std::span<const char> warden_program_bytes();

}  // namespace referee
