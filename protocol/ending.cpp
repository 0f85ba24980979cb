#include "protocol/ending.hpp"

#include <array>

namespace protocol {

namespace {

struct Entry {
    Ending ending;
    std::string_view name;
    std::string_view words;
    std::string_view meaning;
};

constexpr std::array<Entry, 13> table = {{
    {Ending::by_rules, "by_rules", "by rules", "finished by the rules"},
    {Ending::invalid_move, "invalid_move", "invalid move", "answered with a move that is not legal here"},
    {Ending::unreadable_move, "unreadable_move", "unreadable answer", "answered with something that is not a move"},
    {Ending::premature, "premature", "answered too early", "wrote something before it had read its whole turn block"},
    {Ending::timeout, "timeout", "timeout", "did not answer in time"},
    {Ending::line_too_long, "line_too_long", "line too long", "wrote a line of more than 1024 bytes"},
    {Ending::output_flood, "output_flood", "output flood", "wrote too much output"},
    {Ending::exited, "exited", "exited", "exited instead of answering"},
    {Ending::crashed, "crashed", "crashed", "crashed instead of answering"},
    {Ending::closed_stdout, "closed_stdout", "closed its output", "closed its stdout instead of answering"},
    {Ending::failed_to_start, "failed_to_start", "failed to start", "could not be started"},
    {Ending::resource_limit, "resource_limit", "resource limit", "used more memory or processes than allowed"},
    {Ending::aborted, "aborted", "aborted", "not played to its end"},
}};

constexpr bool in_order() {
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (static_cast<std::size_t>(table[i].ending) != i) return false;
    }
    return true;
}
static_assert(in_order());

const Entry& entry(Ending ending) {
    return table[static_cast<std::size_t>(ending)];
}

}  // namespace

std::string_view name_of(Ending ending) {
    return entry(ending).name;
}

std::optional<Ending> ending_of(std::string_view name) {
    for (const Entry& entry : table) {
        if (entry.name == name) return entry.ending;
    }
    return std::nullopt;
}

std::string_view meaning_of(Ending ending) {
    return entry(ending).meaning;
}

std::string words_of(Ending ending) {
    return std::string(entry(ending).words);
}

std::string sentence_of(Ending ending, std::string_view detail) {
    std::string sentence = "it " + std::string(meaning_of(ending));
    if (!detail.empty()) sentence.append(": ").append(detail);
    return sentence;
}

bool is_forfeit(Ending ending) {
    return ending != Ending::by_rules && ending != Ending::aborted;
}

}  // namespace protocol
