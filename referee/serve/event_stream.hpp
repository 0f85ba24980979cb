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
/// A value has one text, and a stream gets the newest: a slow reader misses those between.
/// A list grows, and a stream gets all of it, and then what is new. What is kept of it is kept once, however many
/// streams there are and however slow they are.
class Topic : public std::enable_shared_from_this<Topic> {
public:
    /// Sets the value of this name. `json` is one JSON text; line breaks between its parts become spaces.
    void publish(std::string_view name, std::string json);

    /// The JSON text of one event: `first` with the first of a stream; `items` go on where its last ones ended;
    /// `context` is what append() was given last. Is called under the topic's lock.
    using Listed =
        std::function<std::string(bool first, std::span<const std::string> items, const std::string& context)>;
    /// Makes this name that of a list, which is told even while it is empty. Requires: the name is new.
    void make_list(std::string_view name, Listed listed);
    /// Adds JSON texts to a list. Requires: make_list() has made it.
    void append(std::string_view name, std::vector<std::string> items, std::string context = {});

    /// Empties a list: each stream is told its new items as if it had just begun.
    void restart(std::string_view name);

    /// Nothing more will come: streams end when they have told what there is.
    void end();

    /// A new stream. `wake` is called by any thread, under the topic's lock, when there is something to be taken; it
    /// must return at once and not call the topic.
    std::unique_ptr<Subscription> subscribe(std::function<void()> wake);
    int listeners() const;
    /// Since when there has been no stream; now, where there is one.
    TimePoint alone_since() const;

private:
    friend class Subscription;

    /// No event of a list has more items, so that none is large.
    static constexpr std::size_t max_items = 4096;

    struct Channel {
        std::string json;           ///< of a value
        std::uint64_t version = 0;  ///< how often a value was set, or a list was added to; 0: there is none yet
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

    /// All that is new, as the text of events; empty if nothing is.
    std::string take();
    /// Whether there is nothing left to be taken, and nothing more will come.
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

/// One event as a stream has it.
std::string event_text(std::string_view name, std::string json);

}  // namespace referee::serve
