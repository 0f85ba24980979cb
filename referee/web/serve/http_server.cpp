#include "referee/web/serve/http_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/ip/host_name.hpp>
#include <boost/system/system_error.hpp>

#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"

namespace referee::serve {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using Error = boost::system::error_code;

/// The number of connections beyond the limit `connections` that are answered with a refusal. Further connections are
/// closed immediately.
constexpr std::size_t max_turned_away = 16;
/// The number of bytes that the kernel buffers for a client that does not read.
constexpr int send_buffer = 128 * 1024;
constexpr auto pause_without_descriptors = std::chrono::milliseconds(100);

tcp::endpoint endpoint_of(asio::io_context& io, const std::string& host, int port) {
    Error error;
    tcp::resolver resolver(io);
    const bool brackets = host.starts_with('[') && host.ends_with(']');
    const std::string name = brackets ? host.substr(1, host.size() - 2) : host;
    const auto found = resolver.resolve(name, std::to_string(port), tcp::resolver::numeric_service, error);
    if (error || found.empty()) {
        throw games::UserError(fmt::format("--host '{}': no such address: {}", host, error.message()));
    }
    return found.begin()->endpoint();
}

tcp::acceptor listening(asio::io_context& io, const std::string& host, int port) {
    const tcp::endpoint endpoint = endpoint_of(io, host, port);
    tcp::acceptor acceptor(io);
    acceptor.open(endpoint.protocol());
    acceptor.set_option(asio::socket_base::reuse_address(true));  // connections of an earlier run may still be closing
    Error error;
    acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error == asio::error::address_in_use) {
        throw games::UserError(
            fmt::format("port {} is in use: choose another one with --port N (0: any free port)", port));
    }
    if (error == asio::error::access_denied) {
        throw games::UserError(fmt::format("port {} can't be used: give one from 1024 on with --port N", port));
    }
    if (error) {
        throw games::UserError(fmt::format("--host '{}': can't listen on this address: {}", host, error.message()));
    }
    return acceptor;
}

/// An address at which other machines can reach this machine; the host name if there is no such address.
std::string address_for_others() {
    ifaddrs* list = nullptr;
    if (::getifaddrs(&list) != 0) return asio::ip::host_name();
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner(list, &::freeifaddrs);
    for (const ifaddrs* at = list; at != nullptr; at = at->ifa_next) {
        const bool up = (at->ifa_flags & IFF_UP) != 0 && (at->ifa_flags & IFF_LOOPBACK) == 0;
        if (!up || at->ifa_addr == nullptr || at->ifa_addr->sa_family != AF_INET) continue;
        std::array<char, INET_ADDRSTRLEN> text{};
        const auto& address = reinterpret_cast<const sockaddr_in*>(at->ifa_addr)->sin_addr;
        if (::inet_ntop(AF_INET, &address, text.data(), text.size()) != nullptr) return text.data();
    }
    return asio::ip::host_name();
}

/// The names under which other machines can reach this machine.
std::vector<std::string> names_of_server(const std::string& host, const asio::ip::address& address) {
    std::vector<std::string> names = {host};
    Error error;
    const std::string machine = asio::ip::host_name(error);
    if (address.is_loopback() || error) return names;
    const std::string first = machine.substr(0, machine.find('.'));
    names.insert(names.end(), {machine, first, first + ".local"});
    return names;
}

}  // namespace

HttpServer::HttpServer(asio::io_context& io, const std::string& host, int port, ServerLimits limits,
                       std::optional<PublicOrigin> public_origin)
    : acceptor_(listening(io, host, port)),
      pause_(io),
      host_(host),
      service_(limits, OwnNames(names_of_server(host, acceptor_.local_endpoint().address()),
                                acceptor_.local_endpoint().port(), std::move(public_origin))) {}

HttpServer::~HttpServer() {
    stop();
}

std::string HttpServer::address() const {
    const auto endpoint = acceptor_.local_endpoint();
    const auto text = endpoint.address().is_unspecified() ? address_for_others() : endpoint.address().to_string();
    const bool brackets = text.find(':') != std::string::npos;
    return fmt::format("http://{}:{}/", brackets ? "[" + text + "]" : text, endpoint.port());
}

bool HttpServer::is_localhost() const {
    const auto address = acceptor_.local_endpoint().address();
    return address.is_loopback() || address.is_unspecified();
}

bool HttpServer::is_local() const {
    return acceptor_.local_endpoint().address().is_loopback();
}

void HttpServer::start(Handler handler, Receiver receiver) {
    service_.handler = std::move(handler);
    service_.receiver = std::move(receiver);
    accept();
}

void HttpServer::stop() {
    Error ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    service_.connections.close_all();
    for (asio::thread_pool* const workers : {&service_.workers, &service_.slow_workers}) {
        workers->stop();  // queued work is not started
        workers->join();
    }
}

void HttpServer::accept() {
    acceptor_.async_accept([this](Error error, tcp::socket socket) {
        if (!acceptor_.is_open()) return;
        try {
            if (!error) take(std::move(socket));
        } catch (const std::exception& failure) {
            warn(failure.what());  // out of memory; the other connections continue
        }
        if (!error || error == asio::error::connection_aborted) return accept();
        pause_.expires_after(pause_without_descriptors);
        pause_.async_wait([this](Error stopped) {
            if (!stopped && acceptor_.is_open()) accept();
        });
    });
}

void HttpServer::take(tcp::socket socket) {
    Error ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    socket.set_option(asio::socket_base::send_buffer_size(send_buffer), ignored);
    // Detects clients that have disappeared from the network.
    const auto patience = static_cast<unsigned>(
        std::chrono::duration_cast<std::chrono::milliseconds>(service_.connections.limits().progress).count());
    ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &patience, sizeof patience);
    Connections& connections = service_.connections;
    const bool has_room = connections.make_room();
    if (!has_room && connections.size() >= connections.limits().connections + max_turned_away) return;
    const auto session = std::make_shared<HttpSession>(std::move(socket), service_);
    connections.add(session);
    has_room ? session->start() : session->turn_away();
}

}  // namespace referee::serve
