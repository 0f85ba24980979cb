#include "referee/core/match/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "referee/core/base/output.hpp"

namespace referee {

namespace {

constexpr std::size_t max_shown_of_line = 400;  // bytes

/// The lines other than blank lines and info lines, which are shown separately. The first one may be the end of a
/// longer line.
std::vector<std::string_view> other_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        const bool blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
        if (!blank && !line.starts_with("info ")) lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

}  // namespace

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
        room = 0;  // otherwise, later notes that fit would suggest that nothing is missing
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

std::string short_count(std::int64_t count) {
    constexpr std::string_view units = "kMGTP";
    auto value = static_cast<double>(count);
    if (value < 1000) return std::to_string(count);
    std::size_t unit = 0;
    for (value /= 1000; value >= 999.5; value /= 1000)
        ++unit;
    const int digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f}{}", value, digits, units[unit]);
}

std::string info_text(const protocol::Info& info, bool long_form) {
    std::string text = score_text(info);
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (info.depth) add(fmt::format("depth {}", *info.depth));
    if (info.nodes) add(short_count(*info.nodes) + (*info.nodes == 1 ? " node" : " nodes"));
    if (info.nps && long_form) add(short_count(*info.nps) + "/s");
    if (!info.pv.empty() && long_form) add("expects " + harmless(info.pv));
    if (!info.text.empty() && long_form) add(harmless(info.text));
    return text;
}

std::string notes_text(const protocol::Notes& notes, std::size_t max_lines) {
    std::string text;
    const std::string said = notes.info ? info_text(*notes.info, true) : "";
    if (!said.empty()) text += fmt::format("   says  {}\n", said);
    const auto lines = other_lines(notes.text);
    const std::size_t first = lines.size() - std::min(lines.size(), max_lines);
    if (notes.left_out > 0) text += fmt::format("   notes | [{} bytes left out]\n", notes.left_out);
    for (std::size_t i = first; i < lines.size(); ++i)
        text += fmt::format("   {:<5} | {}\n", i == first && notes.left_out == 0 ? "notes" : "",
                            harmless(lines[i].substr(0, max_shown_of_line)));
    if (first > 0) text += fmt::format("         (the last {} of {} lines)\n", max_lines, lines.size());
    return text;
}

}  // namespace referee
