// Receives the file of a student.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <variant>

#include "referee/arena/arena.hpp"
#include "referee/serve/http_message.hpp"

namespace referee::arena {

/// Begins to receive a file, or refuses it. `name`: the file's name, percent-encoded UTF-8, as the page sends it.
std::variant<serve::Reply, std::unique_ptr<serve::BodySink>> begin_upload(Arena& arena, int person,
                                                                          std::string_view name, std::size_t length);

/// Decodes percent-encoded UTF-8. None if it is not valid.
std::optional<std::string> percent_decoded(std::string_view text);

}  // namespace referee::arena
