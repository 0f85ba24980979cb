// One connection of a client: reads its requests, passes them to the checks and to the handler, and writes the answers.
#pragma once

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/web/serve/connections.hpp"
#include "referee/web/serve/event_stream.hpp"
#include "referee/web/serve/http_message.hpp"
#include "referee/web/serve/request_checks.hpp"

namespace referee::serve {

/// The number of threads for `SlowWork`. Further work is queued.
inline constexpr std::size_t max_slow_work = 2;

/// What all sessions of a server share.
struct HttpService {
    HttpService(ServerLimits limits, OwnNames own_names) : connections(limits), names(std::move(own_names)) {}

    Connections connections;
    OwnNames names;
    Handler handler{};
    Receiver receiver{};  ///< empty if no large bodies are received
    boost::asio::thread_pool workers{1};
    boost::asio::thread_pool slow_workers{max_slow_work};
};

/// Used only by the server's thread. Lives until the server removes it.
class HttpSession final : public Connection, public std::enable_shared_from_this<HttpSession> {
public:
    HttpSession(boost::asio::ip::tcp::socket socket, HttpService& service);

    void start();
    /// Refuses the client because there is no room for it.
    void turn_away();
    void close() override;
    void review() override;
    void give_way() override;

private:
    using Error = boost::system::error_code;
    using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

    void expire_after(Duration duration);
    void on_expiry();

    void await_request();
    void read_head();
    void on_head(Error error);
    void read_body();
    void receive(const RequestHead& head);
    void read_upload();
    void on_upload_piece(Error error);
    void on_unreadable(Error error);
    void handle();
    void follow(Outcome outcome);
    Request request_of(const RequestHead& head) const;
    /// Calls `act`, which handles a request. An exception must not end the server, and its details are not sent to the
    /// client.
    template <class Act>
    void guard(Act act);
    void work(Work work, boost::asio::thread_pool& workers);
    void download(Download download);
    void next_piece();
    void send_piece(std::optional<std::string> piece);

    void refuse(const Refusal& refusal);
    void answer(Reply reply);
    void on_answered();
    void drop_reply();
    void linger();

    void stream(Stream stream);
    void tell_news();
    void write_to_stream(std::string text);
    void watch_for_end();

    /// Writes outgoing_ and body_, and calls `then` when the client has taken everything.
    template <class Then>
    void write(Then then);

    HttpService& service_;
    boost::asio::ip::tcp::socket socket_;
    boost::asio::steady_timer timer_;

    boost::beast::flat_buffer buffer_{2 * longest_head};
    std::optional<Parser> parser_;
    bool keeps_ = false;      ///< the connection stays open after this reply
    bool only_head_ = false;  ///< the request is HEAD
    Reply reply_;
    std::size_t reserved_ = 0;  ///< reserved for the answer, in bytes
    std::string outgoing_;
    std::string_view body_;

    std::optional<boost::beast::http::request_parser<boost::beast::http::buffer_body>> upload_parser_;
    std::vector<char> upload_piece_;
    std::unique_ptr<BodySink> sink_;
    std::optional<TimePoint> body_began_;  ///< of a complete body that is not answered yet

    std::function<std::string()> next_piece_;  ///< of a Download that is being sent
    std::function<bool()> may_go_on_;          ///< of the event stream; empty: always
    std::unique_ptr<Subscription> subscription_;
    bool writing_ = false;  ///< a write to the event stream is in progress
    std::array<char, 4096> ignored_{};
    std::size_t ignored_size_ = 0;
};

}  // namespace referee::serve
