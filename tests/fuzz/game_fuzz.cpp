// Fuzzes the input of a game: settings, tile and saved-position files, and answers.
// Input: a line with a game and settings, the text of every file up to a line "===", then lines of answers. "#N" stands
// for the N-th valid move. This lets the fuzzer reach late positions of a game.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "games/words.hpp"
#include "tests/fuzz/require.hpp"

namespace {

constexpr std::int64_t max_cells = 400;
constexpr int max_answers = 300;

std::string_view take_line(std::string_view& rest) {
    const auto end = rest.find('\n');
    const auto line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return line;
}

/// Returns whether the board is small. Large boards would only slow the fuzzer down.
bool is_small(const games::GameSpec& spec) {
    std::int64_t cells = 1;
    for (const auto& setting : spec.values.table()) {
        if (setting.name == "height" || setting.name == "width") cells *= spec.values.get(setting.name);
        if (setting.name == "side") cells *= 3 * spec.values.get(setting.name) * spec.values.get(setting.name);
    }
    return cells <= max_cells;
}

std::optional<games::GameSpec> read_spec(std::string_view line, std::string_view file) {
    try {
        auto spec = games::parse_spec(line, [&](const std::string&) { return std::string(file); });
        const std::string canonical = to_string(spec);
        require(canonical.find('\n') == std::string::npos);
        if (is_small(spec)) return spec;
    } catch (const games::UserError& error) {
        const std::string_view text = error.what();
        require(!text.empty() && text.find('\n') == std::string_view::npos);
    }
    return std::nullopt;
}

std::string frame_of(const games::Board& board) {
    std::string frame;
    board.write_frame(frame);
    return frame;
}

std::string resolved(const games::Board& board, std::string_view line) {
    const std::int64_t number = line.starts_with("#") ? games::whole_number(line.substr(1)).value_or(-1) : -1;
    const auto moves = board.legal_moves();
    if (number < 0 || moves.empty()) return std::string(line);
    return moves[static_cast<std::size_t>(number) % moves.size()];
}

void answer(games::Board& board, const std::string& text) {
    const bool legal = board.legal(text);
    const int plies = board.plies();
    const std::string before = frame_of(board);
    const auto verdict = board.play(text);
    require((verdict == games::Verdict::played) == legal);
    require(board.plies() == plies + (legal ? 1 : 0));
    const std::string after = frame_of(board);
    require(legal || after == before);
    require(nlohmann::json::accept(after));
    require(!board.display().empty());
    require(games::is_over(board.outcome()) == !board.reason().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    const auto first = take_line(rest);
    std::string file;
    while (!rest.empty()) {
        const auto line = take_line(rest);
        if (line == "===") break;
        file.append(line) += '\n';
    }
    const auto spec = read_spec(first, file);
    if (!spec) return 0;
    const auto board = spec->make_board(size);
    std::string block;
    board->write_setup(games::Side::first, block);
    for (int count = 0; count < max_answers && !rest.empty() && !games::is_over(board->outcome()); ++count) {
        block.clear();
        board->write_turn(block);
        const auto line = take_line(rest);
        board->move_of_keys(line);
        answer(*board, resolved(*board, line));
    }
    return 0;
}
