#include "referee/web/serve/http_session.hpp"

#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>
#include <exception>
#include <utility>

#include "referee/core/base/output.hpp"
#include "referee/web/serve/http_message.hpp"

namespace referee::serve {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

/// The size of the pieces in which a large body is received, in bytes.
constexpr std::size_t upload_piece_size = 64 * 1024;

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

/// Whether the client is a process of this machine. Its address is then a loopback address, or the one at which the
/// server listens.
bool is_from_this_machine(const asio::ip::tcp::socket& socket) {
    boost::system::error_code error, other_error;
    const auto client = socket.remote_endpoint(error).address(), server = socket.local_endpoint(other_error).address();
    if (error || other_error) return false;
    if (client == server) return true;
    if (!client.is_v6() || !client.to_v6().is_v4_mapped()) return client.is_loopback();
    return asio::ip::make_address_v4(asio::ip::v4_mapped, client.to_v6()).is_loopback();
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
    const bool unreadable = error.category() == http::make_error_code(http::error::bad_method).category();
    return unreadable ? std::optional(Refusal{400, "this is no HTTP request"}) : std::nullopt;
}

}  // namespace

HttpSession::HttpSession(asio::ip::tcp::socket socket, HttpService& service)
    : service_(service), socket_(std::move(socket)), timer_(socket_.get_executor()) {}

void HttpSession::start() {
    await_request();
}

void HttpSession::turn_away() {
    refuse({503, "too many connections"});
}

void HttpSession::close() {
    if (state() == State::closed) return;
    enter(State::closed);
    subscription_.reset();
    sink_.reset();
    next_piece_ = nullptr;
    service_.connections.give_back(std::exchange(reserved_, 0));
    timer_.cancel();
    Error ignored;
    socket_.close(ignored);
    service_.connections.forget(this);
}

void HttpSession::expire_after(Duration duration) {
    timer_.expires_after(duration);
    timer_.async_wait([self = shared_from_this()](Error error) {
        // The timer may have been restarted after it had expired.
        if (!error && self->timer_.expiry() <= Clock::now()) self->on_expiry();
    });
}

void HttpSession::on_expiry() {
    switch (state()) {
        case State::uploading:
            if (const Duration more = sink_->more_time(); more > Duration::zero()) return expire_after(more);
            return refuse({408, "the request took too long"});
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
    expire_after(service_.connections.limits().idle);
    socket_.async_wait(asio::socket_base::wait_read, [self = shared_from_this()](Error error) {
        if (self->state() != State::idle) return;
        error ? self->close() : self->read_head();
    });
}

void HttpSession::read_head() {
    enter(State::receiving);
    expire_after(service_.connections.limits().request);
    parser_.emplace();
    parser_->header_limit(longest_head);
    parser_->body_limit(boost::none);  // refusal_of() and the receiver limit it
    http::async_read_header(socket_, buffer_, *parser_, [self = shared_from_this()](Error error, std::size_t) {
        if (self->state() == State::receiving) self->on_head(error);
    });
}

void HttpSession::on_head(Error error) {
    if (error) return on_unreadable(error);
    const RequestHead head = head_of(parser_->get());
    only_head_ = head.method == "HEAD";
    const bool takes_bytes = service_.receiver != nullptr;
    if (const auto refusal = serve::refusal_of(head, service_.names, local_address(socket_), takes_bytes))
        return refuse(*refusal);
    keeps_ = parser_->get().keep_alive();
    if (has_bytes(head)) return guard([&] { receive(head); });
    body_length(head) > 0 ? read_body() : handle();
}

void HttpSession::read_body() {
    http::async_read(socket_, buffer_, *parser_, [self = shared_from_this()](Error error, std::size_t) {
        if (self->state() != State::receiving) return;
        error ? self->on_unreadable(error) : self->handle();
    });
}

void HttpSession::on_unreadable(Error error) {
    const auto refusal = refusal_of(error);
    refusal ? refuse(*refusal) : close();
}

/// Asks the receiver whether it wants the body.
void HttpSession::receive(const RequestHead& head) {
    const std::size_t length = body_length(head);
    auto received = service_.receiver(request_of(head), length);
    if (auto* reply = std::get_if<Reply>(&received)) {
        keeps_ = keeps_ && length == 0;
        return answer(std::move(*reply));
    }
    sink_ = std::get<std::unique_ptr<BodySink>>(std::move(received));
    set_holder(sink_->holder());
    // It takes the place of the earlier ones when it is complete. Until then one other is left, because the head
    // of a connection that has just been lost may be read after that of the next one.
    service_.connections.replace_uploads_of(holder(), 1);
    if (!service_.connections.make_room_for_upload(holder()))
        return refuse({503, "many files are being sent: try again in a few seconds"});
    enter(State::uploading);
    expire_after(service_.connections.limits().upload);
    upload_parser_.emplace(std::move(*parser_));
    upload_parser_->body_limit(length);
    upload_piece_.resize(upload_piece_size);
    on_upload_piece({});
}

void HttpSession::give_way() {
    refuse({409, "a new upload has taken the place of this one"});
}

void HttpSession::read_upload() {
    auto& body = upload_parser_->get().body();
    body.data = upload_piece_.data();
    body.size = upload_piece_.size();
    http::async_read_some(socket_, buffer_, *upload_parser_, [self = shared_from_this()](Error error, std::size_t) {
        if (self->state() == State::uploading) self->on_upload_piece(error);
    });
}

void HttpSession::on_upload_piece(Error error) {
    if (error == http::error::need_buffer) error = {};
    if (error) {
        sink_.reset();
        return on_unreadable(error);
    }
    guard([this] {
        const auto& body = upload_parser_->get().body();
        if (body.data != nullptr) sink_->take({upload_piece_.data(), upload_piece_.size() - body.size});
        if (!upload_parser_->is_done()) return read_upload();
        body_began_ = since();
        enter(State::answering);
        timer_.cancel();
        const auto sink = std::move(sink_);
        upload_piece_ = {};
        upload_parser_.reset();
        follow(sink->finish());
    });
}

Request HttpSession::request_of(const RequestHead& head) const {
    const std::string_view method = only_head_ ? "GET" : head.method;
    return {method,
            head.target,
            {},
            reach_of(head, service_.names, is_from_this_machine(socket_), local_address(socket_)),
            head.fields};
}

template <class Act>
void HttpSession::guard(Act act) {
    try {
        act();
    } catch (const std::exception& error) {
        warn(error.what());
        sink_.reset();
        keeps_ = keeps_ && state() == State::answering;
        answer(error_reply(500, "internal server error"));
    }
}

/// Handles a complete request.
void HttpSession::handle() {
    enter(State::answering);
    timer_.cancel();
    guard([this] {
        const auto& message = parser_->get();
        const RequestHead head = head_of(message);
        Request request = request_of(head);
        request.body = message.body();
        follow(service_.handler(request));
    });
}

}  // namespace referee::serve
