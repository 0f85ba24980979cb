#include "referee/web/serve/connections.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace referee::serve {

namespace {

/// If a client has taken nothing of its answer for this time, the answer may be broken off to make room for other
/// clients.
constexpr auto stalled = std::chrono::seconds(5);

}  // namespace

void Connection::enter(State state) {
    state_ = state;
    since_ = Clock::now();
}

void Connections::close_all() {
    while (!connections_.empty())
        connections_.back()->close();
}

bool Connections::make_room() {
    if (connections_.size() < limits_.connections) return true;
    using State = Connection::State;
    const auto least = std::min_element(connections_.begin(), connections_.end(), [](const auto& a, const auto& b) {
        return std::pair(a->state(), a->since()) < std::pair(b->state(), b->since());
    });
    const State state = (*least)->state();
    const bool is_stalled = state == State::answering && (*least)->since() + stalled < Clock::now();
    if (state > State::receiving && !is_stalled) return false;
    (*least)->close();
    return true;
}

std::size_t Connections::streams(const std::string* holder) const {
    return static_cast<std::size_t>(std::ranges::count_if(connections_, [&](const auto& connection) {
        return connection->state() == Connection::State::streaming &&
               (holder == nullptr || connection->holder() == *holder);
    }));
}

bool Connections::make_room_for_stream(const std::string& holder) {
    if (streams() < limits_.streams) return true;
    std::map<std::string_view, std::size_t> held;
    for (const auto& connection : connections_)
        if (connection->state() == Connection::State::streaming) ++held[connection->holder()];
    std::size_t most = held[holder] + 1;
    std::shared_ptr<Connection> least;
    for (const auto& connection : connections_) {  // the oldest comes first
        if (connection->state() != Connection::State::streaming || held[connection->holder()] <= most) continue;
        most = held[connection->holder()];
        least = connection;
    }
    if (least) least->close();
    return least != nullptr;
}

std::size_t Connections::uploads() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        connections_, [](const auto& connection) { return connection->state() == Connection::State::uploading; }));
}

void Connections::replace_uploads_of(const std::string& holder, std::size_t left, TimePoint before) {
    if (holder.empty()) return;
    std::vector<std::shared_ptr<Connection>> held;
    for (const auto& connection : connections_)
        if (connection->state() == Connection::State::uploading && connection->holder() == holder &&
            connection->since() < before)
            held.push_back(connection);
    std::ranges::stable_sort(held, {}, [](const auto& connection) { return connection->since(); });
    for (std::size_t i = 0; i + left < held.size(); ++i)
        held[i]->give_way();
}

bool Connections::make_room_for_upload(const std::string& holder) {
    if (uploads() < limits_.uploads) return true;
    replace_uploads_of(holder, 0);
    const auto all = connections_;
    for (const auto& connection : all)
        if (connection->state() == Connection::State::uploading) replace_uploads_of(connection->holder(), 1);
    return uploads() < limits_.uploads;
}

void Connections::review_streams(const std::string& holder) {
    const auto all = connections_;  // those that end leave the list
    for (const auto& connection : all)
        if (connection->holder() == holder) connection->review();
}

bool Connections::reserve(std::size_t bytes) {
    if (bytes > limits_.answers - reserved_) return false;
    reserved_ += bytes;
    return true;
}

void Connections::forget(const Connection* connection) {
    std::erase_if(connections_, [&](const auto& known) { return known.get() == connection; });
}

}  // namespace referee::serve
