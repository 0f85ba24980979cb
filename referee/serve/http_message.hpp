// Requests and replies as data, independent of connections and content, and the replies that several handlers need.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace referee::serve {

class Topic;

/// A request that has passed all checks. HEAD is passed on as GET; the body of its reply is omitted later.
struct Request {
    std::string_view method;
    std::string_view path;
    std::string_view body;
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

/// The outcome of a request: an answer, an event stream of a topic, or work that computes the answer.
using Outcome = std::variant<Reply, std::shared_ptr<Topic>, Work, SlowWork>;

/// Called in the thread of the connections. Must not block. If it throws, the answer is 500.
using Handler = std::function<Outcome(const Request& request)>;

/// Replies with a page that has a Content-Security-Policy in a <meta> element, like the pages in viewer/. The head
/// repeats the policy, and adds the directive that is valid only in a head.
Reply page_reply(std::variant<std::string, std::string_view> page);

/// Replies with a small page: a message in whole sentences, without script or style. The message may contain untrusted
/// text.
Reply words_reply(int status, std::string_view words);

Reply json_reply(int status, std::string json);

/// Replies with {"error": why}. `why`: one line.
Reply error_reply(int status, std::string_view why);

/// 405: the path does not support the request's method. `allowed`: the methods that it supports, for example "GET,
/// HEAD".
Reply method_reply(std::string_view allowed);

/// 303: redirects to another path.
Reply see_other(std::string_view path);

/// 204: no content.
Reply empty_reply();

/// The status line and all fields of an answer, up to the empty line. `keeps`: the connection stays open.
std::string head_of(const Reply& reply, bool keeps);

/// The head of an event stream. It has no length, because the stream ends with its connection.
std::string head_of_stream();

}  // namespace referee::serve
