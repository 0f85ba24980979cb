// Reads match logs strictly: a damaged log is told with the place of its first fault.
#include <limits>

#include <nlohmann/json.hpp>

#include "protocol/match_log.hpp"

namespace protocol {

namespace {

using Json = nlohmann::ordered_json;

/// Thrown and caught in this file only.
struct Problem {
    std::string text;
};

/// The largest number up to which every JSON reader holds whole numbers exactly.
constexpr std::int64_t largest_exact = (std::int64_t{1} << 53) - 1;

/// A JSON value together with its place in the log, such as "plies[3].move".
class Node {
public:
    Node(const Json& value, std::string place) : value_(&value), place_(std::move(place)) {}

    [[noreturn]] void fail(const std::string& what) const {
        throw Problem{(place_.empty() ? "the log" : place_) + " " + what};
    }

    Node operator[](const char* key) const {
        if (!value_->is_object()) fail("is not an object");
        const auto found = value_->find(key);
        if (found == value_->end()) fail(std::string("has no \"") + key + "\"");
        return {*found, place_.empty() ? key : place_ + "." + key};
    }

    std::string text() const {
        if (!value_->is_string()) fail("is not a string");
        return value_->get<std::string>();
    }

    std::string non_empty_text() const {
        if (text().empty()) fail("is empty");
        return text();
    }

    bool boolean() const {
        if (!value_->is_boolean()) fail("is neither true nor false");
        return value_->get<bool>();
    }

    std::int64_t integer(std::int64_t min, std::int64_t max) const {
        if (!value_->is_number_integer()) fail("is not a whole number");
        const bool too_large =
            value_->is_number_unsigned() &&
            value_->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        const auto number = too_large ? std::numeric_limits<std::int64_t>::max() : value_->get<std::int64_t>();
        if (too_large || number < min || number > max) {
            fail("is out of range: it goes from " + std::to_string(min) + " to " + std::to_string(max));
        }
        return number;
    }

    int player() const { return static_cast<int>(integer(0, 1)); }
    Micros micros(std::int64_t least = 0) const { return Micros(integer(least, largest_exact)); }

    /// The value that `read` makes of it, or nothing where it is null.
    template <class Read>
    auto unless_null(Read read) const -> std::optional<decltype(read(*this))> {
        if (value_->is_null()) return std::nullopt;
        return read(*this);
    }

    /// Calls `use` with each element. Returns their number.
    template <class Use>
    std::size_t each(Use use) const {
        if (!value_->is_array()) fail("is not an array");
        for (std::size_t i = 0; i < value_->size(); ++i)
            use(Node((*value_)[i], place_ + "[" + std::to_string(i) + "]"));
        return value_->size();
    }

    std::vector<std::string> texts() const {
        std::vector<std::string> list;
        each([&](const Node& element) { list.push_back(element.text()); });
        return list;
    }

    /// Calls `use` with the name and the value of each member.
    template <class Use>
    void each_member(Use use) const {
        if (!value_->is_object()) fail("is not an object");
        for (const auto& item : value_->items())
            use(item.key(), Node(item.value(), place_ + "." + item.key()));
    }

    ConfigValue config_value() const {
        if (value_->is_null()) return std::monostate{};
        if (!value_->is_array())
            return integer(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
        std::vector<std::vector<std::string>> blocks;
        each([&](const Node& block) { blocks.push_back(block.texts()); });
        return blocks;
    }

    bool has(const char* key) const { return value_->is_object() && value_->contains(key); }

    std::string object_as_json() const {
        if (!value_->is_object()) fail("is not an object");
        return value_->dump();
    }

private:
    const Json* value_;
    std::string place_;
};

Micros micros_of(const Node& node) {
    return node.micros();
}
int int_of(const Node& node) {
    return static_cast<int>(node.integer(-1, 1 << 16));
}
std::string text_of(const Node& node) {
    return node.text();
}

LoggedPlayer player_of(const Node& node) {
    return {node["name"].non_empty_text(), node["command"].texts(), node["isolation"].non_empty_text()};
}

Limits limits_of(const Node& node) {
    Limits limits;
    limits.first_move = node["first_move_us"].micros(1);
    limits.move = node["move_us"].micros(1);
    limits.margin = node["margin_us"].micros();
    const auto number = [](const Node& limit) { return static_cast<std::uint64_t>(limit.integer(1, largest_exact)); };
    limits.memory_bytes = node["memory_bytes"].unless_null(number);
    limits.processes = node["processes"].unless_null(number);
    limits.kept_by = node["kept_by"].non_empty_text();
    limits.ponder = node["ponder"].boolean();
    return limits;
}

LoggedPly ply_of(const Node& node) {
    LoggedPly ply;
    ply.player = node["player"].player();
    ply.move = node["move"].text();
    ply.wall = node["wall_us"].unless_null(micros_of);
    ply.cpu = node["cpu_us"].unless_null(micros_of);
    node["lost"].each([&](const Node& lost) { ply.lost.push_back(lost.player()); });
    if (node.has("hand")) {
        node["hand"].each([&, &hand = ply.hand.emplace()](const Node& item) { hand.push_back(int_of(item)); });
    }
    ply.frame = node["frame"].object_as_json();
    return ply;
}

Result result_of(const Node& node) {
    Result result;
    result.winner = node["winner"].unless_null([](const Node& winner) { return winner.player(); });
    const auto ending = ending_of(node["ending"].text());
    if (!ending) node["ending"].fail("is no ending that there is");
    result.ending = *ending;
    result.detail = node["detail"].unless_null(text_of).value_or("");
    return result;
}

Failure failure_of(const Node& node) {
    Failure failure;
    failure.player = node["player"].player();
    failure.line = node["line"].unless_null(text_of);
    failure.exit_code = node["exit_code"].unless_null(int_of);
    failure.signal = node["signal"].unless_null(int_of);
    failure.elapsed = node["elapsed_us"].unless_null(micros_of);
    failure.limit = node["limit_us"].unless_null(micros_of);
    failure.stderr_tail = node["stderr_tail"].text();
    failure.valid_moves = node["valid_moves"].texts();
    return failure;
}

/// A forfeit has a failure, and the other player wins; nothing else has one.
void check_blame(const MatchLog& match, const Node& node) {
    const Ending ending = match.result.ending;
    if (is_forfeit(ending) != match.failure.has_value()) {
        node["failure"].fail(match.failure ? "is there, but nobody has forfeited"
                                           : "is null, but somebody has forfeited");
    }
    if (match.failure && match.result.winner != 1 - match.failure->player) {
        node["result"]["winner"].fail("is not the opponent of the player who has forfeited");
    }
    if (ending == Ending::aborted && match.result.winner)
        node["result"]["winner"].fail("is set, but the match was aborted");
}

MatchLog match_of(const Node& node) {
    const std::string format = node["format"].text();
    if (format != "referee-match/1") node["format"].fail("is \"" + format + "\", not \"referee-match/1\"");
    MatchLog match;
    match.referee_version = node["referee"]["version"].text();
    match.id = node["id"].non_empty_text();
    match.started_at = node["started_at"].text();
    match.game = node["game"]["name"].text();
    node["game"]["config"].each_member(
        [&](const std::string& name, const Node& value) { match.config.emplace_back(name, value.config_value()); });
    match.seed = static_cast<std::uint64_t>(node["game"]["seed"].integer(0, largest_exact));
    std::size_t players = 0;
    node["players"].each([&](const Node& player) {
        if (players < 2) match.players[players] = player_of(player);
        ++players;
    });
    if (players != 2) node["players"].fail("must hold two players");
    match.limits = limits_of(node["limits"]);
    match.initial = node["initial"].object_as_json();
    const std::size_t plies = node["plies"].each([&](const Node& ply) { match.plies.push_back(ply_of(ply)); });
    match.opening = static_cast<int>(node["opening"].integer(0, static_cast<std::int64_t>(plies)));
    match.result = result_of(node["result"]);
    match.failure = node["failure"].unless_null(failure_of);
    check_blame(match, node);
    return match;
}

}  // namespace

std::optional<MatchLog> parse_match_log(std::string_view json, std::string& problem) {
    try {
        const Json document = Json::parse(json);
        return match_of(Node(document, ""));
    } catch (const Problem& found) {
        problem = found.text;
    } catch (const Json::parse_error& error) {
        problem = "not valid JSON at byte " + std::to_string(error.byte);
    } catch (const Json::exception&) {
        problem = "a number in it is larger than any that can be held";
    }
    return std::nullopt;
}

bool same_json(std::string_view a, std::string_view b) {
    if (a == b) return true;
    return nlohmann::json::parse(a, nullptr, false) == nlohmann::json::parse(b, nullptr, false);
}

}  // namespace protocol
