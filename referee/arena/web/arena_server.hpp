// The web server of an arena, in a thread of its own.
#pragma once

#include <boost/asio/io_context.hpp>
#include <string>
#include <thread>

#include "referee/arena/arena.hpp"
#include "referee/arena/web/arena_site.hpp"
#include "referee/arena/web/feeds.hpp"
#include "referee/web/serve/http_server.hpp"

namespace referee::arena {

class ArenaServer {
public:
    /// Listens, but does not answer yet. Throws games::UserError if the address or the port can't be used. Requires:
    /// the arena outlives the server.
    ArenaServer(Arena& arena, const ArenaSettings& settings);
    ~ArenaServer();
    ArenaServer(const ArenaServer&) = delete;
    ArenaServer& operator=(const ArenaServer&) = delete;

    /// The address for students, without a slash at its end: that of the reverse proxy, if there is one.
    [[nodiscard]] std::string address() const;
    /// The address on this machine, at which the teacher's page opens.
    [[nodiscard]] std::string teachers_address() const;
    /// Begins to answer.
    void start();
    /// Breaks off all connections. To be called once.
    void stop();

private:
    void run();

    std::string public_origin_;
    boost::asio::io_context io_{1};
    serve::HttpServer server_;
    Feeds feeds_;
    ArenaSite site_;
    std::thread thread_;
};

}  // namespace referee::arena
