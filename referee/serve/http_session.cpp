#include "referee/serve/http_session.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>
#include <exception>
#include <utility>

#include "referee/serve/http_message.hpp"
#include "referee/serve/http_server.hpp"
#include "referee/terminal/output.hpp"

namespace referee::serve {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

/// The number of bytes that a refused client may still send. They are read and ignored, so that the client can read the
/// reason.
constexpr std::size_t max_ignored = 256 * 1024;

std::string_view view(boost::beast::string_view text) {
    return {text.data(), text.size()};
}

template <class Message>
RequestHead head_of(const Message& message) {
    RequestHead head;
    head.method = view(message.method_string());
    head.target = view(message.target());
    head.version = static_cast<int>(message.version());
    for (const auto& field : message)
        head.fields.emplace_back(view(field.name_string()), view(field.value()));
    return head;
}

/// The address of this machine to which the client has connected.
std::string local_address(const asio::ip::tcp::socket& socket) {
    boost::system::error_code ignored;
    const auto address = socket.local_endpoint(ignored).address();
    if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address.to_string();
    return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
}

/// The reply to a request that can't be read; nothing if the client has closed the connection.
std::optional<Refusal> refusal_of(const boost::system::error_code& error) {
    if (error == http::error::end_of_stream) return std::nullopt;
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
        return Refusal{431, "the header of a request is limited to 8 KiB"};
    }
    if (error == http::error::body_limit) return Refusal{413, "a body has at most 4 KiB"};
    const bool unreadable = error.category() == http::make_error_code(http::error::bad_method).category();
    return unreadable ? std::optional(Refusal{400, "this is no HTTP request"}) : std::nullopt;
}

}  // namespace

HttpSession::HttpSession(asio::ip::tcp::socket socket, HttpServer& server)
    : server_(server), socket_(std::move(socket)), timer_(socket_.get_executor()) {}

void HttpSession::start() {
    await_request();
}

void HttpSession::turn_away() {
    refuse({503, "too many connections"});
}

void HttpSession::close() {
    if (state_ == State::closed) return;
    enter(State::closed);
    subscription_.reset();
    server_.give_back(std::exchange(reserved_, 0));
    timer_.cancel();
    Error ignored;
    socket_.close(ignored);
    server_.forget(this);
}

void HttpSession::enter(State state) {
    state_ = state;
    since_ = Clock::now();
}

void HttpSession::expire_after(Duration duration) {
    timer_.expires_after(duration);
    timer_.async_wait([self = shared_from_this()](Error error) {
        // The timer may have been restarted after it had expired.
        if (!error && self->timer_.expiry() <= Clock::now()) self->on_expiry();
    });
}

void HttpSession::on_expiry() {
    switch (state_) {
        case State::receiving: return refuse({408, "the request took too long"});
        case State::streaming:
            if (!writing_) return write_to_stream(":\n\n");
            return close();
        case State::idle:
        case State::answering:
        case State::closing: return close();
        case State::closed: return;
    }
}

void HttpSession::await_request() {
    enter(State::idle);
    if (buffer_.size() > 0) return read_head();
    expire_after(server_.limits().idle);
    socket_.async_wait(asio::socket_base::wait_read, [self = shared_from_this()](Error error) {
        if (self->state_ != State::idle) return;
        error ? self->close() : self->read_head();
    });
}

void HttpSession::read_head() {
    enter(State::receiving);
    expire_after(server_.limits().request);
    parser_.emplace();
    parser_->header_limit(longest_head);
    parser_->body_limit(longest_body);
    http::async_read_header(socket_, buffer_, *parser_, [self = shared_from_this()](Error error, std::size_t) {
        if (self->state_ == State::receiving) self->on_head(error);
    });
}

void HttpSession::on_head(Error error) {
    if (error) return on_unreadable(error);
    const RequestHead head = head_of(parser_->get());
    only_head_ = head.method == "HEAD";
    if (const auto refusal = serve::refusal_of(head, server_.names(), local_address(socket_))) return refuse(*refusal);
    keeps_ = parser_->get().keep_alive();
    body_length(head) > 0 ? read_body() : handle();
}

void HttpSession::read_body() {
    http::async_read(socket_, buffer_, *parser_, [self = shared_from_this()](Error error, std::size_t) {
        if (self->state_ != State::receiving) return;
        error ? self->on_unreadable(error) : self->handle();
    });
}

void HttpSession::on_unreadable(Error error) {
    const auto refusal = refusal_of(error);
    refusal ? refuse(*refusal) : close();
}

/// Handles a complete request. An exception must not end the server, and its details are not sent to the client.
void HttpSession::handle() {
    enter(State::answering);
    timer_.cancel();
    const auto& message = parser_->get();
    try {
        const std::string_view method = only_head_ ? "GET" : view(message.method_string());
        follow(server_.handle({method, view(message.target()), message.body()}));
    } catch (const std::exception& error) {
        warn(error.what());
        answer(error_reply(500, "internal server error"));
    }
}

void HttpSession::follow(Outcome outcome) {
    if (auto* reply = std::get_if<Reply>(&outcome)) return answer(std::move(*reply));
    if (auto* topic = std::get_if<std::shared_ptr<Topic>>(&outcome)) return stream(std::move(*topic));
    if (auto* slow = std::get_if<SlowWork>(&outcome)) return work(std::move(slow->work), server_.slow_workers());
    work(std::get<Work>(std::move(outcome)), server_.workers());
}

void HttpSession::work(Work work, asio::thread_pool& workers) {
    asio::post(workers, [self = shared_from_this(), work = std::move(work)]() mutable {
        Reply reply;
        try {
            reply = work();
        } catch (const std::exception& error) {
            warn(error.what());
            reply = error_reply(500, "internal server error");
        }
        const auto executor = self->socket_.get_executor();
        asio::post(executor, [self = std::move(self), reply = std::move(reply)]() mutable {
            if (self->state_ == State::answering) self->answer(std::move(reply));
        });
    });
}

void HttpSession::refuse(const Refusal& refusal) {
    keeps_ = false;
    Error ignored;
    socket_.cancel(ignored);
    answer(error_reply(refusal.status, refusal.why));
}

template <class Then>
void HttpSession::write(Then then) {
    const std::array<asio::const_buffer, 2> parts = {asio::buffer(outgoing_), asio::buffer(body_.data(), body_.size())};
    expire_after(server_.limits().progress);
    const auto on_progress = [self = shared_from_this()](const Error& error, std::size_t taken) -> std::size_t {
        if (error) return 0;
        if (taken > 0 && self->state_ != State::closed) {
            self->since_ = Clock::now();
            self->expire_after(self->server_.limits().progress);
        }
        return 64 * 1024;
    };
    asio::async_write(socket_, parts, on_progress,
                      [self = shared_from_this(), then = std::move(then)](const Error& error, std::size_t) {
                          if (self->state_ == State::closed) return;
                          error ? self->close() : then(*self);
                      });
}

void HttpSession::answer(Reply reply) {
    enter(State::answering);
    const std::size_t size = reply.body().size();
    if (server_.reserve(size)) {
        reserved_ = size;
        reply_ = std::move(reply);
    } else {
        reply_ = error_reply(503, "the server is busy sending: try again later");
    }
    outgoing_ = serve::head_of(reply_, keeps_);
    body_ = only_head_ ? std::string_view() : reply_.body();
    write([](HttpSession& self) { self.on_answered(); });
}

void HttpSession::on_answered() {
    only_head_ = false;
    drop_reply();
    keeps_ ? await_request() : linger();
}

void HttpSession::drop_reply() {
    reply_ = {};
    server_.give_back(std::exchange(reserved_, 0));
}

/// Ignores what the client still sends, and then closes the connection. A connection that is closed while the client
/// sends is reset, and the client may not be able to read the answer.
void HttpSession::linger() {
    if (state_ != State::closing) {
        enter(State::closing);
        Error ignored;
        socket_.shutdown(asio::socket_base::shutdown_send, ignored);
        expire_after(server_.limits().linger);
    }
    socket_.async_read_some(asio::buffer(ignored_), [self = shared_from_this()](Error error, std::size_t size) {
        self->ignored_size_ += size;
        error || self->ignored_size_ > max_ignored ? self->close() : self->linger();
    });
}

void HttpSession::stream(std::shared_ptr<Topic> topic) {
    if (!server_.has_room_for_stream()) return answer(error_reply(503, "too many event streams"));
    keeps_ = false;
    outgoing_ = head_of_stream();
    body_ = {};
    if (only_head_) return write([](HttpSession& self) { self.linger(); });
    enter(State::streaming);
    subscription_ = topic->subscribe([weak = weak_from_this(), executor = socket_.get_executor()] {
        asio::post(executor, [weak] {
            if (const auto self = weak.lock()) self->tell_news();
        });
    });
    watch_for_end();
    write_to_stream(head_of_stream());
}

void HttpSession::tell_news() {
    if (state_ != State::streaming || writing_) return;
    std::string news = subscription_->take();
    if (!news.empty()) return write_to_stream(std::move(news));
    if (subscription_->finished()) {
        subscription_.reset();
        return linger();
    }
    expire_after(server_.limits().comment);
}

void HttpSession::write_to_stream(std::string text) {
    writing_ = true;
    outgoing_ = std::move(text);
    write([](HttpSession& self) {
        self.writing_ = false;
        self.tell_news();
    });
}

/// Detects that the client of an event stream disconnects. Such a client sends nothing, so the read completes only when
/// it disconnects.
void HttpSession::watch_for_end() {
    socket_.async_read_some(asio::buffer(ignored_), [self = shared_from_this()](Error error, std::size_t size) {
        if (self->state_ != State::streaming) return;
        self->ignored_size_ += size;
        error || self->ignored_size_ > max_ignored ? self->close() : self->watch_for_end();
    });
}

}  // namespace referee::serve
