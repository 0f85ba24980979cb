// A small web server that accepts a limited number of connections. It does not depend on the content that is served.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/serve/http_message.hpp"
#include "referee/serve/request_checks.hpp"
#include "referee/system/clock.hpp"

namespace referee::serve {

class HttpSession;

/// The time limits for clients, and the maximum numbers of connections, streams and bytes.
struct ServerLimits {
    Duration request = std::chrono::seconds(10);   ///< from the first byte of a request to its last byte
    Duration upload = std::chrono::seconds(60);    ///< the same for a body that a Receiver accepts; it may give more
    Duration idle = std::chrono::seconds(30);      ///< until a request begins
    Duration progress = std::chrono::seconds(30);  ///< how long a client may take nothing of its answer
    Duration comment = std::chrono::seconds(15);   ///< between comments that keep an event stream alive
    Duration linger = std::chrono::seconds(2);     ///< for a client to read why it is refused
    std::size_t connections = 128;
    std::size_t streams = 64;
    std::size_t uploads = 16;                      ///< bodies that are received by a Receiver at the same time
    std::size_t answers = std::size_t{256} << 20;  ///< the total size of the answers that are being sent
};

/// The number of threads for `SlowWork`. Further work is queued.
inline constexpr std::size_t max_slow_work = 2;

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
    void review_streams(const std::string& holder);
    /// Stops accepting, and breaks off all connections, so that `io` runs out of work. Waits for running work.
    void stop();

    // For the sessions:
    const ServerLimits& limits() const { return limits_; }
    const OwnNames& names() const { return names_; }
    Outcome handle(const Request& request) const { return handler_(request); }
    /// Null if no large bodies are received.
    const Receiver& receiver() const { return receiver_; }
    boost::asio::thread_pool& workers() { return workers_; }
    boost::asio::thread_pool& slow_workers() { return slow_workers_; }
    /// The number of event streams, or of those of one holder.
    std::size_t streams(const std::string* holder = nullptr) const;
    /// Makes room for a stream of this holder: if the limit for all streams is reached, ends the oldest stream of the
    /// holder that has the most. Returns false if that holder would not have more streams than this one afterwards.
    bool make_room_for_stream(const std::string& holder);
    /// The number of bodies that are being received by a Receiver.
    std::size_t uploads() const;
    /// Refuses the bodies of this holder that are being received and began before this time, the oldest first, until so
    /// many of them are left.
    void replace_uploads_of(const std::string& holder, std::size_t left, TimePoint before = TimePoint::max());
    /// Makes room for a body of this holder if there are as many as there may be: refuses its others, and the older one
    /// of each holder who sends two. Returns false if that makes no room.
    bool make_room_for_upload(const std::string& holder);
    /// Reserves memory for an answer. Returns false if other answers take so much memory that this answer can't be
    /// sent.
    bool reserve(std::size_t bytes);
    void give_back(std::size_t bytes) { reserved_ -= bytes; }
    void forget(const HttpSession* session);

private:
    using tcp = boost::asio::ip::tcp;

    void accept();
    void take(tcp::socket socket);
    bool make_room();

    ServerLimits limits_;
    tcp::acceptor acceptor_;
    boost::asio::steady_timer pause_;  ///< until the next accept() after the system has run out of descriptors
    std::string host_;
    OwnNames names_;
    Handler handler_;
    Receiver receiver_;
    boost::asio::thread_pool workers_{1};
    boost::asio::thread_pool slow_workers_{max_slow_work};
    std::size_t reserved_ = 0;
    std::vector<std::shared_ptr<HttpSession>> sessions_;
};

}  // namespace referee::serve
