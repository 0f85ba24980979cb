#include "referee/arena/output_quota.hpp"

#include <fmt/format.h>

namespace referee::arena {

namespace {

/// Calls `use` with all notes of a player.
void for_each_note(protocol::MatchLog& log, int player, auto&& use) {
    for (protocol::LoggedPly& ply : log.plies)
        if (ply.player == player) use(ply.notes);
    use(log.last_notes[static_cast<std::size_t>(player)]);
}

/// The text that a bot has written in these notes: its lines, or only the words of its info.
std::uint64_t size_of(const protocol::Notes& notes) {
    return notes.text.size() + (notes.info ? notes.info->pv.size() + notes.info->text.size() : 0);
}

void clear(protocol::Notes& notes) {
    notes.left_out += notes.text.size();
    notes.text.clear();
    if (!notes.info) return;
    notes.info->pv.clear();
    notes.info->text.clear();
}

}  // namespace

void OutputQuota::apply(protocol::MatchLog& log) {
    for (int player = 0; player < 2; ++player) {
        const auto person = person_of_(log.players[static_cast<std::size_t>(player)].name);
        if (!person) continue;
        std::string* const tail = log.failure && log.failure->player == player ? &log.failure->stderr_tail : nullptr;
        std::uint64_t size = tail != nullptr ? tail->size() : 0;
        for_each_note(log, player, [&](const protocol::Notes& notes) { size += size_of(notes); });
        {
            const Lock lock(mutex_);
            std::uint64_t& kept = kept_[*person];
            if (size <= max_ - kept) {
                kept += size;
                continue;
            }
        }
        for_each_note(log, player, clear);
        if (tail != nullptr)
            *tail = fmt::format("[{} bytes left out: your bots have written too much]\n", tail->size());
    }
}

}  // namespace referee::arena
