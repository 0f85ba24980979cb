#include "referee/core/match/moves_hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "games/dice.hpp"
#include "games/spec.hpp"
#include "protocol/json_text.hpp"
#include "protocol/json_values.hpp"
#include "referee/core/match/record.hpp"

namespace referee {

namespace {

constexpr std::size_t hash_digits = 16;

/// The written position from which a match began. Empty if it began from the usual position.
std::string position_of(const protocol::MatchLog& log) {
    if (!log.rules.empty()) return "";  // games of one's own have no written positions
    const auto game = games::find_game(log.game);
    const games::Setting* const setting = games::setting_of_position(*game);
    const auto is_it = [&](const auto& item) { return setting != nullptr && item.first == setting->name; };
    const auto found = std::find_if(log.config.begin(), log.config.end(), is_it);
    if (found == log.config.end() || std::holds_alternative<std::monostate>(found->second)) return "";
    return protocol::json_text(found->second);
}

/// The text that tells apart games with the same moves and results in which the game has drawn something else.
std::string chance_of(const protocol::MatchLog& log) {
    const std::string seed = std::to_string(log.seed) + '\n';
    if (std::ranges::any_of(log.plies, [](const auto& ply) { return ply.hand.has_value(); })) return seed;
    if (!log.plies.empty()) return "";
    // No ply tells of chance. The log of a game of one's own has no draws of such a match, but its position has.
    if (!log.rules.empty()) return log.initial + '\n';
    return spec_of(log).make_board(log.seed)->hand() ? seed : "";
}

}  // namespace

std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return games::splitmix64(hash);
}

std::uint64_t moves_hash_of(const protocol::MatchLog& log) {
    std::string text;
    for (const protocol::LoggedPly& ply : log.plies)
        text.append(ply.move) += '\n';
    text.append(protocol::name_of(log.result.ending)) += '\n';
    text.append(log.result.winner ? std::to_string(*log.result.winner) : "-") += '\n';
    text += chance_of(log);
    text += position_of(log);
    return hash_of(text);
}

std::string hash_text(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

std::optional<std::uint64_t> hash_of_text(std::string_view text) {
    std::uint64_t hash = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
    const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    if (!whole || text.size() != hash_digits || hash_text(hash) != text) return std::nullopt;
    return hash;
}

}  // namespace referee
