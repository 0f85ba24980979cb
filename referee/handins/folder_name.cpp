#include "referee/handins/folder_name.hpp"

#include <algorithm>

#include "referee/core/bots/entrant_names.hpp"
#include "referee/handins/project.hpp"

namespace referee::handins {

std::string name_for_folder(std::string name) {
    std::ranges::replace(name, '/', '_');
    std::ranges::replace_if(
        name, [](char c) { return c >= '\0' && c < ' '; }, ' ');
    constexpr std::size_t max_bytes_of_name = 200;  // of a folder's 255, with room for what is added to it
    if (name.size() > max_bytes_of_name) {
        std::size_t end = max_bytes_of_name;
        while ((static_cast<unsigned char>(name[end]) & 0xc0) == 0x80)  // a whole character
            --end;
        name.resize(end);
    }
    name = cleaned_name(name);
    if (name.starts_with('.')) name.front() = '_';
    return is_clutter(name) ? "_" + name : name;
}

}  // namespace referee::handins
