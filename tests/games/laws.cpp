#include "tests/games/laws.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "games/user_error.hpp"
#include "games/written_position.hpp"
#include "tests/games/blocks.hpp"
#include "tests/games/samples.hpp"
#include "tests/messages.hpp"

namespace games_test {

namespace {

using games::Side;
using games::Verdict;

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
}

/// A running game, and the news that has not been sent to each side yet.
class WatchedGame {
public:
    WatchedGame(const games::GameSpec& spec, std::uint64_t seed)
        : spec_(spec), board_(spec.make_board(seed)), random_(seed) {
        for (const Side side : {Side::first, Side::second})
            check_setup_block(side);
    }

    void play(int max_plies) {
        check_position();
        while (!games::is_over(board_->outcome()) && board_->plies() < max_plies) {
            INFO(board_->display());
            check_refusals();
            if (random_.percent(80)) check_turn_block();
            play_one();
            check_position();
        }
    }

private:
    /// CLUSTER's blocks have another format and separate tests.
    bool has_common_blocks() const { return spec_.game->name != "cluster"; }

    void check_setup_block(Side you) const {
        std::string text;
        board_->write_setup(you, text);
        INFO(text);
        if (!has_common_blocks()) return;
        const SetupBlock block = read_setup_block(text);
        CHECK(block.game == spec_.game->name);
        CHECK(block.player == games::index(you));
    }

    void check_position() {
        const auto moves = board_->legal_moves();
        const bool over = games::is_over(board_->outcome());
        // If a board is too large to list its moves, its list is empty.
        REQUIRE(moves.empty() == (over || !board_->moves_listed()));
        REQUIRE(board_->reason().empty() != over);
        REQUIRE(std::set(moves.begin(), moves.end()).size() == moves.size());
        for (const auto& move : moves)
            REQUIRE(board_->move_of_keys(move) == move);
        REQUIRE(board_->plies() <= spec_.values.get("max_plies"));
        if (board_->plies() == spec_.values.get("max_plies")) REQUIRE(over);
        follow(nlohmann::json::parse(frame_of(*board_)));
        for (const bool utf8 : {false, true}) {
            const games::Looks looks{.utf8 = utf8};
            REQUIRE(board_->display(looks).ends_with('\n'));
            REQUIRE(board_->mark(Side::first, looks) != board_->mark(Side::second, looks));
        }
        REQUIRE(is_ascii(board_->display()));
        REQUIRE(is_ascii(board_->mark(Side::first)));
        REQUIRE(is_ascii(board_->mark(Side::second)));
        REQUIRE_FALSE(contains(board_->keys_help(), "\n"));
    }

    /// Updates the rows of the board like a viewer. A frame holds either the whole board or only the cells just filled.
    void follow(const nlohmann::json& frame) {
        if (frame.contains("board")) rows_ = frame["board"].get<std::vector<std::string>>();
        if (!frame.contains("placed")) return;
        REQUIRE_FALSE(frame.contains("board"));
        const auto mark = frame["mark"].get<std::string>();
        REQUIRE(mark == board_->mark(games::opponent(board_->to_move())));
        for (const auto& cell : frame["placed"])
            rows_.at(cell.at(0).get<std::size_t>()).at(cell.at(1).get<std::size_t>()) = mark.at(0);
    }

    /// Checks that every illegal move is refused, and that a refusal changes nothing.
    void check_refusals() {
        const auto listed = board_->legal_moves();
        const std::vector<std::string> moves =
            board_->moves_listed() ? listed : std::vector{some_legal_move(spec_, *board_, random_)};
        const std::string before = frame_of(*board_);
        const auto hand = board_->hand();
        const Side mover = board_->to_move();
        const int plies = board_->plies();
        std::vector<std::string> answers = near_misses(random_.one_of(moves), random_);
        for (int i = 0; i < 8; ++i)
            answers.push_back(noise(moves, random_));
        for (const std::string& answer : answers) {
            INFO("answer '" << answer << "'");
            if (board_->moves_listed()) REQUIRE(board_->legal(answer) == (std::ranges::count(listed, answer) != 0));
            if (board_->legal(answer)) continue;
            REQUIRE(board_->play(answer) != Verdict::played);
            REQUIRE(frame_of(*board_) == before);
            REQUIRE(board_->plies() == plies);
        }
        REQUIRE(board_->hand() == hand);
        REQUIRE(board_->legal_moves() == listed);
        REQUIRE(board_->to_move() == mover);
    }

    void check_turn_block() {
        if (!has_common_blocks()) return;
        const auto frame = nlohmann::json::parse(frame_of(*board_));
        std::string text;
        board_->write_turn(text);
        INFO(text);
        const TurnBlock block = read_turn_block(text, rows_.size());
        auto& untold = untold_[static_cast<std::size_t>(games::index(board_->to_move()))];
        REQUIRE(block.ply == board_->plies());
        REQUIRE(block.news == untold);
        REQUIRE(block.board == rows_);
        REQUIRE(block.moves_listed == board_->moves_listed());
        REQUIRE(block.moves == board_->legal_moves());
        if (frame.contains("locks")) {
            const auto you = static_cast<std::size_t>(games::index(board_->to_move()));
            REQUIRE(block.state == std::vector<long long>{frame["locks"][you], frame["locks"][1 - you]});
        }
        if (frame.contains("tile")) REQUIRE(block.state == std::vector<long long>{frame["tile"]});
        untold.clear();
        text.clear();
        board_->write_turn(text);
        REQUIRE(read_turn_block(text, rows_.size()).news.empty());
    }

    void play_one() {
        const Side mover = board_->to_move();
        const int plies = board_->plies();
        const std::string move = some_legal_move(spec_, *board_, random_);
        INFO("move " << move);
        REQUIRE(board_->play(move) == Verdict::played);
        REQUIRE(board_->plies() == plies + 1);
        tell(mover, move);
        Side turn = games::opponent(mover);
        for (const Side loser : board_->lost_turns()) {
            REQUIRE(loser == turn);
            tell(loser, "LOST");
            turn = games::opponent(turn);
        }
        if (!games::is_over(board_->outcome())) REQUIRE(board_->to_move() == turn);
    }

    void tell(Side side, const std::string& what) {
        for (auto& untold : untold_)
            untold.push_back(std::to_string(games::index(side)) + " " + what);
    }

    const games::GameSpec& spec_;
    std::unique_ptr<games::Board> board_;
    Random random_;
    std::array<std::vector<std::string>, 2> untold_;
    std::vector<std::string> rows_;  ///< the board's rows according to the frames
};

struct Transcript {
    std::vector<std::string> moves;
    std::vector<std::string> told;                       ///< setup and turn blocks
    std::vector<std::string> frames;                     ///< the first is the position before the first ply
    std::vector<std::optional<std::vector<int>>> hands;  ///< the hand drawn before each ply, if any
    std::string end;

    friend bool operator==(const Transcript&, const Transcript&) = default;
};

/// Plays a game in which `choose(board, ply)` chooses every move. Returns everything that the game wrote.
template <class Choose>
Transcript transcript(const games::GameSpec& spec, std::uint64_t seed, int max_plies, Choose choose) {
    const auto board = spec.make_board(seed);
    Transcript script;
    board->write_setup(Side::second, script.told.emplace_back());
    script.frames.push_back(frame_of(*board));
    while (!games::is_over(board->outcome()) && board->plies() < max_plies) {
        board->write_turn(script.told.emplace_back());
        script.hands.push_back(board->hand());
        script.moves.push_back(choose(*board, script.moves.size()));
        REQUIRE(board->play(script.moves.back()) == Verdict::played);
        script.frames.push_back(frame_of(*board));
    }
    script.end = std::to_string(static_cast<int>(board->outcome())) + " " + std::string(board->reason());
    return script;
}

/// Adds a spec with the values that `choose` returns for the settings. Adds nothing if the values do not fit together.
template <class Choose>
void add_spec(std::vector<games::GameSpec>& specs, const CatalogueGame& game, Choose choose) {
    std::string text;
    for (const games::Setting& setting : game->settings) {
        const std::optional<std::string> value = choose(setting);
        if (value) text.append(text.empty() ? "" : ",").append(setting.name).append("=").append(*value);
    }
    try {
        specs.push_back(games::parse_settings(game, text, read_sample));
    } catch (const games::UserError&) {
    }
}

void check_file_setting(const CatalogueGame& game, const games::Setting& setting) {
    const std::string& name = setting.name;
    games::SettingValues values = games::GameSpec(game).values;
    CHECK(contains(error_of([&] { values.set(name, 1); }), name));
    values.set_file(name, {"a path", "a text"});
    CHECK(values.file(name) == games::FileText{"another path", "a text"});
    // The word for the default value names no file. Every other value is a path, and no file can be read here.
    CHECK(games::parse_settings(game, name + "=" + setting.fallback) == games::parse_settings(game, ""));
    CHECK(contains(error_of([&] { return games::parse_settings(game, name + "=no/such/file"); }), name));
}

void check_number_setting(const CatalogueGame& game, const games::Setting& setting) {
    const std::string& name = setting.name;
    CHECK(setting.min <= setting.max);
    for (const std::int64_t value : {setting.min, setting.max}) {
        games::SettingValues values = games::GameSpec(game).values;
        values.set(name, value);
        CHECK(values.get(name) == value);
    }
    games::SettingValues number = games::GameSpec(game).values;
    CHECK(contains(error_of([&] { number.set_file(name, {"a path", "a text"}); }), name));
    for (const std::int64_t value : {setting.min - 1, setting.max + 1}) {
        games::SettingValues values = games::GameSpec(game).values;
        CHECK(contains(error_of([&] { values.set(name, value); }), name));
        const std::string text = name + "=" + std::to_string(value);
        CHECK(contains(error_of([&] { return games::parse_settings(game, text); }), name));
    }
    const std::int64_t fallback = games::parse_settings(game, "").values.get(name);
    CHECK(fallback >= setting.min);
    CHECK(fallback <= setting.max);
    const std::string& told = setting.fallback;
    if (told.find_first_not_of("0123456789") == std::string::npos) CHECK(told == std::to_string(fallback));
}

}  // namespace

std::vector<games::GameSpec> some_specs(const CatalogueGame& game, int count, Random& random) {
    using games::Setting;
    using Value = std::optional<std::string>;
    const auto number = [](const Setting& setting, std::int64_t value) {
        return setting.kind == Setting::Kind::number ? Value(std::to_string(value)) : Value();
    };
    std::vector<games::GameSpec> specs;
    add_spec(specs, game, [](const Setting&) { return Value(); });
    add_spec(specs, game, [&](const Setting& setting) { return number(setting, setting.min); });
    add_spec(specs, game, [&](const Setting& setting) { return number(setting, setting.max); });
    for (const Setting& alone : game->settings) {
        const auto if_alone = [&](const Setting& setting, std::int64_t value) {
            return setting.name == alone.name ? number(setting, value) : Value();
        };
        add_spec(specs, game, [&](const Setting& setting) { return if_alone(setting, setting.min); });
        add_spec(specs, game, [&](const Setting& setting) { return if_alone(setting, setting.max); });
    }
    const auto near_lower_end = [&](const Setting& setting) {
        if (random.percent(40)) return Value();
        if (setting.kind != Setting::Kind::number) return sample_path(*game, setting, random);
        const int most = static_cast<int>(std::min<std::int64_t>(6, setting.max - setting.min));
        return number(setting, setting.min + random.below(most + 1));
    };
    for (int tries = 0; static_cast<int>(specs.size()) < count && tries < 20 * count; ++tries) {
        add_spec(specs, game, near_lower_end);
    }
    return specs;
}

void check_play(const games::GameSpec& spec, std::uint64_t seed, int max_plies) {
    INFO("laws of play: " << to_string(spec) << " seed " << seed);
    WatchedGame(spec, seed).play(max_plies);
}

void check_positions(const games::GameSpec& spec, std::uint64_t seed, int max_plies) {
    INFO("positions: " << to_string(spec) << " seed " << seed);
    const auto board = spec.make_board(seed);
    Random random(seed);
    if (games::setting_of_position(*spec.game) == nullptr) {
        CHECK_FALSE(board->saved_position().has_value());
        return;
    }
    // The boards that begin from a position count their plies from it.
    const auto limit = spec.values.get("max_plies");
    std::vector<std::unique_ptr<games::Board>> begun;
    while (!games::is_over(board->outcome()) && board->plies() < max_plies) {
        const auto written = board->saved_position();
        REQUIRE(written.has_value());
        const std::string line = games::one_line(*written);
        INFO("position " << line);
        REQUIRE(games::looks_like_position(line));
        const auto from = games::with_position(spec, line);
        begun.push_back(from.make_board(seed));
        REQUIRE(begun.back()->saved_position() == written);
        REQUIRE(begun.back()->plies() == 0);
        REQUIRE(games::parse_spec(to_string(from), read_sample).make_board(seed)->saved_position() == written);
        const std::string move = some_legal_move(spec, *board, random);
        for (const auto& other : begun) {
            REQUIRE(other->to_move() == board->to_move());
            REQUIRE(other->outcome() == games::Outcome::ongoing);
            if (board->hand()) continue;
            REQUIRE(other->display() == board->display());
            REQUIRE(other->legal_moves() == board->legal_moves());
            REQUIRE(other->play(move) == Verdict::played);
        }
        if (board->hand()) begun.clear();
        REQUIRE(board->play(move) == Verdict::played);
        if (board->plies() == limit) return;
    }
    for (const auto& other : begun) {
        REQUIRE(other->outcome() == board->outcome());
        REQUIRE(other->reason() == board->reason());
    }
}

void check_repeatable(const games::GameSpec& spec, std::uint64_t seed, int max_plies) {
    INFO("repeated: " << to_string(spec) << " seed " << seed);
    const auto play_at_random = [&] {
        Random random(seed);
        return transcript(spec, seed, max_plies,
                          [&](const games::Board& board, std::size_t) { return some_legal_move(spec, board, random); });
    };
    const Transcript once = play_at_random();
    CHECK(once == play_at_random());
    CHECK(once == transcript(spec, seed, max_plies, [&](const auto&, std::size_t ply) { return once.moves.at(ply); }));
}

void check_settings(const CatalogueGame& game) {
    std::set<std::string_view> names;
    for (const games::Setting& setting : game->settings) {
        CHECK(names.insert(setting.name).second);
        INFO("setting " << setting.name);
        CHECK_FALSE(setting.meaning.empty());
        CHECK_FALSE(setting.fallback.empty());
        switch (setting.kind) {
            case games::Setting::Kind::number: check_number_setting(game, setting); break;
            case games::Setting::Kind::file:
            case games::Setting::Kind::position: check_file_setting(game, setting); break;
        }
    }
    CHECK(names.contains("max_plies"));
}

}  // namespace games_test
