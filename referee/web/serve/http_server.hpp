// A small web server that accepts a limited number of connections. It does not depend on the content that is served.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <optional>
#include <string>

#include "referee/web/serve/http_message.hpp"
#include "referee/web/serve/http_session.hpp"
#include "referee/web/serve/request_checks.hpp"

namespace referee::serve {

/// Everything but the handler's `Work` and `SlowWork` happens in the thread that runs `io`.
class HttpServer {
public:
    /// Starts to listen. Throws games::UserError if the address does not belong to this machine or the port is taken,
    /// and boost::system::system_error if the system fails. Call start() before `io` runs.
    HttpServer(boost::asio::io_context& io, const std::string& host, int port, ServerLimits limits,
               std::optional<PublicOrigin> public_origin = {});
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    /// The server's address, for example "http://127.0.0.1:8080/". If the server listens on all addresses, this is an
    /// address that other machines can use.
    std::string address() const;
    /// Whether this machine reaches the server as "localhost".
    bool is_localhost() const;
    /// Whether only this machine can reach the server.
    bool is_local() const;

    /// `receiver`: receives large bodies; without it they are refused.
    void start(Handler handler, Receiver receiver = {});
    /// Ends the streams of this holder whose clients may no longer watch. To be called in the thread that runs `io`
    /// when a right of the holder has ended.
    void review_streams(const std::string& holder) { service_.connections.review_streams(holder); }
    /// Stops accepting, and breaks off all connections, so that `io` runs out of work. Waits for running work.
    void stop();

private:
    using tcp = boost::asio::ip::tcp;

    void accept();
    void take(tcp::socket socket);

    tcp::acceptor acceptor_;
    boost::asio::steady_timer pause_;  ///< until the next accept() after the system has run out of descriptors
    std::string host_;
    HttpService service_;
};

}  // namespace referee::serve
