// The event streams of an arena: one topic for each student, one for the teacher, and one for everybody. A thread
// follows the arena and publishes what each of them may see.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "referee/arena/arena.hpp"
#include "referee/arena/same_hand_ins.hpp"
#include "referee/arena/web/shown_game.hpp"
#include "referee/arena/web/stage_view.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/mutex.hpp"
#include "referee/web/serve/event_stream.hpp"

namespace referee::arena {

/// The topics may be asked for in any thread.
class Feeds {
public:
    /// `on_ended_session` is called when a link or a cookie of a person, or of the teacher (-1), has ended; see
    /// NewsListener. Requires: the arena outlives the feeds, and has no other listener.
    Feeds(Arena& arena, std::function<void(int person)> on_ended_session);
    ~Feeds();
    Feeds(const Feeds&) = delete;
    Feeds& operator=(const Feeds&) = delete;

    /// Events: `arena`, `game`, `versions`, `progress`, `try`, `table`, `own`, `games`, `final` (docs/arena.md).
    std::shared_ptr<serve::Topic> topic_of(int person);
    /// Events: `arena`, `people`, `forecast`, `audit`, `table`, `running`, `final`.
    std::shared_ptr<serve::Topic> topic_of_teacher();
    /// Events: `arena`, `final_progress`, `table`, `last`, `running`, `final`, `followed`, `final_games`.
    std::shared_ptr<serve::Topic> public_topic();

    /// The view of a stage; null if the stage has not begun.
    std::shared_ptr<StageView> stage(StageName stage) const;
    /// The game of the arena; null if the ladder has not begun.
    std::shared_ptr<const ShownGame> game() const;

private:
    /// The topic of one person.
    struct PersonFeed {
        std::shared_ptr<serve::Topic> topic;
        bool is_new = true;    ///< nothing has been published yet
        bool is_stale = true;  ///< its versions may have changed
        std::string versions;  ///< as they were published last
        std::string tried{};   ///< likewise
    };

    /// The games of a stage that a person's topic has.
    struct Sent {
        const StageView* view = nullptr;
        int generation = 0;
        std::size_t rows = 0;
    };

    void follow(const std::stop_token& stop);
    void work(const std::vector<News>& news);
    void take(const News& news);
    void open_stages();
    void follow_game();
    bool someone_watches() const;
    void publish_state();
    void publish_versions();
    void publish_teacher();
    void publish_stages();
    void publish_tables_to(int person, serve::Topic& topic);
    void publish_games();
    void publish_running();
    void publish_followed();
    void publish_final_progress();
    std::map<int, std::shared_ptr<serve::Topic>> persons() const;

    Arena& arena_;
    const std::shared_ptr<serve::Topic> teacher_, everybody_;
    SameHandIns same_;  ///< used by the thread that follows the arena only
    mutable Mutex mutex_;
    std::map<int, PersonFeed> persons_ GUARDED_BY(mutex_);
    std::shared_ptr<StageView> ladder_ GUARDED_BY(mutex_), final_ GUARDED_BY(mutex_);
    std::shared_ptr<const ShownGame> game_ GUARDED_BY(mutex_);
    std::vector<News> news_ GUARDED_BY(mutex_);
    std::condition_variable_any wake_;

    // Members that only the thread uses:
    bool state_is_old_ = true, people_are_old_ = true;
    bool final_is_shown_ = false;  ///< to all students
    bool final_is_live_ = false;   ///< on the public page
    bool tables_are_old_ = true;
    serve::TimeShare tables_;
    TimePoint next_state_{};
    std::string running_, followed_, final_progress_;          ///< what was published last
    std::string problem_;                                      ///< the last warning
    std::map<const serve::Topic*, std::array<Sent, 2>> sent_;  ///< by stage

    std::jthread thread_;  ///< declared last, because the thread uses all other members
};

}  // namespace referee::arena
