#include "referee/arena/web/feeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "protocol/json_text.hpp"
#include "referee/arena/web/arena_json.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/start_thread.hpp"

namespace referee::arena {

using serve::Topic;
using namespace std::chrono_literals;

namespace {

/// The clock of a page is right again after this time, for example when the machine has slept.
constexpr auto between_states = 30s;
constexpr auto between_unwatched_tables = 30s;
constexpr int nobody = -1;
/// The finished games that everybody sees.
constexpr std::size_t games_of_ladder = 50, games_of_final = 500;

std::shared_ptr<Topic> new_topic(const Arena& arena) {
    auto topic = std::make_shared<Topic>();
    topic->make_stamped("arena", [&arena](const std::string& state) { return state_at(arena.now(), state); });
    return topic;
}

}  // namespace

Feeds::Feeds(Arena& arena, std::function<void(int person)> on_ended_session)
    : arena_(arena), teacher_(new_topic(arena)), everybody_(new_topic(arena)) {
    arena_.listen([this, on_ended_session = std::move(on_ended_session)](const News& news) {
        if (news.kind == News::Kind::sessions) return on_ended_session(news.person);
        const Lock lock(mutex_);
        news_.push_back(news);
        wake_.notify_one();
    });
    open_stages();  // before the first request
    follow_game();
    thread_ = start_thread("following the arena", [this](const std::stop_token& stop) { follow(stop); });
}

Feeds::~Feeds() {
    arena_.listen({});
    thread_.request_stop();
}

std::shared_ptr<Topic> Feeds::topic_of(int person) {
    const Lock lock(mutex_);
    PersonFeed& feed = persons_[person];
    if (feed.topic) return feed.topic;
    feed.topic = new_topic(arena_);
    feed.topic->make_list("games", [](bool first, std::span<const std::string> items, const std::string&) {
        return fmt::format(R"({{"reset":{},"games":[{}]}})", first, fmt::join(items, ","));
    });
    news_.push_back({News::Kind::version, person, 0, {}});
    wake_.notify_one();
    return feed.topic;
}

std::shared_ptr<Topic> Feeds::topic_of_teacher() {
    return teacher_;
}

std::shared_ptr<Topic> Feeds::public_topic() {
    return everybody_;
}

std::shared_ptr<StageView> Feeds::stage(StageName stage) const {
    const Lock lock(mutex_);
    return stage == StageName::ladder ? ladder_ : final_;
}

std::shared_ptr<const ShownGame> Feeds::game() const {
    const Lock lock(mutex_);
    return game_;
}

std::map<int, std::shared_ptr<Topic>> Feeds::persons() const {
    const Lock lock(mutex_);
    std::map<int, std::shared_ptr<Topic>> topics;
    for (const auto& [person, feed] : persons_)
        topics.emplace(person, feed.topic);
    return topics;
}

void Feeds::follow(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::vector<News> news;
        {
            Lock lock(mutex_);
            wake_.wait_for(lock.native(), stop, serve::between_looks, [&] {
                mutex_.assert_locked();
                return !news_.empty();
            });
            news.swap(news_);
        }
        std::string problem;
        try {
            work(news);
        } catch (const std::exception& error) {
            problem = error.what();
        }
        if (problem != problem_ && !problem.empty()) warn(problem);
        problem_ = problem;
        // Much news in a short time, such as the lines of a check, is published together.
        if (!news.empty()) std::this_thread::sleep_for(50ms);
    }
}

void Feeds::work(const std::vector<News>& news) {
    for (const News& one : news)
        take(one);
    open_stages();
    if (state_is_old_ || Clock::now() >= next_state_) publish_state();
    publish_versions();
    if (people_are_old_) publish_teacher();
    publish_stages();
    publish_running();
    publish_followed();
    publish_final_progress();
}

void Feeds::take(const News& news) {
    const auto stale = [&](int person) {
        const Lock lock(mutex_);
        for (auto& [number, feed] : persons_)
            feed.is_stale = feed.is_stale || number == person || person < 0;
    };
    switch (news.kind) {
        case News::Kind::version:
            stale(-1);  // the places of the others in the queue change, too
            state_is_old_ = people_are_old_ = true;
            return;
        case News::Kind::progress: {
            for (const auto& [person, topic] : persons())
                if (arena_.holder_of(person) == news.person)
                    topic->publish("progress",
                                   protocol::json_text(
                                       {{"version", news.version}, {"text", arena_.check_text(person, news.version)}}));
            return;
        }
        case News::Kind::tried: stale(-1); return;  // as above
        case News::Kind::ladder:
            stale(-1);
            people_are_old_ = tables_are_old_ = true;
            return;
        case News::Kind::state: state_is_old_ = people_are_old_ = tables_are_old_ = true; return;
        case News::Kind::people: people_are_old_ = true; return;
        case News::Kind::sessions: return;  // the streams end with the connections
    }
}

/// Opens the stages whose files exist. A final that was set aside gives way to the next one.
void Feeds::open_stages() {
    for (const StageName name : {StageName::ladder, StageName::final}) {
        const auto known = stage(name);
        std::string file = name == StageName::ladder ? ladder_db : final_file(arena_.settings());
        if (known && known->file() == file) continue;
        auto store = arena_.view_of(name);
        auto view = store ? std::make_shared<StageView>(arena_, name, *std::move(store), std::move(file)) : nullptr;
        tables_are_old_ = tables_are_old_ || view;
        const Lock lock(mutex_);
        (name == StageName::ladder ? ladder_ : final_) = std::move(view);
    }
}

/// Finds the example of the game.
void Feeds::follow_game() {
    const auto ladder = stage(StageName::ladder);
    const auto known = game();
    if (!ladder || (known && !known->picture.empty())) return;
    const auto example = ladder->example();
    if (known && !example) return;
    auto fresh = std::make_shared<ShownGame>(known ? *known : shown_game_of(ladder->head()));
    if (example) set_example(*fresh, *example);
    {
        const Lock lock(mutex_);
        game_ = fresh;
    }
    const std::string json = game_json(*fresh, arena_.driver());
    for (const auto& [person, topic] : persons())
        topic->publish("game", json);
}

bool Feeds::someone_watches() const {
    if (teacher_->listeners() + everybody_->listeners() > 0) return true;
    const auto feeds = persons();
    return std::ranges::any_of(feeds, [](const auto& feed) { return feed.second->listeners() > 0; });
}

void Feeds::publish_state() {
    state_is_old_ = false;
    next_state_ = Clock::now() + between_states;
    const std::string state = state_json(arena_.state(), arena_.settings());
    for (const auto& [person, topic] : persons())
        topic->publish("arena", state);
    teacher_->publish("arena", state);
    everybody_->publish("arena", state);
}

void Feeds::publish_versions() {
    std::vector<std::pair<int, std::shared_ptr<Topic>>> stale;
    {
        const Lock lock(mutex_);
        for (auto& [person, feed] : persons_)
            if (std::exchange(feed.is_stale, false)) stale.emplace_back(person, feed.topic);
    }
    for (const auto& [person, topic] : stale) {
        std::string versions = versions_json(arena_.versions_of(person)), tried = try_json(arena_.try_of(person));
        bool has_versions = false, has_try = false;
        {
            const Lock lock(mutex_);
            has_versions = std::exchange(persons_[person].versions, versions) != versions;
            has_try = std::exchange(persons_[person].tried, tried) != tried;
        }
        if (has_versions) topic->publish("versions", std::move(versions));
        if (has_try) topic->publish("try", std::move(tried));
    }
}

void Feeds::publish_teacher() {
    people_are_old_ = false;
    const auto now = arena_.snapshot();
    teacher_->publish("people",
                      people_json(*now->people, now->newest_versions(), now->playing(), *now->entered,
                                  same_.among(*now->people, now->hand_ins.to_play(), now->rules, arena_.driver())));
    teacher_->publish("audit", audit_json(*now->audit));
}

void Feeds::publish_stages() {
    const ArenaState state = arena_.state();
    const bool is_live = state.live && state.phase >= Phase::final;  // one that is set aside is not shown
    bool is_ordered = std::exchange(final_is_shown_, state.published) != state.published;
    is_ordered = std::exchange(final_is_live_, is_live) != is_live || is_ordered;
    tables_are_old_ = tables_are_old_ || is_ordered;
    const auto ladder = stage(StageName::ladder), final = stage(StageName::final);
    for (const auto& view : {ladder, final})
        if (view) tables_are_old_ = view->refresh() || tables_are_old_;
    follow_game();
    publish_games();
    std::vector<std::pair<int, std::shared_ptr<Topic>>> fresh;
    {
        const Lock lock(mutex_);
        for (auto& [person, feed] : persons_)
            if (std::exchange(feed.is_new, false)) fresh.emplace_back(person, feed.topic);
    }
    for (const auto& [person, topic] : fresh) {
        topic->publish("arena", state_json(arena_.state(), arena_.settings()));
        if (const auto known = game()) topic->publish("game", game_json(*known, arena_.driver()));
        publish_tables_to(person, *topic);
    }
    // Without watchers, the tables are only needed for the course of the ratings.
    const bool is_due = is_ordered || tables_.is_due(someone_watches() ? 0s : between_unwatched_tables);
    if (!tables_are_old_ || !is_due) return;
    const TimePoint begin = Clock::now();
    tables_are_old_ = false;
    for (const auto& view : {ladder, final})
        if (view) view->compute();
    for (const auto& [person, topic] : persons())
        publish_tables_to(person, *topic);
    publish_tables_to(nobody, *everybody_);
    if (ladder) everybody_->publish("last", ladder->last_games(games_of_ladder));
    everybody_->publish("final_games",
                        final && final_is_shown_ ? final->last_games(games_of_final) : std::string("null"));
    publish_tables_to(nobody, *teacher_);
    teacher_->publish("forecast", forecast_json(arena_.forecast()));
    tables_.used_since(begin, serve::between_tables);
}

/// Publishes the tables that were computed last, as far as everybody or this person may see them.
void Feeds::publish_tables_to(int person, Topic& topic) {
    if (const auto ladder = stage(StageName::ladder); ladder && ladder->is_computed()) {
        topic.publish("table", ladder->table());
        if (person != nobody) topic.publish("own", ladder->own(arena_.holder_of(person)));
    }
    const auto final = stage(StageName::final);
    // A stream keeps its last values, so a final that was taken back must be replaced.
    const bool sees_final =
        final_is_shown_ || &topic == teacher_.get() || (final_is_live_ && &topic == everybody_.get());
    topic.publish("final", final && final->is_computed() && sees_final ? final->table() : "null");
}

/// Appends the games of each person that the person's topic does not have yet.
void Feeds::publish_games() {
    const auto feeds = persons();
    std::erase_if(sent_, [&](const auto& sent) {
        return std::ranges::none_of(feeds, [&](const auto& feed) { return feed.second.get() == sent.first; });
    });
    const std::array views = {stage(StageName::ladder), final_is_shown_ ? stage(StageName::final) : nullptr};
    for (const auto& [person, topic] : feeds) {
        const int holder = arena_.holder_of(person);
        auto& sent = sent_[topic.get()];
        std::vector<std::string> items;
        bool all_anew = false;
        while (true) {
            bool is_valid = true;
            for (std::size_t i = 0; i < views.size(); ++i) {
                const StageView* const view = views[i].get();
                if (sent[i].view != nullptr && (view != sent[i].view || view->generation() != sent[i].generation))
                    is_valid = false;
                if (view == nullptr) continue;
                std::ranges::move(view->games_of(holder, sent[i].rows), std::back_inserter(items));
                sent[i] = {view, view->generation(), view->rows()};
            }
            if (is_valid) break;
            all_anew = true;
            items.clear();
            sent = {};
        }
        if (all_anew)
            topic->replace("games", std::move(items));
        else if (!items.empty())
            topic->append("games", std::move(items));
    }
}

void Feeds::publish_running() {
    if (teacher_->listeners() + everybody_->listeners() == 0) return;
    const auto final = stage(StageName::final), ladder = stage(StageName::ladder);
    const bool is_final = final && arena_.phase() == Phase::final;
    const auto& view = is_final ? final : ladder;
    if (!view) return;
    std::string running = view->running();
    if (running == running_) return;
    running_ = running;
    teacher_->publish("running", running);
    // Who plays in the final, and how, is shown when the teacher publishes it. See publish_followed(), too.
    everybody_->publish("running", is_final && !final_is_shown_ ? R"({"names":[],"games":[]})" : std::move(running));
}

/// The final as the teacher shows it live. What was shown is taken back also if nobody watches.
void Feeds::publish_followed() {
    const auto final = stage(StageName::final);
    const bool is_shown = final && final_is_live_;
    if (is_shown && everybody_->listeners() == 0) return;
    std::string followed = is_shown ? final->followed(arena_.phase() == Phase::final) : "null";
    if (followed == followed_) return;
    followed_ = followed;
    everybody_->publish("followed", std::move(followed));
}

void Feeds::publish_final_progress() {
    std::string progress = final_progress_json(arena_.final_progress());
    if (progress == final_progress_) return;
    final_progress_ = progress;
    everybody_->publish("final_progress", std::move(progress));
}

}  // namespace referee::arena
