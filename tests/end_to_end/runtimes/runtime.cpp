// Uses what C++ programs usually use for the network, files, threads and processes, and reports on stderr what works.
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <semaphore>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace {

int checked(int result) {
    if (result < 0) throw std::system_error(errno, std::generic_category());
    return result;
}

int server(sockaddr_in& address) {
    const int one = 1;
    const int fd = checked(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    checked(::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one));
    checked(::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one));
    checked(::bind(fd, reinterpret_cast<sockaddr*>(&address), size));
    checked(::listen(fd, 5));
    checked(::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size));
    return fd;
}

void listen() {
    sockaddr_in address;
    const int fd = server(address);
    const int all = checked(::epoll_create1(EPOLL_CLOEXEC));
    epoll_event event = {};
    event.events = EPOLLIN;
    checked(::epoll_ctl(all, EPOLL_CTL_ADD, fd, &event));
    checked(::epoll_wait(all, &event, 1, 0));
    addrinfo* found = nullptr;
    if (::getaddrinfo("127.0.0.1", "80", nullptr, &found) != 0) throw std::runtime_error("no address");
    ::freeaddrinfo(found);
}

void connect() {
    sockaddr_in address;
    server(address);
    const int fd = checked(::socket(AF_INET, SOCK_STREAM, IPPROTO_TCP));
    checked(::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address));
}

void files() {
    const auto path = std::filesystem::temp_directory_path() / "runtime_cpp";
    std::ofstream(path) << std::string(5000, 'x');
    std::filesystem::copy_file(path, path.string() + "_", std::filesystem::copy_options::overwrite_existing);
    if (std::filesystem::file_size(path.string() + "_") != 5000) throw std::runtime_error("short");
    const int fd = checked(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    checked(::fsync(fd));
    checked(::posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL));
    checked(::lockf(fd, F_LOCK, 0));
}

void threads() {
    std::counting_semaphore<8> done(0);
    std::vector<std::jthread> all;
    for (int i = 0; i < 8; ++i)
        all.emplace_back([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            done.release();
        });
    for (int i = 0; i < 8; ++i)
        done.acquire();
    if (std::async(std::launch::async, [] { return 5; }).get() != 5) throw std::runtime_error("another result");
}

void processes() {
    char word[] = "true";
    char* words[] = {word, nullptr};
    pid_t child = -1;
    int status = -1;
    if (::posix_spawn(&child, "/bin/true", nullptr, nullptr, words, environ) != 0) throw std::runtime_error("no child");
    checked(::waitpid(child, &status, 0));
    if (status != 0 || std::system("exit 0") != 0) throw std::runtime_error("another status");
}

void tell(const char* what, void (*act)()) {
    try {
        act();
        std::cerr << what << " ok\n";
    } catch (const std::exception& error) {
        std::cerr << what << ' ' << error.what() << '\n';
    }
}

}  // namespace

int main() {
    tell("listen", listen);
    tell("connect", connect);
    tell("files", files);
    tell("threads", threads);
    tell("processes", processes);
    return 3;
}
