// Requests and replies as data, independent of connections and content, and the replies that several handlers need.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/web/serve/request_checks.hpp"

namespace referee::serve {

class Topic;

/// A request that has passed all checks. HEAD is passed on as GET; the body of its reply is omitted later.
struct Request {
    std::string_view method;
    std::string_view path;
    std::string_view body;
    Reach reach = Reach::open;
    std::span<const HeadField> fields{};

    /// The value of the field with this name; nothing if it was not sent, or more than once.
    std::optional<std::string_view> field(std::string_view name) const;
    /// The value of the cookie with this name; nothing if it was not sent, or more than once.
    std::optional<std::string_view> cookie(std::string_view name) const;
};

/// An answer to a request, before its head is written.
struct Reply {
    int status = 200;
    std::string_view type{};                                ///< the content type
    std::variant<std::string, std::string_view> content{};  ///< owned text, or text that is part of the program
    std::vector<std::pair<std::string_view, std::string>> fields{};  ///< in addition to the fields of every answer

    std::string_view body() const {
        return std::visit([](const auto& text) { return std::string_view(text); }, content);
    }
};

/// Work that takes too long for the thread of the connections. Called in another thread; may throw.
using Work = std::function<Reply()>;

/// Work that takes seconds. It has its own threads, so that pages do not wait for it. The handler limits how much runs
/// concurrently.
struct SlowWork {
    Work work;
};

/// An event stream. Streams with the same holder share a limit, in addition to the limit for all streams.
struct Stream {
    std::shared_ptr<Topic> topic;
    std::string holder{};   ///< empty: no such limit
    std::size_t limit = 0;  ///< the maximum number of streams of this holder
    /// Whether the client may still watch, see Connections::review_streams(). Empty: always.
    std::function<bool()> may_go_on{};
};

/// An answer of unknown length, which is made while it is sent.
struct Download {
    Reply head;  ///< without content
    /// Returns the next piece; an empty one is the end. Called in another thread. If it throws, the client sees that
    /// the answer is not complete.
    std::function<std::string()> next;
};

/// The outcome of a request: an answer, an event stream, or work that computes the answer.
using Outcome = std::variant<Reply, Stream, Work, SlowWork, Download>;

/// Called in the thread of the connections. Must not block. If it throws, the answer is 500.
using Handler = std::function<Outcome(const Request& request)>;

/// Receives a body piece by piece, in the thread of the connections. If it is destroyed without a call of finish(), the
/// body was not complete. If a function throws, the answer is 500.
class BodySink {
public:
    BodySink() = default;
    BodySink(const BodySink&) = delete;
    BodySink& operator=(const BodySink&) = delete;
    virtual ~BodySink() = default;
    virtual void take(std::string_view piece) = 0;
    /// Called when the body is complete. An error reply refuses it.
    virtual Outcome finish() = 0;
    /// Who sends the body. A body that is complete and not refused takes the place of those of the same holder that
    /// began earlier and are still being received, whose connections may be lost; and at most two are received at once.
    /// Empty: bodies do not replace each other.
    virtual std::string holder() const { return {}; }
    /// Asked when the time for the body is up: for how much longer it is received. Zero: it is refused.
    virtual Duration more_time() const { return {}; }
};

/// Decides on a POST of application/octet-stream when its head has been read: refuses it, or receives its body. The
/// request has no body yet; `length` is that of the body, in bytes. Called like a handler.
using Receiver =
    std::function<std::variant<Reply, std::unique_ptr<BodySink>>(const Request& request, std::size_t length)>;

/// Replies with a page that has a Content-Security-Policy in a <meta> element, like the pages in viewer/. The head
/// repeats the policy, and adds the directive that is valid only in a head.
Reply page_reply(std::variant<std::string, std::string_view> page);

/// Replies with a small page: a message in whole sentences, without script or style. The message may contain untrusted
/// text.
Reply words_reply(int status, std::string_view words);

Reply json_reply(int status, std::string json);

/// Replies with {"error": why}. `why`: one line, which may contain untrusted text.
Reply error_reply(int status, std::string_view why);

/// 405: the path does not support the request's method. `allowed`: the methods that it supports, for example "GET,
/// HEAD".
Reply method_reply(std::string_view allowed);

/// 303: redirects to another path.
Reply see_other(std::string_view path);

/// 204: no content.
Reply empty_reply();

/// A field that sets a cookie, which scripts can't read and other sites can't have sent. `max_age`: in seconds; 0
/// deletes the cookie. `encrypted`: the browser sends it over TLS only.
std::pair<std::string_view, std::string> cookie_field(std::string_view name, std::string_view value, long max_age,
                                                      bool encrypted);

/// The status line and all fields of an answer, up to the empty line. `keeps`: the connection stays open.
std::string head_of(const Reply& reply, bool keeps);

/// The same for an answer of unknown length, which is sent in chunks.
std::string head_of_chunks(const Reply& reply, bool keeps);

/// The head of an event stream. It has no length, because the stream ends with its connection.
std::string head_of_stream();

}  // namespace referee::serve
