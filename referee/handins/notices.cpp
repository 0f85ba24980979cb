#include "referee/handins/notices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace referee::handins {

void Notices::add(std::vector<std::string> lines, std::string of_many, bool shows_first) {
    if (!lines.empty()) kinds_.push_back({std::move(lines), std::move(of_many), shows_first});
}

void Notices::tell(const std::function<void(const std::string& line)>& teller) {
    constexpr std::size_t max_of_a_kind = 3, max_lines = 8;
    std::size_t all = 0;
    for (const Kind& kind : kinds_)
        all += std::min(kind.lines.size(), max_of_a_kind);
    for (const auto& [lines, of_many, shows_first] : kinds_) {
        const bool is_few = lines.size() == 1 || (lines.size() <= max_of_a_kind && all <= max_lines);
        std::size_t shown = is_few ? lines.size() : shows_first ? (all <= max_lines ? max_of_a_kind : 1) : 0;
        for (std::size_t i = 0; i < shown; ++i)
            teller(lines[i]);
        if (shown < lines.size())
            teller(fmt::format("{}{} {}", lines.size() - shown, shown == 0 ? "" : " more", of_many));
    }
    kinds_.clear();
}

}  // namespace referee::handins
