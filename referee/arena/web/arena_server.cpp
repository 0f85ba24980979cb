#include "referee/arena/web/arena_server.hpp"

#include <fmt/format.h>

#include <boost/asio/post.hpp>
#include <exception>

#include "referee/arena/web/upload_sink.hpp"
#include "referee/core/base/output.hpp"

namespace referee::arena {

using namespace serve;

namespace {

/// Limits for a class of two hundred in a lecture room.
ServerLimits limits_of_arena() {
    ServerLimits limits;
    limits.connections = 512;
    limits.streams = 256;
    return limits;
}

std::optional<PublicOrigin> origin_of(const ArenaSettings& settings) {
    if (settings.public_origin.empty()) return std::nullopt;
    return public_origin_of(settings.public_origin, "--public-origin");
}

}  // namespace

ArenaServer::ArenaServer(Arena& arena, const ArenaSettings& settings)
    : public_origin_(origin_of(settings).value_or(PublicOrigin()).host.empty() ? "" : origin_of(settings)->text()),
      server_(io_, settings.host, settings.port, limits_of_arena(), origin_of(settings)),
      feeds_(arena,
             [this](int person) {
                 boost::asio::post(io_, [this, person] { server_.review_streams(holder_of(person)); });
             }),
      site_(arena, feeds_) {}

ArenaServer::~ArenaServer() {
    stop();
}

std::string ArenaServer::address() const {
    if (!public_origin_.empty()) return public_origin_;
    std::string address = server_.address();
    address.pop_back();
    return address;
}

std::string ArenaServer::teachers_address() const {
    if (public_origin_.starts_with("https:")) return public_origin_;
    std::string address = server_.address();
    if (!server_.is_localhost()) {
        address.pop_back();
        return address;
    }
    return fmt::format("http://localhost:{}",
                       address.substr(address.rfind(':') + 1, address.size() - address.rfind(':') - 2));
}

void ArenaServer::start() {
    server_.start([this](const Request& request) { return site_(request); },
                  [this](const Request& request, std::size_t length) { return site_.receive(request, length); });
    thread_ = std::thread([this] { run(); });
}

/// A request that fails, for example for lack of memory, must not end the other requests.
void ArenaServer::run() {
    while (!io_.stopped()) {
        try {
            io_.run();
        } catch (const std::exception& error) {
            warn(error.what());
        }
    }
}

void ArenaServer::stop() {
    if (!thread_.joinable()) return;
    boost::asio::post(io_, [this] { server_.stop(); });
    thread_.join();
}

}  // namespace referee::arena
