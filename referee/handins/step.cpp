#include "referee/handins/step.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/fresh_file.hpp"
#include "referee/core/base/unique_fd.hpp"
#include "referee/handins/archives.hpp"
#include "referee/handins/parcel.hpp"
#include "referee/handins/zip.hpp"

namespace referee::handins {

namespace {

namespace fs = std::filesystem;

constexpr const char* work_folder = "/tmp/work";
/// In it lies the project, as beside the launcher of a bot. A driver lies beside it.
constexpr const char* project_place = "/tmp/work/project";
constexpr const char* output_file = "/tmp/output";
constexpr int exit_of_signal = 128, exit_missing = 127;

/// Reads more bytes. Throws std::runtime_error if there are none, or if they can't be read.
void read_some(std::string& bytes) {
    std::array<char, 65536> part{};
    const ssize_t count = ::read(STDIN_FILENO, part.data(), part.size());
    if (count < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "reading a hand-in");
    if (count == 0) throw std::runtime_error("reading a hand-in: it ends too early");
    if (count > 0) bytes.append(part.data(), static_cast<std::size_t>(count));
}

/// Reads the bytes behind the line with their number.
std::string read_input() {
    std::string bytes;
    while (bytes.find('\n') == std::string::npos)
        read_some(bytes);
    const std::size_t end = bytes.find('\n');
    std::size_t size = 0;
    if (std::from_chars(bytes.data(), bytes.data() + end, size).ptr != bytes.data() + end)
        throw std::runtime_error("reading a hand-in: it does not begin with its size");
    bytes.erase(0, end + 1);
    while (bytes.size() < size)
        read_some(bytes);
    return bytes;
}

/// Waits for a moment. Returns whether stdin has ended.
bool time_is_over() {
    constexpr int moment_ms = 5;
    pollfd input{STDIN_FILENO, 0, 0};  // the end is always told
    return ::poll(&input, 1, moment_ms) > 0;
}

/// Starts the command, which writes to this file. A file and not a pipe, because a process that the build leaves behind
/// would hold the pipe open. Returns 0, or an error number.
int start(std::span<const std::string> words, const UniqueFd& out, pid_t& pid) {
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, out.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    std::vector<char*> argv;
    for (const std::string& word : words)
        argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const int error = ::posix_spawnp(&pid, argv.front(), &actions, nullptr, argv.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    return error;
}

/// The end of what the command has written.
std::string end_of(const UniqueFd& out) {
    const off_t size = ::lseek(out.get(), 0, SEEK_END);
    const off_t most = static_cast<off_t>(max_output);
    std::string text(max_output, '\0');
    const ssize_t count = ::pread(out.get(), text.data(), text.size(), std::max<off_t>(0, size - most));
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return text;
}

/// Runs the command to its end, or to that of its time.
void run(std::span<const std::string> words, Parcel& parcel) {
    const UniqueFd out(::open(output_file, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (!out) throw std::system_error(errno, std::generic_category(), output_file);
    pid_t pid = -1;
    if (const int error = start(words, out, pid); error != 0) {
        parcel.exit_code = exit_missing;
        parcel.output = fmt::format("{}: {}\n", words.front(), std::strerror(error));
        return;
    }
    int status = 0;
    while (parcel.in_time && ::waitpid(pid, &status, WNOHANG) == 0)
        parcel.in_time = !time_is_over();
    parcel.exit_code =
        static_cast<std::uint32_t>(WIFEXITED(status) ? WEXITSTATUS(status) : exit_of_signal + WTERMSIG(status));
    parcel.output = end_of(out);
}

/// Reads the regular files that the build has left. Other processes may change them meanwhile. That does no harm,
/// because whoever reads the parcel checks it.
void pack(Parcel& parcel) {
    ProjectMaker maker;
    for (const auto& entry : fs::recursive_directory_iterator(".")) {
        if (entry.is_symlink() || !entry.is_regular_file()) continue;
        const std::string path = entry.path().lexically_relative(".");
        if (is_clutter(path)) continue;
        for (ProjectFile& file : read_project(entry.path(), path))
            maker.add(std::move(file));
    }
    parcel.files = maker.take();
}

void build(std::span<const std::string> words, Parcel& parcel) {
    const Parcel sources = read_parcel(read_input());
    write_project(project_place, sources.files);
    write_project(work_folder, sources.beside);
    fs::current_path(project_place);
    run(words, parcel);
    if (parcel.exit_code == 0 && parcel.in_time) pack(parcel);
}

/// Lets a program of the system open an archive. What comes out is read as strictly as a folder that was handed in: no
/// links, and nothing but files and folders.
void extract(std::span<const std::string> words, Parcel& parcel) {
    const std::filesystem::path archive(archive_file);
    write_project(archive.parent_path(), {{archive.filename(), read_input(), false}});
    fs::create_directories(work_folder);
    fs::current_path(work_folder);
    run(words, parcel);
    if (parcel.exit_code == 0 && parcel.in_time) parcel.files = read_project(work_folder, "");
}

}  // namespace

std::string line_before(std::string_view bytes) {
    return fmt::format("{}\n", bytes.size());
}

int run_step(std::span<const std::string> words) {
    const bool unpacks = words.size() == 1 && words.front() == "unpack";
    const bool extracts = words.size() > 1 && words.front() == "extract";
    if (!unpacks && !extracts && !(words.size() > 1 && words.front() == "build"))
        throw games::UserError(fmt::format("{} is for referee itself", step_command));
    Parcel parcel;
    try {
        if (unpacks) {
            parcel.files = read_zip(read_input());
        } else if (extracts) {
            extract(words.subspan(1), parcel);
        } else {
            build(words.subspan(1), parcel);
        }
    } catch (const games::UserError& error) {
        parcel.complaint = error.what();
    }
    const UniqueFd out(::dup(STDOUT_FILENO));
    return write_bytes(out, bytes_of(parcel)) == 0 ? 0 : 1;
}

}  // namespace referee::handins
