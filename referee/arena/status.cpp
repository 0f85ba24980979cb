#include "referee/arena/status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "referee/arena/arena_file.hpp"
#include "referee/arena/arena_folder.hpp"
#include "referee/arena/team_people.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/text_width.hpp"

namespace referee::arena {

std::string status_text() {
    const ArenaFile file(arena_db, ArenaFile::Access::to_read);
    const ArenaSettings settings = file.settings();
    const HandIns all_hand_ins = file.hand_ins();
    const std::vector<Person> all = file.people(), people = students_among(all);
    const std::vector<HandIn> newest = all_hand_ins.newest();
    std::vector<HandIn> playing = all_hand_ins.to_play();
    std::erase_if(playing,
                  [&](const HandIn& hand_in) { return all[static_cast<std::size_t>(hand_in.person)].withdrawn; });
    std::string text =
        fmt::format("deadline: {}{}{}\n", local_text(settings.deadline), settings.paused ? "; paused" : "",
                    settings.final_is_over ? "; the final is over" : "");
    const auto have = [&](const std::vector<HandIn>& hand_ins) {
        return std::ranges::count_if(people, [&](const Person& person) {
            return std::ranges::find(hand_ins, person.holder, &HandIn::person) != hand_ins.end();
        });
    };
    text += fmt::format("{} of {} students have handed in, {} have a bot that plays, {} hand-ins wait\n\n",
                        have(newest), people.size(), have(playing), all_hand_ins.waiting().size());
    std::size_t width = 0;
    for (const Person& person : people)
        width = std::max(width, columns_of(person.student.name));
    for (const Person& person : people) {
        text += padded(harmless(person.student.name), width + 2);
        const auto hand_in = std::ranges::find(newest, person.holder, &HandIn::person);
        const auto plays = std::ranges::find(playing, person.holder, &HandIn::person);
        if (hand_in == newest.end()) {
            text += "nothing handed in";
        } else {
            text += fmt::format("#{} {}", hand_in->version, name_of(hand_in->state));
            if (!hand_in->reason.empty()) text += ": " + harmless(hand_in->reason);
            if (plays != playing.end() && plays->version != hand_in->version)
                text += fmt::format("; #{} plays", plays->version);
        }
        if (person.holder != person.number) text += fmt::format("; in '{}'", harmless(person.student.team));
        text += all[static_cast<std::size_t>(person.holder)].withdrawn ? "; withdrawn\n" : "\n";
    }
    return text;
}

}  // namespace referee::arena
