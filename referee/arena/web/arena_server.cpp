#include "referee/arena/web/arena_server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <exception>

#include "referee/arena/team_people.hpp"
#include "referee/arena/web/upload_sink.hpp"
#include "referee/core/base/descriptors.hpp"
#include "referee/core/base/output.hpp"

namespace referee::arena {

using namespace serve;

namespace {

/// Everybody on the list may have all of the own streams at once. The rest is for the teacher, for those without a
/// cookie, and for students who are added later. Half of the descriptors stay for the games.
ServerLimits limits_of(const Arena& arena) {
    constexpr std::size_t for_others = 256;
    ServerLimits limits;
    limits.streams = students_among(arena.people()).size() * streams_of_person + for_others;
    const std::size_t wanted = limits.streams + for_others;
    limits.connections = std::min(wanted, raise_descriptors(2 * wanted) / 2);
    if (limits.connections == wanted) return limits;
    limits.streams = std::min(limits.streams, limits.connections / 2);
    warn(fmt::format("{} pages can be open at once, because the system allows too few open files (ulimit -Hn)",
                     limits.streams));
    return limits;
}

std::optional<PublicOrigin> origin_of(const ArenaSettings& settings) {
    if (settings.public_origin.empty()) return std::nullopt;
    return public_origin_of(settings.public_origin, "--public-origin");
}

}  // namespace

ArenaServer::ArenaServer(Arena& arena, const ArenaSettings& settings)
    : public_origin_(origin_of(settings).value_or(PublicOrigin()).host.empty() ? "" : origin_of(settings)->text()),
      server_(io_, settings.host, settings.port, limits_of(arena), origin_of(settings)),
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
