#include "referee/handins/preparing.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <utility>

#include "referee/core/base/mutex.hpp"
#include "referee/core/base/start_thread.hpp"
#include "referee/handins/workshop.hpp"

namespace referee::handins {

namespace {

class Preparing {
public:
    Preparing(const std::vector<HandIn>& hand_ins, const BotsFolder& bots, const Workplace& place)
        : hand_ins_(hand_ins), bots_(bots), place_(place), outcomes_(hand_ins.size()) {}

    std::optional<std::vector<Outcome>> run() {
        const int jobs = std::max(1, std::min(place_.jobs, static_cast<int>(hand_ins_.size())));
        {
            std::vector<std::jthread> threads;
            try {
                for (int job = 0; job < jobs; ++job)
                    threads.push_back(start_thread("preparing the hand-ins (use fewer --jobs)", [this] { work(); }));
            } catch (...) {
                stopped_ = true;  // otherwise the running threads would first prepare all hand-ins
                throw;
            }
        }
        const Lock lock(access_);
        if (error_) std::rethrow_exception(error_);
        if (stopped_) return std::nullopt;
        return std::move(outcomes_);
    }

private:
    void work() {
        try {
            Workshop workshop(place_.sandbox, std::nullopt, place_.stop_fd);
            for (std::size_t next = next_++; next < hand_ins_.size() && !stopped_; next = next_++) {
                outcomes_[next] = prepare_hand_in(hand_ins_[next], bots_, workshop);
                if (outcomes_[next].kind == Outcome::Kind::stopped) stopped_ = true;
            }
        } catch (...) {
            const Lock lock(access_);
            if (!error_) error_ = std::current_exception();
            stopped_ = true;
        }
    }

    const std::vector<HandIn>& hand_ins_;
    const BotsFolder& bots_;
    const Workplace& place_;
    std::vector<Outcome> outcomes_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> stopped_{false};
    Mutex access_;
    std::exception_ptr error_ GUARDED_BY(access_);
};

}  // namespace

std::optional<std::vector<Outcome>> prepare_all(const std::vector<HandIn>& hand_ins, const BotsFolder& bots,
                                                const Workplace& place) {
    return Preparing(hand_ins, bots, place).run();
}

}  // namespace referee::handins
