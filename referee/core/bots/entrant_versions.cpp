#include "referee/core/bots/entrant_versions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/utf8.hpp"
#include "referee/core/bots/entrant_names.hpp"

namespace referee {

namespace {

/// "Zoë #3", with fewer characters of "Zoë" if the name were too long.
std::string version_name(const std::string& first, const std::string& suffix) {
    return std::string(protocol::first_characters(first, longest_name - suffix.size())) + suffix;
}

}  // namespace

std::string next_version(const std::string& first, const std::vector<std::string>& taken) {
    for (int number = 2;; ++number) {
        std::string version = version_name(first, fmt::format(" #{}", number));
        if (std::ranges::find(taken, version) == taken.end()) return version;
    }
}

bool is_version_of(const std::string& name, const std::string& first) {
    const std::string suffix = name.substr(std::min(name.size(), name.rfind(" #")));
    const bool is_number = suffix.size() > 2 && suffix.find_first_not_of("0123456789", 2) == std::string::npos;
    return name == first || (is_number && name == version_name(first, suffix));
}

}  // namespace referee
