#include "tests/simulation/fake_engine.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <exception>
#include <utility>

#include "games/board.hpp"
#include "games/user_error.hpp"
#include "referee/programs/tournament.hpp"
#include "referee/tournament/run/change_request.hpp"
#include "referee/tournament/run/live/door.hpp"
#include "referee/tournament/run/origin.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace simulation {

namespace {

using namespace referee;
using namespace referee::tournament;

/// A `referee change` in another terminal. It sends what that command sends, and never waits.
class Client {
public:
    Client(const std::string& file, Words typed) : typed_(std::move(typed)) {
        try {
            const TournamentOptions options = change_options({typed_.begin() + 1, typed_.end()});
            const std::string line = to_line(request_of(options));
            socket_ = connect_to(TournamentAddress(identity_of(file).place, Offer::changes)).socket;
            if (!socket_ || ::send(socket_.get(), line.data(), line.size(), MSG_NOSIGNAL) < 0)
                answer_ = {AnswerKind::refused, {"nobody plays"}};
        } catch (const games::UserError& error) {
            answer_ = {AnswerKind::refused, {error.what()}};
        }
    }

    /// The answer, as soon as it is there.
    const std::optional<ChangeAnswer>& answer() {
        char buffer[4096];
        while (!answer_) {
            const auto count = ::recv(socket_.get(), buffer, sizeof buffer, MSG_DONTWAIT);
            if (count == 0) answer_ = {AnswerKind::refused, {no_answer}};
            if (count <= 0) break;
            unread_.append(buffer, static_cast<std::size_t>(count));
            for (auto end = unread_.find('\n'); end != std::string::npos && !answer_; end = unread_.find('\n')) {
                const auto answer = change_answer_of(unread_.substr(0, end));
                unread_.erase(0, end + 1);
                if (answer && answer->kind != AnswerKind::note) answer_ = answer;
            }
        }
        return answer_;
    }
    const Words& typed() const { return typed_; }

private:
    Words typed_;
    UniqueFd socket_;
    std::string unread_;
    std::optional<ChangeAnswer> answer_;
};

class FakeEngine final : public Engine {
public:
    FakeEngine(const Step& step, std::string file, const Fates& fates, RunObserver& observer, const Settings& settings,
               const Store& store, OpeningOfGame opening_of, const WakeUp& break_off)
        : step_(step),
          file_(std::move(file)),
          fates_(fates),
          observer_(observer),
          settings_(settings),
          store_(store),
          opening_of_(std::move(opening_of)),
          break_off_(break_off),
          spec_(spec_of(settings)),
          random_(step.order),
          events_(step.events.begin(), step.events.end()) {
        ready_.request();
        changes_ = store_.head().changes.size();
        observer_.begun(store_);
    }
    ~FakeEngine() override {
        observer_.ends([this] {
            hear_clients();
            observer_.plans_grew(store_);  // games that were planned and not begun
        });
    }

    void add(std::span<const PlannedGame> games) override {
        note_changes();
        observer_.plans_grew(store_);
        waiting_.insert(waiting_.end(), games.begin(), games.end());
        idle_ = 0;
    }
    void add_job(Job job) override { jobs_.push_back(std::move(job)); }
    void begin_no_more() override { waiting_.clear(); }
    int unfinished() const override { return static_cast<int>(waiting_.size() + running_.size()) + (broken_ ? 1 : 0); }
    int playing() const override { return static_cast<int>(running_.size()); }
    int fd() const override { return ready_.fd(); }
    int urgent_fd() const override { return ready_.fd(); }
    std::vector<PlayedGame> abandon() override { return {}; }

    std::vector<PlayedGame> take() override {
        for (Job& job : std::exchange(jobs_, {}))
            job();
        note_changes();
        hear_clients();
        if (hold_ > 0) {
            --hold_;
            return {};
        }
        if (break_off_.requested()) running_.clear();
        let_things_happen();
        if (hold_ > 0 || break_off_.requested()) return {};
        fill();
        std::vector<PlayedGame> ended;
        for (auto count = running_.empty() ? 0 : 1 + random_.below(running_.size()); count > 0 && !broken_; --count)
            end_into(ended);
        if (broken_ && ended.empty()) std::rethrow_exception(broken_);
        return ended;
    }

private:
    /// The loop of the run answers a request within two of its rounds, so its order of events is always the same.
    static constexpr int rounds_of_a_request = 3;
    /// A run that rests is stopped after this many rounds.
    static constexpr int patience = 4;

    void fill() {
        while (static_cast<int>(running_.size()) < step_.jobs && !waiting_.empty()) {
            running_.push_back(waiting_.front());
            waiting_.pop_front();
        }
    }

    /// The rules of a game of one's own may fail before a game begins, in its opening. Games that ended before are
    /// kept.
    void end_into(std::vector<PlayedGame>& ended) {
        try {
            ended.push_back(end_one());
        } catch (const games::RulesFailure&) {
            broken_ = std::current_exception();
        }
    }

    PlayedGame end_one() {
        const std::size_t place = random_.below(running_.size());
        const PlannedGame game = running_[place];
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(place));
        const TournamentHead& head = store_.head();
        const int attempt = observer_.attempts(game.number) + again_[game.number]++;
        const auto name = [&](int entrant) { return head.entrants[static_cast<std::size_t>(entrant)].name; };
        const Fate fate =
            fates_.of(step_.fates.empty() ? file_ : step_.fates, game, name(game.first), name(game.second), attempt);
        const std::uint64_t id = hash_of(static_cast<std::uint64_t>(attempt), fmt::format("{} {}", file_, game.number));
        PlayedGame played = play_fate(fate, game, settings_, spec_, head, opening_of_, observer_.now(), id);
        ++returned_;
        observer_.played(head, played);
        return played;
    }

    void let_things_happen() {
        const bool rests = unfinished() == 0;
        // Nothing more will be played, so what is left happens now.
        if (rests && ++idle_ > patience && events_.empty() && !client_) ::raise(SIGINT);
        if (client_) return;  // one request at a time
        while (!events_.empty() && (events_.front().after <= returned_ || (rests && idle_ > patience / 2))) {
            const Event event = events_.front();
            events_.pop_front();
            if (event.time_is_up) observer_.time_is_up();
            if (!event.file.empty()) observer_.wrote(event.file, event.content);
            if (!event.change.empty()) client_.emplace(file_, event.change);
            if (event.signal != 0) ::raise(event.signal);
            hold_ = rounds_of_a_request;
            if (!event.change.empty() || event.signal != 0) return;
        }
    }

    /// A change is in the file before its client hears of it, and before games follow from it.
    void note_changes() {
        if (std::exchange(changes_, store_.head().changes.size()) == store_.head().changes.size()) return;
        accepted_ = true;  // also if the observer throws a law that is broken
        if (client_) observer_.changed(store_.head(), client_->typed(), true, "");
    }

    void hear_clients() {
        if (!client_) return;
        const auto& answer = client_->answer();
        if (!answer) return;
        std::string text;
        for (const std::string& line : answer->texts)
            text += line + "\n";
        // A change that finds nothing new in a folder is made, but not in the file.
        if (!accepted_) observer_.changed(store_.head(), client_->typed(), answer->kind == AnswerKind::made, text);
        client_.reset();
        accepted_ = false;
    }

    const Step& step_;
    std::string file_;
    const Fates& fates_;
    RunObserver& observer_;
    const Settings& settings_;
    const Store& store_;
    OpeningOfGame opening_of_;
    const WakeUp& break_off_;
    games::GameSpec spec_;
    Random random_;
    std::deque<Event> events_;
    WakeUp ready_;
    std::deque<PlannedGame> waiting_;
    std::vector<PlannedGame> running_;
    std::vector<Job> jobs_;
    std::optional<Client> client_;
    std::exception_ptr broken_;  ///< no more games are played
    bool accepted_ = false;      ///< the change of the client is in the file
    std::size_t changes_ = 0;    ///< the length of the journal
    std::map<int, int> again_;   ///< how often each game was played in this run
    int returned_ = 0;
    int hold_ = 0;
    int idle_ = 0;
};

}  // namespace

std::unique_ptr<Engine> FakeMachines::engine(const Settings& settings, const Store& store,
                                             const OpeningOfGame& opening_of, const WakeUp& break_off) {
    return std::make_unique<FakeEngine>(step_, file_, fates_, observer_, settings, store, opening_of, break_off);
}

}  // namespace simulation
