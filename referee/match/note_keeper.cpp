#include "referee/match/note_keeper.hpp"

namespace referee {

std::string_view name_of(NotesKept what) {
    switch (what) {
        case NotesKept::nothing: return "off";
        case NotesKept::info: return "info";
        case NotesKept::all: break;
    }
    return "all";
}

std::optional<NotesKept> notes_kept_of(std::string_view name) {
    for (const NotesKept what : {NotesKept::nothing, NotesKept::info, NotesKept::all}) {
        if (name == name_of(what)) return what;
    }
    return std::nullopt;
}

NoteKeeper::NoteKeeper(NotesKept what) : what_(what) {
    room_.fill((what == NotesKept::all ? max_notes_of_match : max_info_of_match) / 2);
}

protocol::Notes NoteKeeper::kept(int player, protocol::Notes notes) {
    if (what_ == NotesKept::nothing || notes.empty()) return {};
    notes.info = protocol::last_info(notes.text);
    if (what_ == NotesKept::info) {
        notes.text.clear();
        notes.left_out = 0;
    }
    std::size_t& room = room_[static_cast<std::size_t>(player)];
    if (notes.text.size() > room) {
        notes.left_out += notes.text.size();
        notes.text.clear();
        room = 0;  // a shorter one later would look as if all were there
    }
    room -= notes.text.size();
    if (!notes.info) return notes;
    const std::size_t words = notes.info->pv.size() + notes.info->text.size();
    if (words <= room) {
        room -= words;
    } else {
        notes.info->pv.clear();
        notes.info->text.clear();
    }
    return notes;
}

}  // namespace referee
