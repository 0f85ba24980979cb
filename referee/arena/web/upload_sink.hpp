// Receives the file of a student.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <variant>

#include "referee/arena/arena.hpp"
#include "referee/web/serve/http_message.hpp"

namespace referee::arena {

/// The holder of what a person, or the teacher (-1), sends and receives, see serve::Stream and serve::BodySink.
std::string holder_of(int person);

/// Begins to receive a file, or refuses it. `name`: the file's name, percent-encoded UTF-8, as the page sends it.
/// `cookie`: that of the person.
std::variant<serve::Reply, std::unique_ptr<serve::BodySink>> begin_upload(Arena& arena, int person,
                                                                          std::string_view name, std::size_t length,
                                                                          std::string cookie, UploadFor purpose);

/// The reply to who is refused.
serve::Reply reply_of(const UploadRefusal& refusal);

/// Decodes percent-encoded UTF-8. None if it is not valid.
std::optional<std::string> percent_decoded(std::string_view text);

}  // namespace referee::arena
