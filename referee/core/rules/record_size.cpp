#include "referee/core/rules/record_size.hpp"

#include <fmt/format.h>

#include <string>

namespace referee::rules {

namespace {

constexpr std::size_t bytes_of_rolled = 6;  ///< a number below 65,536, and a comma
constexpr std::size_t bytes_of_lost = 2;    ///< a player, and a comma

}  // namespace

void RecordSize::add(const games::OwnPosition& position, std::size_t rolled) {
    std::string frame;
    games::write_frame(position, frame);
    bytes_ += frame.size() + bytes_of_rolled * rolled + bytes_of_lost * position.lost.size();
    if (bytes_ > max_record)
        throw games::WrongReply(fmt::format("the positions of this match exceed {} MiB in its log", max_record >> 20));
}

}  // namespace referee::rules
