#include "protocol/info_line.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace protocol {

namespace {

constexpr std::array<std::string_view, 11> fields = {"depth",    "seldepth", "score", "nodes",   "nps",   "time",
                                                     "hashfull", "currmove", "pv",    "multipv", "string"};

/// The words of a line, one after the other.
class Words {
public:
    explicit Words(std::string_view text) : rest_(text) { skip_blanks(); }

    bool empty() const { return rest_.empty(); }
    std::string_view peek() const { return rest_.substr(0, std::min(rest_.find_first_of(" \t"), rest_.size())); }
    std::string_view next() {
        const auto word = peek();
        rest_.remove_prefix(word.size());
        skip_blanks();
        return word;
    }
    std::string_view rest() const { return rest_; }

private:
    void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size())); }

    std::string_view rest_;
};

template <class Number>
std::optional<Number> number_of(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    Number number{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return number;
}

std::optional<std::int64_t> count_of(std::string_view word) {
    const auto number = number_of<std::int64_t>(word);
    return number && *number >= 0 ? number : std::nullopt;
}

std::optional<Score> share(double part, double whole) {
    if (!std::isfinite(part) || !std::isfinite(whole) || whole <= 0 || part < 0 || part > whole) return std::nullopt;
    return Score{Score::Kind::share, part / whole};
}

std::optional<Score> score_of(Words& words) {
    std::string_view word = words.next();
    if (word == "cp") word = words.next();
    if (word == "wdl") {
        std::array<double, 3> counts{};
        for (double& count : counts) {
            const auto number = count_of(words.peek());
            if (!number) return std::nullopt;
            count = static_cast<double>(*number);
            words.next();
        }
        return share(counts[0] + counts[1] / 2, counts[0] + counts[1] + counts[2]);
    }
    const bool percent = word.ends_with('%');
    if (percent) word.remove_suffix(1);
    const auto number = number_of<double>(word);
    if (!number || !std::isfinite(*number)) return std::nullopt;
    return percent ? share(*number, 100) : std::optional(Score{Score::Kind::units, *number});
}

std::string pv_of(Words& words) {
    std::string moves;
    while (!words.empty() && std::ranges::find(fields, words.peek()) == fields.end()) {
        if (!moves.empty()) moves += ' ';
        moves += words.next();
    }
    return moves;
}

}  // namespace

std::optional<Info> parse_info(std::string_view line) {
    Words words(line);
    if (words.next() != "info") return std::nullopt;
    Info info;
    while (!words.empty()) {
        const std::string_view field = words.next();
        if (field == "depth") {
            info.depth = count_of(words.next());
        } else if (field == "score") {
            info.score = score_of(words);
        } else if (field == "nodes") {
            info.nodes = count_of(words.next());
        } else if (field == "nps") {
            info.nps = count_of(words.next());
        } else if (field == "pv") {
            info.pv = pv_of(words);
        } else if (field == "string") {
            info.text = words.rest();
            break;
        } else if (std::ranges::find(fields, field) != fields.end()) {
            words.next();
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
        if (info && (info->score || !last || !last->score)) last = std::move(info);
    }
    return last;
}

std::string text_of(const Score& score) {
    std::array<char, 48> text{};
    switch (score.kind) {
        case Score::Kind::units: std::snprintf(text.data(), text.size(), "%+.6g", score.value); break;
        case Score::Kind::share: std::snprintf(text.data(), text.size(), "%.1f %%", 100 * score.value); break;
    }
    return text.data();
}

}  // namespace protocol
