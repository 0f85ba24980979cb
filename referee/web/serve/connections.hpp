// The open connections of a web server, and the room that they share: streams, uploads, and memory for answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/core/base/clock.hpp"

namespace referee::serve {

/// The time limits for clients, and the maximum numbers of connections, streams and bytes.
struct ServerLimits {
    Duration request = std::chrono::seconds(10);   ///< from the first byte of a request to its last byte
    Duration upload = std::chrono::seconds(60);    ///< the same for a body that a Receiver accepts; it may give more
    Duration idle = std::chrono::seconds(30);      ///< until a request begins
    Duration progress = std::chrono::seconds(30);  ///< how long a client may take nothing of its answer
    Duration comment = std::chrono::seconds(15);   ///< between comments that keep an event stream alive
    Duration linger = std::chrono::seconds(2);     ///< for a client to read why it is refused
    std::size_t connections = 128;
    std::size_t streams = 64;
    std::size_t uploads = 16;                      ///< bodies that are received by a Receiver at the same time
    std::size_t answers = std::size_t{256} << 20;  ///< the total size of the answers that are being sent
};

/// A connection, as the others see it.
class Connection {
public:
    enum class State {
        closing,    ///< the reply has been sent
        idle,       ///< no request has begun
        receiving,  ///< a request has begun
        answering,
        uploading,  ///< a Receiver has accepted the body
        streaming,
        closed,
    };

    Connection() = default;
    virtual ~Connection() = default;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    State state() const { return state_; }
    TimePoint since() const { return since_; }
    /// The holder of the event stream, or of the body that is received; empty if it has none.
    const std::string& holder() const { return holder_; }

    /// Ends the connection at once.
    virtual void close() = 0;
    /// Ends the event stream, if there is one, unless its client may still watch.
    virtual void review() = 0;
    /// Refuses the body that is received, because a new one takes its place.
    virtual void give_way() = 0;

protected:
    void enter(State state);
    /// The client has taken a part of its answer, so its patience begins anew.
    void renew() { since_ = Clock::now(); }
    void set_holder(std::string holder) { holder_ = std::move(holder); }

private:
    State state_ = State::idle;
    TimePoint since_ = Clock::now();
    std::string holder_;
};

/// Used only by the server's thread.
class Connections {
public:
    explicit Connections(ServerLimits limits) : limits_(limits) {}

    const ServerLimits& limits() const { return limits_; }
    std::size_t size() const { return connections_.size(); }
    void add(std::shared_ptr<Connection> connection) { connections_.push_back(std::move(connection)); }
    void forget(const Connection* connection);
    void close_all();

    /// Makes room for a connection if there are as many as there may be: closes the least useful one, which has been
    /// answered, has not sent a complete request, or does not take its answer; the oldest of these. Returns false if
    /// there is none.
    bool make_room();
    /// Ends the streams of this holder whose clients may no longer watch.
    void review_streams(const std::string& holder);
    /// The number of event streams, or of those of one holder.
    std::size_t streams(const std::string* holder = nullptr) const;
    /// Makes room for a stream of this holder: if the limit for all streams is reached, ends the oldest stream of the
    /// holder that has the most. Returns false if that holder would not have more streams than this one afterwards.
    bool make_room_for_stream(const std::string& holder);
    /// The number of bodies that are being received by a Receiver.
    std::size_t uploads() const;
    /// Refuses the bodies of this holder that are being received and began before this time, the oldest first, until so
    /// many of them are left.
    void replace_uploads_of(const std::string& holder, std::size_t left, TimePoint before = TimePoint::max());
    /// Makes room for a body of this holder if there are as many as there may be: refuses its others, and the older one
    /// of each holder who sends two. Returns false if that makes no room.
    bool make_room_for_upload(const std::string& holder);
    /// Reserves memory for an answer. Returns false if other answers take so much memory that this answer can't be
    /// sent.
    bool reserve(std::size_t bytes);
    void give_back(std::size_t bytes) { reserved_ -= bytes; }

private:
    ServerLimits limits_;
    std::size_t reserved_ = 0;
    std::vector<std::shared_ptr<Connection>> connections_;
};

}  // namespace referee::serve
