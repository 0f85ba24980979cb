// Fuzzes the reader of match logs, and the replay of the logs that it accepts. Input: a log.
#include <cstdint>
#include <string>
#include <string_view>

#include "games/user_error.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/match/record.hpp"
#include "tests/fuzz/require.hpp"

namespace {

constexpr std::int64_t largest_board = 40;

/// Returns whether the boards of the log are small. Large boards would only slow the fuzzer down.
bool is_small(const protocol::MatchLog& log) {
    for (const auto& [name, value] : log.config) {
        const auto* number = std::get_if<std::int64_t>(&value);
        if (number != nullptr && name != "max_plies" && *number > largest_board) return false;
    }
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    protocol::LogProblem problem;
    const auto log = protocol::parse_match_log(text, problem);
    require(log.has_value() == problem.text.empty());
    require(problem.text.find('\n') == std::string::npos);
    if (!log) return 0;
    const std::string written = to_json(*log, protocol::Layout::one_line);
    const auto again = protocol::parse_match_log(written, problem);
    require(again.has_value());
    require(to_json(*again, protocol::Layout::one_line) == written);
    if (!is_small(*log)) return 0;
    try {
        const auto wrong = referee::difference(*log, {});
        if (!wrong) static_cast<void>(referee::stdin_of(*log, 0, 1 << 20));
    } catch (const games::UserError&) {
        // a game or settings that this program does not have
    }
    return 0;
}
