// What the rule core of Magnetize costs: plies a second of random play and of perft, beside the slow reference.
//
// The machine is noisy, so all measurements take turns in short slices, and each result is the median of its slices.
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/magnetize/rules.hpp"
#include "games/perft.hpp"
#include "games/spec.hpp"
#include "tests/reference/magnetize.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
using games::magnetize::Config;

constexpr int rounds = 9;

/// xorshift64*: cheap enough not to be what is measured.
class Random {
public:
    std::size_t below(std::size_t n) {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return static_cast<std::size_t>(((state_ * 0x2545F4914F6CDD1DULL >> 32) * n) >> 32);
    }

private:
    std::uint64_t state_ = 88172645463325252ULL;
};

/// Does a piece of work and tells how many plies (or leaves) it was.
using Work = std::function<std::uint64_t()>;

template <class Rules>
Work core_playout(Rules rules) {
    return [rules, random = Random()]() mutable {
        auto state = rules.start();
        typename Rules::Moves moves;
        for (rules.moves(state, moves); !moves.empty(); rules.moves(state, moves)) {
            rules.play(state, moves[random.below(moves.size())]);
        }
        return static_cast<std::uint64_t>(rules.plies(state));
    };
}

Work reference_playout(const reference::Settings& settings) {
    return [settings, random = Random()]() mutable {
        reference::Magnetize game(settings);
        for (auto moves = game.legal_moves(); !moves.empty(); moves = game.legal_moves()) {
            game.play(moves[random.below(moves.size())]);
        }
        return static_cast<std::uint64_t>(game.plies);
    };
}

struct Measured {
    std::string_view who;   ///< "core" or "reference"
    std::string_view what;  ///< "playout_plies" or "perft_nodes"
    Work work;
    std::vector<double> per_second{};  ///< one a round
};

struct Subject {
    Config config;
    int core_depth;
    int reference_depth;
    std::vector<Measured> measured{};

    const Measured& find(std::string_view who, std::string_view what) const {
        return *std::find_if(measured.begin(), measured.end(),
                             [&](const Measured& m) { return m.who == who && m.what == what; });
    }
};

void prepare(Subject& subject) {
    const Config& c = subject.config;
    const reference::Settings settings{c.height, c.width, c.square, c.maglock, c.max_plies};
    games::magnetize::with_rules(c, [&](const auto& rules) {
        subject.measured.push_back({"core", "playout_plies", core_playout(rules)});
        subject.measured.push_back({"core", "perft_nodes", [rules, depth = subject.core_depth] {
                                        return games::perft(rules, rules.start(), depth);
                                    }});
    });
    subject.measured.push_back({"reference", "playout_plies", reference_playout(settings)});
    subject.measured.push_back({"reference", "perft_nodes", [settings, depth = subject.reference_depth] {
                                    return reference::perft(reference::Magnetize(settings), depth);
                                }});
}

Config config_of(std::string_view spec) {
    return games::magnetize::config_of(games::parse_spec(spec).values);
}

std::vector<Subject> subjects() {
    std::vector<Subject> list = {
        {config_of("magnetize"), 5, 4},
        {config_of("magnetize:height=6,width=7,square=2,maglock=2"), 5, 4},
        {config_of("magnetize:height=8,width=8,square=2,maglock=2"), 5, 4},
        {config_of("magnetize:height=8,width=8,square=4,maglock=3"), 5, 4},
        {config_of("magnetize:height=10,width=12,square=3,maglock=2"), 4, 3},
        {config_of("magnetize:height=16,width=16,square=3,maglock=2"), 4, 3},
        {config_of("magnetize:height=64,width=64,square=3,maglock=2"), 3, 2},
    };
    for (Subject& subject : list)
        prepare(subject);
    return list;
}

/// Works for at least `slice` and answers how much was done a second.
double rate(const Work& work, Seconds slice) {
    std::uint64_t done = 0;
    Seconds used{};
    const auto start = Clock::now();
    do {
        done += work();
        used = Clock::now() - start;
    } while (used < slice);
    return static_cast<double>(done) / used.count();
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void measure(std::vector<Subject>& list, Seconds budget) {
    const Seconds slice = budget / (rounds * static_cast<double>(list.size()) * 4);
    for (int round = 0; round < rounds; ++round) {
        for (Subject& subject : list) {
            for (Measured& measured : subject.measured)
                measured.per_second.push_back(rate(measured.work, slice));
        }
    }
}

/// Four significant characters or so: "812", "45.1 k", "7.03 M".
std::string short_number(double value) {
    const char* unit = "";
    if (value >= 1e6) {
        value /= 1e6;
        unit = " M";
    } else if (value >= 1e3) {
        value /= 1e3;
        unit = " k";
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.*f%s", value < 10 ? 2 : value < 100 ? 1 : 0, value, unit);
    return text;
}

void print_table(const std::vector<Subject>& list) {
    std::printf("Magnetize: medians of %d slices; ratio is core / reference\n\n", rounds);
    std::printf("                        random play, plies/s         perft, leaves/s\n");
    std::printf("board   square  lock       core  reference  ratio       core  reference\n");
    for (const Subject& subject : list) {
        const Config& c = subject.config;
        const auto rate_of = [&](std::string_view who, std::string_view what) {
            return median(subject.find(who, what).per_second);
        };
        const double core = rate_of("core", "playout_plies");
        const double slow = rate_of("reference", "playout_plies");
        const std::string board = std::to_string(c.height) + "x" + std::to_string(c.width);
        std::printf("%-7s %6d %5d  %9s  %9s %6.1f  %9s  %9s\n", board.c_str(), c.square, c.maglock,
                    short_number(core).c_str(), short_number(slow).c_str(), core / slow,
                    short_number(rate_of("core", "perft_nodes")).c_str(),
                    short_number(rate_of("reference", "perft_nodes")).c_str());
    }
    std::printf("\nNo ratio of perft: the core counts the last ply's moves, the reference makes them.\n");
}

nlohmann::json as_json(const std::vector<Subject>& list, double seconds) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Subject& subject : list) {
        const Config& c = subject.config;
        nlohmann::json row = {{"height", c.height},
                              {"width", c.width},
                              {"square", c.square},
                              {"maglock", c.maglock},
                              {"max_plies", c.max_plies}};
        for (const Measured& measured : subject.measured) {
            const auto [least, most] = std::minmax_element(measured.per_second.begin(), measured.per_second.end());
            row[std::string(measured.what) + "_per_second"][std::string(measured.who)] = {
                {"median", median(measured.per_second)}, {"least", *least}, {"most", *most}};
        }
        row["core_to_reference"] = median(subject.find("core", "playout_plies").per_second) /
                                   median(subject.find("reference", "playout_plies").per_second);
        rows.push_back(std::move(row));
    }
    return {
        {"bench", "rules"}, {"game", "magnetize"}, {"seconds", seconds}, {"rounds", rounds}, {"rows", std::move(rows)}};
}

struct Options {
    double seconds = 10;
    std::string json_file;
};

std::optional<Options> read_options(const std::vector<std::string_view>& words) {
    Options options;
    for (std::size_t i = 0; i < words.size(); i += 2) {
        if (i + 1 == words.size()) return std::nullopt;
        const std::string_view value = words[i + 1];
        if (words[i] == "--seconds") {
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), options.seconds);
            if (error != std::errc() || end != value.data() + value.size() || !(options.seconds > 0))
                return std::nullopt;
        } else if (words[i] == "--json") {
            options.json_file = value;
        } else {
            return std::nullopt;
        }
    }
    return options;
}

}  // namespace

int main(int argc, char** argv) {
    const auto options = read_options({argv + 1, argv + argc});
    if (!options) {
        std::fprintf(stderr, "usage: rules_bench [--seconds N] [--json FILE]\n");
        return 2;
    }
    auto list = subjects();
    measure(list, Seconds(options->seconds));
    print_table(list);
    if (options->json_file.empty()) return 0;
    std::ofstream file(options->json_file);
    file << as_json(list, options->seconds).dump(2) << '\n';
    file.close();
    if (!file) {
        std::fprintf(stderr, "rules_bench: cannot write %s: %s\n", options->json_file.c_str(), std::strerror(errno));
        return 1;
    }
    return 0;
}
