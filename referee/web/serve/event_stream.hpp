// Events for streams of type text/event-stream. Any thread may publish them, and each stream takes them at its own
// pace.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/mutex.hpp"

namespace referee::serve {

class Subscription;

/// The events of several streams. May be used by any thread. There are two kinds of events:
///
/// A value has one text. A stream gets the newest text; a slow reader misses older texts.
///
/// A list grows. A stream gets all items that exist, and later the new items. The items are stored only once, no matter
/// how many streams there are, and how slow they are.
class Topic : public std::enable_shared_from_this<Topic> {
public:
    /// Sets the value with this name. `json` is one JSON text; line breaks between its tokens become spaces.
    void publish(std::string_view name, std::string json);

    /// Returns the JSON text that a stream gets for the published text of a value. Called under the topic's lock.
    using Stamped = std::function<std::string(const std::string& json)>;
    /// Creates a value with this name, whose text is completed when it is sent: a time in it is right however late the
    /// stream begins. Requires: the name is new.
    void make_stamped(std::string_view name, Stamped stamped);

    /// Returns the JSON text of one event of a list. `first`: this is the first event of the stream. `items`: the items
    /// after those of the last event. `context`: the context that was passed to the last call of append(). Called under
    /// the topic's lock.
    using Listed =
        std::function<std::string(bool first, std::span<const std::string> items, const std::string& context)>;
    /// Creates a list with this name. The list is sent even while it is empty. Requires: the name is new.
    void make_list(std::string_view name, Listed listed);
    /// Appends JSON texts to a list. Requires: the list was created by make_list().
    void append(std::string_view name, std::vector<std::string> items, std::string context = {});

    /// Replaces all items of a list. Each stream then gets the new items as if it had just begun, and never an empty
    /// list in between.
    void replace(std::string_view name, std::vector<std::string> items, std::string context = {});

    /// Must be called when no more events will come. Streams end when they have sent the remaining events.
    void end();

    /// Creates a stream. `wake` is called when there are events to take, in any thread and under the topic's lock. It
    /// must return at once, and must not call the topic.
    std::unique_ptr<Subscription> subscribe(std::function<void()> wake);
    int listeners() const;
    /// The time at which the last stream ended; the current time if there is a stream.
    TimePoint alone_since() const;

private:
    friend class Subscription;

    /// The maximum number of list items in one event, so that no event is large.
    static constexpr std::size_t max_items = 4096;

    struct Channel {
        std::string json;           ///< only for values
        std::uint64_t version = 0;  ///< the number of changes so far; 0: the value or list does not exist yet
        Stamped stamped{};          ///< only for values; empty: the text is sent as it is
        Listed listed{};            ///< only for lists
        std::vector<std::string> items{};
        std::string context{};
        int restarts = 0;  ///< the number of calls of replace(); only for lists
    };

    Channel& channel(std::string_view name) REQUIRES(mutex_);
    void wake_all() REQUIRES(mutex_);

    mutable Mutex mutex_;
    std::list<std::pair<std::string, Channel>> channels_ GUARDED_BY(mutex_);  ///< in the order of creation; never moved
    std::vector<Subscription*> subscriptions_ GUARDED_BY(mutex_);
    TimePoint alone_since_ GUARDED_BY(mutex_) = Clock::now();
    bool ended_ GUARDED_BY(mutex_) = false;
};

/// A stream's position in its topic. Used by only one thread.
class Subscription {
public:
    Subscription(std::shared_ptr<Topic> topic, std::function<void()> wake);
    ~Subscription();
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;

    /// Takes new events, and returns them as text; empty if there are none. A long list takes several calls.
    std::string take();
    /// Whether all events have been taken, and no more will come.
    bool finished() const;

private:
    friend class Topic;

    struct Seen {
        std::uint64_t version = 0;  ///< the latest version that has been taken completely
        std::size_t items = 0;
        bool begun = false;
        int restarts = 0;
    };

    void tell(const std::string& name, const Topic::Channel& channel, std::string& text);

    std::shared_ptr<Topic> topic_;
    std::function<void()> wake_;
    bool woken_ = false;  ///< wake_ has been called since the last take(); guarded by the mutex of the topic
    std::map<const Topic::Channel*, Seen> seen_;
};

/// The text of one event in a stream.
std::string event_text(std::string_view name, std::string json);

}  // namespace referee::serve
