#include "referee/web/serve/event_stream.hpp"

#include <algorithm>
#include <utility>

namespace referee::serve {

std::string event_text(std::string_view name, std::string json) {
    // A line break would end the event's data. JSON has line breaks only between its tokens.
    std::replace_if(
        json.begin(), json.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    std::string text = "event: ";
    text.append(name).append("\ndata: ").append(json).append("\n\n");
    return text;
}

Topic::Channel& Topic::channel(std::string_view name) {
    const auto found =
        std::find_if(channels_.begin(), channels_.end(), [&](const auto& channel) { return channel.first == name; });
    if (found != channels_.end()) return found->second;
    return channels_.emplace_back(std::string(name), Channel{}).second;
}

void Topic::publish(std::string_view name, std::string json) {
    const Lock lock(mutex_);
    Channel& value = channel(name);
    value.json = std::move(json);
    ++value.version;
    wake_all();
}

void Topic::make_stamped(std::string_view name, Stamped stamped) {
    const Lock lock(mutex_);
    channel(name).stamped = std::move(stamped);
}

void Topic::make_list(std::string_view name, Listed listed) {
    const Lock lock(mutex_);
    Channel& list = channel(name);
    list.listed = std::move(listed);
    ++list.version;
    wake_all();
}

void Topic::append(std::string_view name, std::vector<std::string> items, std::string context) {
    const Lock lock(mutex_);
    Channel& list = channel(name);
    std::move(items.begin(), items.end(), std::back_inserter(list.items));
    list.context = std::move(context);
    ++list.version;
    wake_all();
}

void Topic::replace(std::string_view name, std::vector<std::string> items, std::string context) {
    const Lock lock(mutex_);
    Channel& list = channel(name);
    list.items = std::move(items);
    list.context = std::move(context);
    ++list.restarts;
    ++list.version;
    wake_all();
}

void Topic::end() {
    const Lock lock(mutex_);
    ended_ = true;
    wake_all();
}

void Topic::wake_all() {
    for (Subscription* subscription : subscriptions_) {
        if (std::exchange(subscription->woken_, true)) continue;
        subscription->wake_();
    }
}

std::unique_ptr<Subscription> Topic::subscribe(std::function<void()> wake) {
    return std::make_unique<Subscription>(shared_from_this(), std::move(wake));
}

int Topic::listeners() const {
    const Lock lock(mutex_);
    return static_cast<int>(subscriptions_.size());
}

TimePoint Topic::alone_since() const {
    const Lock lock(mutex_);
    return subscriptions_.empty() ? alone_since_ : Clock::now();
}

Subscription::Subscription(std::shared_ptr<Topic> topic, std::function<void()> wake)
    : topic_(std::move(topic)), wake_(std::move(wake)) {
    const Lock lock(topic_->mutex_);
    topic_->subscriptions_.push_back(this);
}

Subscription::~Subscription() {
    const Lock lock(topic_->mutex_);
    std::erase(topic_->subscriptions_, this);
    topic_->alone_since_ = Clock::now();
}

std::string Subscription::take() {
    const Lock lock(topic_->mutex_);
    woken_ = false;
    std::string text;
    for (const auto& [name, channel] : topic_->channels_)
        tell(name, channel, text);
    return text;
}

void Subscription::tell(const std::string& name, const Topic::Channel& channel, std::string& text) {
    Seen& seen = seen_[&channel];
    if (seen.version == channel.version) return;
    if (!channel.listed) {
        text += event_text(name, channel.stamped ? channel.stamped(channel.json) : channel.json);
        seen.version = channel.version;
        return;
    }
    if (std::exchange(seen.restarts, channel.restarts) != channel.restarts) {
        seen.items = 0;
        seen.begun = false;
    }
    const std::span<const std::string> rest = std::span(channel.items).subspan(seen.items);
    const auto items = rest.first(std::min(rest.size(), Topic::max_items));
    text += event_text(name, channel.listed(!seen.begun, items, channel.context));
    seen.begun = true;
    seen.items += items.size();
    if (items.size() == rest.size()) seen.version = channel.version;
}

bool Subscription::finished() const {
    const Lock lock(topic_->mutex_);
    const bool all_told = std::all_of(topic_->channels_.begin(), topic_->channels_.end(), [&](const auto& channel) {
        const auto seen = seen_.find(&channel.second);
        return seen != seen_.end() && seen->second.version == channel.second.version;
    });
    return topic_->ended_ && all_told;
}

}  // namespace referee::serve
