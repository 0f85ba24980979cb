// Requests and replies as data, independent of connections and content; and the replies that all content needs.
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

/// A request that has passed all checks. HEAD counts as GET: the body of its reply is left out later.
struct Request {
    std::string_view method;
    std::string_view path;
    std::string_view body;
};

/// An answer to a request, before its head is written.
struct Reply {
    int status = 200;
    std::string_view type{};                                         ///< of the body
    std::variant<std::string, std::string_view> content{};           ///< its own, or a part of the program
    std::vector<std::pair<std::string_view, std::string>> fields{};  ///< beside those that every answer has

    std::string_view body() const {
        return std::visit([](const auto& text) { return std::string_view(text); }, content);
    }
};

/// Work that takes too long for the thread of the connections. Called in another thread; may throw.
using Work = std::function<Reply()>;

/// Work that takes seconds: pages must not wait for it. The handler limits how much of it runs at once.
struct SlowWork {
    Work work;
};

/// The outcome of a request: an answer, an event stream of a topic, or an answer that takes its time.
using Outcome = std::variant<Reply, std::shared_ptr<Topic>, Work, SlowWork>;

/// Called in the thread of the connections. Must not block. An exception is answered with 500.
using Handler = std::function<Outcome(const Request& request)>;

/// A page with its Content-Security-Policy in a <meta> element, as in viewer/. The head repeats the policy, together
/// with the directive that is valid only there.
Reply page_reply(std::variant<std::string, std::string_view> page);

/// A small page with a message in whole sentences, without script or style. The message may contain untrusted text.
Reply words_reply(int status, std::string_view words);

Reply json_reply(int status, std::string json);

/// {"error": "one line"}
Reply error_reply(int status, std::string_view why);

/// The reply to a method that a path does not have. `allowed`: for example "GET, HEAD".
Reply method_reply(std::string_view allowed);

/// 303: redirects to another path.
Reply see_other(std::string_view path);

/// 204: no content.
Reply empty_reply();

/// The status line and all fields of an answer, and the empty line. `keeps`: the connection stays open.
std::string head_of(const Reply& reply, bool keeps);

/// The head of an event stream, which has no length and ends with its connection.
std::string head_of_stream();

}  // namespace referee::serve
