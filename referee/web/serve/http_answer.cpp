// The second half of a connection: it writes answers, event streams and downloads.
#include <fmt/format.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <exception>
#include <utility>

#include "referee/core/base/output.hpp"
#include "referee/web/serve/http_message.hpp"
#include "referee/web/serve/http_session.hpp"

namespace referee::serve {

namespace {

namespace asio = boost::asio;

/// The number of bytes that a refused client may still send. They are read and ignored, so that the client can read the
/// reason.
constexpr std::size_t max_ignored = 4 * 1024 * 1024;

}  // namespace

void HttpSession::follow(Outcome outcome) {
    if (auto* reply = std::get_if<Reply>(&outcome)) return answer(std::move(*reply));
    if (auto* events = std::get_if<Stream>(&outcome)) return stream(std::move(*events));
    if (auto* pieces = std::get_if<Download>(&outcome)) return download(std::move(*pieces));
    if (auto* slow = std::get_if<SlowWork>(&outcome)) return work(std::move(slow->work), service_.slow_workers);
    work(std::get<Work>(std::move(outcome)), service_.workers);
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
            if (self->state() == State::answering) self->answer(std::move(reply));
        });
    });
}

void HttpSession::download(Download download) {
    enter(State::answering);
    outgoing_ = head_of_chunks(download.head, keeps_);
    body_ = {};
    if (only_head_) return write([](HttpSession& self) { self.on_answered(); });
    next_piece_ = std::move(download.next);
    write([](HttpSession& self) { self.next_piece(); });
}

void HttpSession::next_piece() {
    timer_.cancel();
    asio::post(service_.workers, [self = shared_from_this(), next = std::move(next_piece_)]() mutable {
        std::optional<std::string> piece;
        try {
            piece = next();
        } catch (const std::exception& error) {
            warn(error.what());
        }
        const auto executor = self->socket_.get_executor();
        asio::post(executor, [self = std::move(self), next = std::move(next), piece = std::move(piece)]() mutable {
            if (self->state() != State::answering) return;
            self->next_piece_ = std::move(next);
            self->send_piece(std::move(piece));
        });
    });
}

/// No piece: the download has failed, and a connection that closes before the last chunk tells the client so.
void HttpSession::send_piece(std::optional<std::string> piece) {
    if (!piece) return close();
    const bool is_last = piece->empty();
    outgoing_ = fmt::format("{:x}\r\n{}\r\n", piece->size(), *piece);
    if (!is_last) return write([](HttpSession& self) { self.next_piece(); });
    next_piece_ = nullptr;
    write([](HttpSession& self) { self.on_answered(); });
}

void HttpSession::refuse(const Refusal& refusal) {
    keeps_ = false;
    Error ignored;
    socket_.cancel(ignored);
    sink_.reset();
    answer(error_reply(refusal.status, refusal.why));
}

template <class Then>
void HttpSession::write(Then then) {
    const std::array<asio::const_buffer, 2> parts = {asio::buffer(outgoing_), asio::buffer(body_.data(), body_.size())};
    expire_after(service_.connections.limits().progress);
    const auto on_progress = [self = shared_from_this()](const Error& error, std::size_t taken) -> std::size_t {
        if (error) return 0;
        if (taken > 0 && self->state() != State::closed) {
            self->renew();
            self->expire_after(self->service_.connections.limits().progress);
        }
        return 64 * 1024;
    };
    asio::async_write(socket_, parts, on_progress,
                      [self = shared_from_this(), then = std::move(then)](const Error& error, std::size_t) {
                          if (self->state() == State::closed) return;
                          error ? self->close() : then(*self);
                      });
}

void HttpSession::answer(Reply reply) {
    enter(State::answering);
    // Only now is it known whether the body is refused.
    const auto began = std::exchange(body_began_, std::nullopt);
    if (began && reply.status < 400) service_.connections.replace_uploads_of(holder(), 0, *began);
    const std::size_t size = reply.body().size();
    if (service_.connections.reserve(size)) {
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
    service_.connections.give_back(std::exchange(reserved_, 0));
}

/// Ignores what the client still sends, and then closes the connection. A connection that is closed while the client
/// sends is reset, and the client may not be able to read the answer.
void HttpSession::linger() {
    if (state() != State::closing) {
        enter(State::closing);
        Error ignored;
        socket_.shutdown(asio::socket_base::shutdown_send, ignored);
        expire_after(service_.connections.limits().linger);
    }
    socket_.async_read_some(asio::buffer(ignored_), [self = shared_from_this()](Error error, std::size_t size) {
        self->ignored_size_ += size;
        error || self->ignored_size_ > max_ignored ? self->close() : self->linger();
    });
}

void HttpSession::stream(Stream stream) {
    if (!stream.holder.empty() && service_.connections.streams(&stream.holder) >= stream.limit)
        return answer(error_reply(429, "this page is open too often"));
    if (!service_.connections.make_room_for_stream(stream.holder))
        return answer(error_reply(503, "too many event streams"));
    set_holder(std::move(stream.holder));
    may_go_on_ = std::move(stream.may_go_on);
    keeps_ = false;
    outgoing_ = head_of_stream();
    body_ = {};
    if (only_head_) return write([](HttpSession& self) { self.linger(); });
    enter(State::streaming);
    subscription_ = stream.topic->subscribe([weak = weak_from_this(), executor = socket_.get_executor()] {
        asio::post(executor, [weak] {
            if (const auto self = weak.lock()) self->tell_news();
        });
    });
    watch_for_end();
    write_to_stream(head_of_stream());
}

void HttpSession::review() {
    if (state() != State::streaming || !may_go_on_) return;
    bool may_go_on = false;
    try {
        may_go_on = may_go_on_();
    } catch (const std::exception& error) {
        warn(error.what());
    }
    if (!may_go_on) close();
}

void HttpSession::tell_news() {
    if (state() != State::streaming || writing_) return;
    std::string news = subscription_->take();
    if (!news.empty()) return write_to_stream(std::move(news));
    if (subscription_->finished()) {
        subscription_.reset();
        return linger();
    }
    expire_after(service_.connections.limits().comment);
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
        if (self->state() != State::streaming) return;
        self->ignored_size_ += size;
        error || self->ignored_size_ > max_ignored ? self->close() : self->watch_for_end();
    });
}

}  // namespace referee::serve
