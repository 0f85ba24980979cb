#include "referee/tournament/schedule/change.hpp"

#include <array>

namespace referee::tournament {

namespace {

constexpr std::array<std::string_view, 7> change_names = {"left_out", "joined", "withdrawn", "replaced",
                                                          "again",    "rounds", "played"};

}  // namespace

std::string_view name_of(Change::Kind kind) {
    return change_names[static_cast<std::size_t>(kind)];
}

std::optional<Change::Kind> change_kind_of(std::string_view name) {
    for (std::size_t i = 0; i < change_names.size(); ++i) {
        if (change_names[i] == name) return static_cast<Change::Kind>(i);
    }
    return std::nullopt;
}

}  // namespace referee::tournament
