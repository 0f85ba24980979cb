#include "protocol/info_line.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace protocol {

namespace {

constexpr std::array<std::string_view, 13> fields = {"depth", "seldepth", "score",  "wdl",      "nodes",
                                                     "nps",   "time",     "tbhits", "hashfull", "currmove",
                                                     "pv",    "multipv",  "string"};

bool is_field(std::string_view word) {
    return std::ranges::find(fields, word) != fields.end();
}

/// The words of a line, one after another.
class Words {
public:
    explicit Words(std::string_view text) : rest_(text) { skip_blanks(); }

    bool empty() const { return rest_.empty(); }
    std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(blanks)); }
    std::string_view next() {
        const auto word = peek();
        rest_.remove_prefix(word.size());
        skip_blanks();
        return word;
    }
    /// Takes the next word. Takes nothing if the word is the name of a field, because then the preceding field has no
    /// value.
    std::string_view value() { return is_field(peek()) ? std::string_view() : next(); }
    std::string_view rest() const { return rest_; }

private:
    static constexpr std::string_view blanks = " \t\r";

    void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size())); }

    std::string_view rest_;
};

template <class Number>
std::optional<Number> number_of(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    Number number{};
    const char* const last = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data(), last, number);
    const auto limit = static_cast<Number>(max_info_number);
    if (error != std::errc() || end != last || !(number >= -limit && number <= limit)) return std::nullopt;
    return number;
}

std::optional<std::int64_t> count_of(std::string_view word) {
    const auto number = number_of<std::int64_t>(word);
    return number && *number >= 0 ? number : std::nullopt;
}

std::optional<double> share_of(double part, double whole) {
    if (whole <= 0 || part < 0 || part > whole) return std::nullopt;
    return part / whole;
}

/// Reads the numbers of wins, draws and losses. Their sum is arbitrary. Returns the expected score, from 0 to 1.
std::optional<double> read_wdl(Words& words) {
    std::array<double, 3> counts{};
    for (double& count : counts) {
        const auto number = count_of(words.value());
        if (!number) return std::nullopt;
        count = static_cast<double>(*number);
    }
    return share_of(counts[0] + counts[1] / 2, counts[0] + counts[1] + counts[2]);
}

void read_score(Words& words, Info& info) {
    std::string_view word = words.value();
    if (word == "mate") {
        info.mate = number_of<std::int64_t>(words.value());
        return;
    }
    if (word == "cp") word = words.value();
    if (word.ends_with('%')) {
        const auto percent = number_of<double>(word.substr(0, word.size() - 1));
        if (percent) info.expected = share_of(*percent, 100);
    } else {
        info.score = number_of<double>(word);
    }
}

std::string moves_of(Words& words) {
    std::string moves;
    while (!words.empty() && !is_field(words.peek())) {
        if (!moves.empty()) moves += ' ';
        moves += words.next();
    }
    return moves;
}

std::string in_moves(std::int64_t mate) {
    const std::string what = mate > 0 ? "wins" : "loses";
    return mate == 0 ? what : what + " in " + std::to_string(mate > 0 ? mate : -mate);
}

std::string written(double number, std::chars_format format, int precision) {
    std::array<char, 32> digits{};
    return {digits.data(), std::to_chars(digits.begin(), digits.end(), number, format, precision).ptr};
}

/// Writes whole numbers exactly, and others with six significant digits, but always with all digits before the point.
std::string number_text(double number) {
    constexpr double seven_digits = 1e6;
    const bool whole = std::trunc(number) == number || std::abs(number) >= seven_digits;
    return whole ? written(number + 0., std::chars_format::fixed, 0) : written(number, std::chars_format::general, 6);
}

}  // namespace

std::optional<Info> parse_info(std::string_view line) {
    Words words(line.substr(0, max_info_line));
    if (words.next() != "info") return std::nullopt;
    Info info;
    while (!words.empty()) {
        const std::string_view field = words.next();
        if (field == "depth") {
            info.depth = count_of(words.value());
        } else if (field == "score") {
            read_score(words, info);
        } else if (field == "wdl") {
            info.expected = read_wdl(words);
        } else if (field == "nodes") {
            info.nodes = count_of(words.value());
        } else if (field == "nps") {
            info.nps = count_of(words.value());
        } else if (field == "multipv") {
            if (count_of(words.value()).value_or(1) > 1) return std::nullopt;
        } else if (field == "pv") {
            info.pv = moves_of(words);
        } else if (field == "string") {
            info.text = words.rest();
            break;
        } else if (is_field(field)) {
            words.value();
        }
    }
    return info;
}

std::optional<Info> last_info(std::string_view text) {
    std::optional<Info> last;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        auto info = parse_info(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (info && (info->has_score() || !last || !last->has_score())) last = std::move(info);
    }
    return last;
}

std::string score_text(const Info& info) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (info.score) add((*info.score > 0 ? "+" : "") + number_text(*info.score));
    if (info.mate) add(in_moves(*info.mate));
    if (info.expected) add(written(100 * *info.expected, std::chars_format::fixed, 1) + " %");
    return text;
}

}  // namespace protocol
