// News for event streams (text/event-stream): published by any thread, taken by each stream at its own pace.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/system/clock.hpp"

namespace referee::serve {

class Subscription;

/// The events of several streams. May be used by any thread. There are two kinds of events:
///
/// A value has one text. A stream gets the newest one; a slow reader misses older ones.
/// A list grows. A stream gets all of it, and later the new items. The items are kept once, however many and slow the
/// streams are.
class Topic : public std::enable_shared_from_this<Topic> {
public:
    /// Sets the value of this name. `json` is one JSON text; line breaks between its parts become spaces.
    void publish(std::string_view name, std::string json);

    /// Returns the JSON text of one event. `first`: it is the first event of its stream. `items` continue those of the
    /// last event. `context`: from the last call of append(). Called under the topic's lock.
    using Listed =
        std::function<std::string(bool first, std::span<const std::string> items, const std::string& context)>;
    /// Makes a list of this name, which is sent even while it is empty. Requires: the name is new.
    void make_list(std::string_view name, Listed listed);
    /// Adds JSON texts to a list. Requires: make_list() has made it.
    void append(std::string_view name, std::vector<std::string> items, std::string context = {});

    /// Empties a list. Each stream gets the new items as if it had just begun.
    void restart(std::string_view name);

    /// No more events will come: streams end when they have sent the rest.
    void end();

    /// A new stream. `wake` is called in any thread, under the topic's lock, when there are events to take. It must
    /// return at once and must not call the topic.
    std::unique_ptr<Subscription> subscribe(std::function<void()> wake);
    int listeners() const;
    /// Since when there has been no stream; now, if there is one.
    TimePoint alone_since() const;

private:
    friend class Subscription;

    /// The maximum number of items in an event of a list, so that no event is large.
    static constexpr std::size_t max_items = 4096;

    struct Channel {
        std::string json;           ///< of a value
        std::uint64_t version = 0;  ///< the number of changes of the value or list; 0: there is none yet
        Listed listed{};            ///< of a list
        std::vector<std::string> items{};
        std::string context{};
        int restarts = 0;  ///< of a list
    };

    Channel& channel(std::string_view name);
    void wake_all();

    mutable std::mutex mutex_;
    std::list<std::pair<std::string, Channel>> channels_;  ///< in the order of their first news; they stay in place
    std::vector<Subscription*> subscriptions_;
    TimePoint alone_since_ = Clock::now();
    bool ended_ = false;
};

/// One stream's place in its topic. Belongs to one thread.
class Subscription {
public:
    Subscription(std::shared_ptr<Topic> topic, std::function<void()> wake);
    ~Subscription();
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;

    /// All new events as text; empty if there are none.
    std::string take();
    /// Whether all events have been taken, and no more will come.
    bool finished() const;

private:
    friend class Topic;

    struct Seen {
        std::uint64_t version = 0;  ///< all of it has been taken
        std::size_t items = 0;
        bool begun = false;
        int restarts = 0;
    };

    void tell(const std::string& name, const Topic::Channel& channel, std::string& text);

    std::shared_ptr<Topic> topic_;
    std::function<void()> wake_;
    bool woken_ = false;  ///< since the last take()
    std::map<const Topic::Channel*, Seen> seen_;
};

/// The text of one event in a stream.
std::string event_text(std::string_view name, std::string json);

}  // namespace referee::serve
