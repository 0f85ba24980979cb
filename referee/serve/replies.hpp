// The answers that are the same whatever is served: pages, JSON, refusals; and the head that every answer has.
#pragma once

#include <string>
#include <string_view>

#include "referee/serve/http_message.hpp"

namespace referee::serve {

/// A page that brings its Content-Security-Policy along in a <meta> element, as those of viewer/ do. It is told in the
/// head as well, together with what only counts there.
Reply page_reply(std::variant<std::string, std::string_view> page);

/// A small page that says something in whole sentences, without any script or style. The words may
/// be a stranger's.
Reply words_reply(int status, std::string_view words);

Reply json_reply(int status, std::string json);

/// {"error": "one line"}
Reply error_reply(int status, std::string_view why);

/// The reply to a method that a path does not have; `allowed` is such as "GET, HEAD".
Reply method_reply(std::string_view allowed);

/// The other place to look at.
Reply see_other(std::string_view path);

/// 204: there is nothing to say.
Reply empty_reply();

/// The status line and all fields of an answer, with the empty line behind them. `keeps`: the connection stays open.
std::string head_of(const Reply& reply, bool keeps);

/// The same for an event stream, which has no length and ends with its connection.
std::string head_of_stream();

}  // namespace referee::serve
