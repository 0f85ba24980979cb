#include "tests/simulation/captured.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace simulation {

namespace {

void redirect(int from, int to) {
    if (::dup2(from, to) < 0) throw std::system_error(errno, std::generic_category(), "dup2");
}

}  // namespace

Captured::Captured()
    : out_(::memfd_create("stdout", MFD_CLOEXEC)),
      err_(::memfd_create("stderr", MFD_CLOEXEC)),
      usual_out_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)),
      usual_err_(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
    std::fflush(stdout);
    redirect(out_.get(), STDOUT_FILENO);
    redirect(err_.get(), STDERR_FILENO);
}

Captured::~Captured() {
    std::fflush(stdout);
    ::dup2(usual_out_.get(), STDOUT_FILENO);
    ::dup2(usual_err_.get(), STDERR_FILENO);
}

std::string Captured::take(int fd) {
    std::fflush(stdout);
    std::string text(static_cast<std::size_t>(::lseek(fd, 0, SEEK_END)), '\0');
    const auto count = ::pread(fd, text.data(), text.size(), 0);
    if (count != static_cast<ssize_t>(text.size())) throw std::system_error(errno, std::generic_category(), "pread");
    if (::ftruncate(fd, 0) != 0) throw std::system_error(errno, std::generic_category(), "ftruncate");
    ::lseek(fd, 0, SEEK_SET);
    return text;
}

}  // namespace simulation
