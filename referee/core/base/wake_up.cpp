#include "referee/core/base/wake_up.hpp"

#include <sys/eventfd.h>

#include <cerrno>
#include <system_error>

#include "referee/core/base/clock.hpp"

namespace referee {

WakeUp::WakeUp() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!fd_) throw std::system_error(errno, std::generic_category(), "eventfd");
}

void WakeUp::request() const noexcept {
    while (::eventfd_write(fd_.get(), 1) < 0 && errno == EINTR) {
    }
}

bool WakeUp::requested() const {
    return is_readable(fd_.get());
}

void WakeUp::clear() const noexcept {
    eventfd_t count = 0;
    while (::eventfd_read(fd_.get(), &count) < 0 && errno == EINTR) {
    }
}

}  // namespace referee
