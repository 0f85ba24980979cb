// posix_spawn can neither tie a child's life to the referee's nor put the child into a control group before its program
// runs. The launchers of Boost.Process 1.81 leave descriptors in the child or damage the parent. So this code does the
// same as posix_spawn (a clone that shares the parent's memory until the program runs), and adds those two steps.
#include "referee/core/processes/process_launcher.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/core/base/cores.hpp"
#include "referee/core/base/signals_blocked.hpp"
#include "referee/core/base/unique_fd.hpp"

// The child runs on a stack that no sanitizer knows about.
#define REFEREE_UNCHECKED __attribute__((no_sanitize("address", "thread", "undefined")))

#ifdef __SANITIZE_THREAD__
// ThreadSanitizer takes each clone() for a fork. Here the child shares the parent's memory, so ThreadSanitizer would
// stop watching this thread of the parent. It does not know the function under this other name.
extern "C" int __clone(int (*run)(void*), void* stack, int flags, void* argument, ...);
#define REFEREE_CLONE ::__clone
#else
#define REFEREE_CLONE ::clone
#endif

namespace referee {

namespace {

/// Higher than every number that a descriptor is given in the child.
constexpr int out_of_the_way = 32;
constexpr std::size_t stack_size = 16 * 1024;
constexpr int exit_not_started = 127;

/// The data of the child. It is prepared before the child exists, because the child may not allocate memory.
struct Orders {
    const char* program;
    char* const* arguments;
    char* const* environment;
    const GivenFd* descriptors;
    std::size_t descriptor_count;
    const int* control_groups;
    std::size_t control_group_count;
    const GivenLimit* limits;
    std::size_t limit_count;
    const cpu_set_t* cores;  ///< null: the cores of the parent
    const int* signals;      ///< the signals to reset to their default action
    std::size_t signal_count;
    bool dies_with_parent;
    pid_t parent;
    bool reached_program = false;  ///< execve() is about to be called; an earlier error is not the program's fault
    int error = 0;
};

REFEREE_UNCHECKED void reset_signals(const Orders& orders) {
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    for (std::size_t i = 0; i < orders.signal_count; ++i)
        ::sigaction(orders.signals[i], &standard, nullptr);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Gives the descriptors their numbers in the child. Returns false if that fails. All descriptors are first copied to
/// high numbers, so that none overwrites another.
REFEREE_UNCHECKED bool place_descriptors(const Orders& orders) {
    std::array<int, out_of_the_way> moved{};
    for (std::size_t i = 0; i < orders.descriptor_count; ++i) {
        moved[i] = ::fcntl(orders.descriptors[i].from, F_DUPFD_CLOEXEC, out_of_the_way);
        if (moved[i] < 0) {
            if (errno == EINVAL) errno = EMFILE;  // the limit on descriptors is below these numbers
            return false;
        }
    }
    for (std::size_t i = 0; i < orders.descriptor_count; ++i) {
        // Not dup2(), because a sanitizer would take it for a change to the parent's descriptors.
        if (::syscall(SYS_dup3, moved[i], orders.descriptors[i].to, 0) < 0) return false;
    }
    return ::close_range(static_cast<unsigned>(orders.descriptor_count), ~0u, CLOSE_RANGE_CLOEXEC) == 0;
}

REFEREE_UNCHECKED bool enter_control_groups(const Orders& orders) {
    for (std::size_t i = 0; i < orders.control_group_count; ++i) {
        if (::write(orders.control_groups[i], "0", 1) != 1) return false;
    }
    return true;
}

REFEREE_UNCHECKED bool set_limits(const Orders& orders) {
    // Prevents a core dump. If the system pipes core dumps to a program (see core(5)), a limit of 0 does not keep the
    // kernel from starting it, but a limit of 1 does.
    const rlimit no_core = {1, 1};
    const rlimit nothing = {0, 0};  // the fallback if the referee's own hard limit is lower
    if (::setrlimit(RLIMIT_CORE, &no_core) != 0 && ::setrlimit(RLIMIT_CORE, &nothing) != 0) return false;
    for (std::size_t i = 0; i < orders.limit_count; ++i) {
        const rlimit both = {orders.limits[i].value, orders.limits[i].value};
        if (::setrlimit(static_cast<__rlimit_resource_t>(orders.limits[i].resource), &both) != 0) return false;
    }
    return true;
}

REFEREE_UNCHECKED bool keep_to_cores(const Orders& orders) {
    return orders.cores == nullptr || ::sched_setaffinity(0, sizeof *orders.cores, orders.cores) == 0;
}

REFEREE_UNCHECKED int run_child(void* memory) {
    auto& orders = *static_cast<Orders*>(memory);
    if (orders.dies_with_parent) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != orders.parent) ::_exit(exit_not_started);  // the parent died before prctl()
    }
    ::setsid();
    if (enter_control_groups(orders) && keep_to_cores(orders) && place_descriptors(orders) && set_limits(orders)) {
        reset_signals(orders);
        orders.reached_program = true;
        ::execve(orders.program, orders.arguments, orders.environment);
    }
    orders.error = errno;
    ::_exit(exit_not_started);
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (const auto& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

template <class Part>
bool read_part(const UniqueFd& file, std::uint64_t place, Part& part) {
    return ::pread(file.get(), &part, sizeof part, static_cast<off_t>(place)) == static_cast<ssize_t>(sizeof part);
}

/// Whether a file of this size ends before the parts that execve() reads: the table of segments, and the name of the
/// loader.
template <class Header, class Segment>
bool ends_too_early(const UniqueFd& file, std::uint64_t size) {
    Header header{};
    if (!read_part(file, 0, header)) return false;
    for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
        const std::uint64_t place = header.e_phoff + i * sizeof(Segment);
        if (place > size || size - place < sizeof(Segment)) return true;
        Segment segment{};
        if (!read_part(file, place, segment)) return false;
        if (segment.p_type == PT_INTERP && (segment.p_offset > size || size - segment.p_offset < segment.p_filesz))
            return true;
    }
    return false;
}

/// Whether a program is cut off before the name of its loader. The kernel reports EIO for such a program, but also for
/// a failing disk.
bool is_cut_off(const std::string& program) {
    const UniqueFd file(::open(program.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    std::array<char, EI_NIDENT> kind{};
    if (!file || ::fstat(file.get(), &status) != 0 || !read_part(file, 0, kind)) return false;
    if (std::string_view(kind.data(), SELFMAG) != ELFMAG) return false;
    const auto size = static_cast<std::uint64_t>(status.st_size);
    return kind[EI_CLASS] == ELFCLASS64 ? ends_too_early<Elf64_Ehdr, Elf64_Phdr>(file, size)
                                        : ends_too_early<Elf32_Ehdr, Elf32_Phdr>(file, size);
}

struct Cloned {
    pid_t pid;
    int pidfd;
};

/// Starts the child. Returns when the child's program runs, or when the child has ended without running it, see
/// Orders::error. The child's stack is an array of this function, which waits meanwhile.
Cloned clone_child(Orders& orders) {
    alignas(std::max_align_t) std::array<char, stack_size> stack;  // NOLINT: its content does not matter
    Cloned cloned{-1, -1};
    const SignalsBlocked blocked;  // a handler must not run in a child that shares the parent's memory
    cloned.pid = REFEREE_CLONE(run_child, stack.data() + stack.size(), CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD,
                               &orders, &cloned.pidfd);
    if (cloned.pid < 0) throw std::system_error(errno, std::generic_category(), "starting a process");
    return cloned;
}

void end_child(pid_t pid) {
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
}

/// Throws if the program itself is not to blame for the failed start.
void check_refusal(const Orders& orders, const std::string& program) {
    if (!orders.reached_program) throw std::system_error(orders.error, std::generic_category(), "starting a process");
    if (is_fault_of_program(orders.error, program)) return;
    throw std::system_error(orders.error, std::generic_category(), "starting " + program);
}

}  // namespace

std::vector<int> changed_signals() {
    std::vector<int> changed;
    for (int signal = 1; signal < NSIG; ++signal) {
        struct sigaction current {};
        if (::sigaction(signal, nullptr, &current) == 0 && current.sa_handler != SIG_DFL) changed.push_back(signal);
    }
    return changed;
}

bool is_fault_of_program(int error, const std::string& program) {
    switch (error) {
        case ENOENT:
        case ENOTDIR:
        case EACCES:
        case EPERM:
        case ELOOP:
        case ENAMETOOLONG:
        case ENOEXEC:
        case ELIBBAD:
        case EISDIR:
        case EINVAL:
        case E2BIG: return true;
        case EIO: return is_cut_off(program);
        default: return false;
    }
}

ProcessLauncher::Process ProcessLauncher::operator()(Process::executor_type executor, boost::system::error_code& error,
                                                     const std::string& program,
                                                     const std::vector<std::string>& arguments) {
    assert(!arguments.empty() && descriptors.size() < out_of_the_way);
    const auto argument_pointers = pointers_to(arguments);
    const auto environment_pointers = pointers_to(environment);
    const cpu_set_t set = core_set(cores);
    Orders orders{program.c_str(),
                  argument_pointers.data(),
                  environment_pointers.data(),
                  descriptors.data(),
                  descriptors.size(),
                  control_groups.data(),
                  control_groups.size(),
                  limits.data(),
                  limits.size(),
                  cores.empty() ? nullptr : &set,
                  signals.data(),
                  signals.size(),
                  dies_with_parent,
                  ::getpid()};
    const auto [pid, its_pidfd] = clone_child(orders);
    UniqueFd owned(its_pidfd);
    if (orders.error != 0) {
        ::waitpid(pid, nullptr, 0);
        check_refusal(orders, program);
        error.assign(orders.error, boost::system::system_category());
        return Process(std::move(executor));
    }
    try {
        Process process(std::move(executor), pid, owned.get());
        pidfd = owned.release();
        return process;
    } catch (const boost::system::system_error& failure) {
        end_child(pid);
        throw std::system_error(failure.code(), "starting a process");
    } catch (...) {
        end_child(pid);
        throw;
    }
}

}  // namespace referee
