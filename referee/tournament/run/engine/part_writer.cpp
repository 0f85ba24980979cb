#include "referee/tournament/run/engine/part_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>

#include "referee/core/base/fresh_file.hpp"
#include "referee/core/base/trust.hpp"

namespace referee::tournament {

namespace {

/// The minimum time between two syncs of append(). If a record is lost, its game is played again.
constexpr std::chrono::milliseconds between_syncs(100);

}  // namespace

PartWriter::PartWriter(const Spool& spool, const BatchName& batch, const std::string& host) : spool_(&spool) {
    std::string clean = host;
    std::replace_if(
        clean.begin(), clean.end(), [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '_'; }, '_');
    for (int again = 0; !fd_; ++again) {
        name_ = fmt::format("{}.{}.{}{}{}{}", batch.text(), clean, ::getpid(),
                            again == 0 ? "" : fmt::format("-{}", again), lines_ending, part_ending);
        if (spool.folder().has(name_.substr(0, name_.size() - part_ending.size()))) continue;
        fd_ = open_regular(spool.folder().fd(), name_, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0666);
        if (!fd_ && errno != EEXIST) spool_fails(path(), "can't be created", errno);
    }
}

std::string PartWriter::path() const {
    return spool_->path() + "/" + name_;
}

PartWriter PartWriter::to_stdout() {
    PartWriter writer;
    writer.fd_ = UniqueFd(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!writer.fd_) spool_fails("stdout", "can't be written", errno);
    return writer;
}

void PartWriter::append(const std::string& line) {
    if (const int error = write_bytes(fd_, line); error != 0) {
        if (spool_ == nullptr) spool_fails("stdout", "can't be written", error);
        static_cast<void>(::ftruncate(fd_.get(), size_));
        spool_fails(path(), "can't be written", error);
    }
    size_ += static_cast<std::int64_t>(line.size());
    if (Clock::now() - synced_ >= between_syncs) sync();
}

void PartWriter::sync() {
    if (spool_ == nullptr) return;
    if (::fdatasync(fd_.get()) != 0) spool_fails(path(), "can't be written", errno);
    synced_ = Clock::now();
}

void PartWriter::complete() {
    sync();
    if (spool_ == nullptr) return;
    const std::string name = name_.substr(0, name_.size() - part_ending.size());
    const int folder = spool_->folder().fd().get();
    const bool renamed = ::renameat(folder, name_.c_str(), folder, name.c_str()) == 0;
    if (!renamed && errno != ENOENT) spool_fails(path(), "can't be renamed", errno);
}

}  // namespace referee::tournament
