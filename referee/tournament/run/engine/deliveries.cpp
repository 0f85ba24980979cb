#include "referee/tournament/run/engine/deliveries.hpp"

#include <chrono>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "games/user_error.hpp"

namespace referee::tournament {

namespace {

/// A host that has lost this number of batches and has not played any game can't play.
constexpr int max_losses_of_host = 2;
constexpr std::chrono::seconds max_clock_error(60);

}  // namespace

void HostKnowledge::has_refused(const std::string& host, const std::string& why) {
    last_fault_ = fmt::format("host {} can't play: {}", host, why);
    waves_.exclude(host);
    handover_.warn_once(last_fault_);
}

bool HostKnowledge::has_told_of(std::string_view line) const {
    constexpr std::string_view by = "referee: ";
    return line.starts_with(by) && last_fault_.ends_with(line.substr(by.size()));
}

void HostKnowledge::check_clock(const std::string& host, std::chrono::seconds ahead) {
    if (ahead < max_clock_error && ahead > -max_clock_error) return;
    if (!wrong_clocks_.insert(host).second) return;
    handover_.warn(fmt::format("host {}: its clock is {} s {}, and so are the dates of its games", host,
                               std::abs(ahead.count()), ahead.count() > 0 ? "ahead" : "behind"));
}

bool HostKnowledge::is_to_blame(const BatchName& batch, const LastWords& said) {
    const bool by_order = said.text.find("*** JOB") != std::string::npos;  // ended by an administrator or by Slurm
    if (said.host.empty() || said.text.empty() || by_order || proven_.contains(said.host)) return false;
    if (++lost_there_[said.host] < max_losses_of_host) return true;
    last_fault_ =
        fmt::format("host {} has played no games; its last lost batch is {}: {}", said.host, batch.text(), said.text);
    if (waves_.exclude(said.host)) handover_.warn_once(last_fault_ + "; it gets no more batches");
    return true;
}

void Deliveries::read() {
    spool_.read({[this](const PartPlace& place, Record record) { accept(place, std::move(record)); },
                 [this](const PartPlace& place) {
                     handover_.warn_once(
                         fmt::format("spool: '{}' is damaged at byte {}: the game of that line is played again",
                                     place.part, place.byte));
                 },
                 [this](const std::string& host, std::chrono::seconds ahead) { hosts_.check_clock(host, ahead); }});
}

void Deliveries::accept(const PartPlace& place, Record record) {
    if (record.tournament != batch_.tournament) {
        handover_.warn_once(fmt::format("spool: '{}' belongs to another tournament and is ignored", place.part));
        return;
    }
    if (!record.fault.empty()) return hosts_.has_refused(record.on.host, record.fault);
    const int number = record.game;
    if (!book_.is_open(number)) {
        if (came_.contains(number)) ++duplicates_;
        return;
    }
    const PlannedGame& planned = *book_.find(number);
    const auto name = [this](int entrant) { return batch_.entrants[static_cast<std::size_t>(entrant)].name; };
    PlayedGame played;
    try {
        played = played_game_of(std::move(record), planned, name(planned.first), name(planned.second));
    } catch (const games::UserError& error) {
        handover_.warn_once(
            fmt::format("spool: '{}', byte {}: {}: the game is played again", place.part, place.byte, error.what()));
        return;
    }
    book_.close(number);
    came_.insert(number);
    seconds_played_ += std::chrono::duration<double>(played.on->took).count();
    ++games_timed_;
    hosts_.has_played(played.on->host);
    handover_.hand_on(std::move(played));
}

std::optional<double> Deliveries::mean_seconds() const {
    if (games_timed_ == 0) return std::nullopt;
    return seconds_played_ / static_cast<double>(games_timed_);
}

}  // namespace referee::tournament
