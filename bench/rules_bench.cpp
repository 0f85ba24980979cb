// The speed of the rule cores: plies a second of random play and of perft, compared with the slow reference
// implementations.
//
// The machine is noisy. So all measurements alternate in short slices, and each result is the median of its slices.
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/measure.hpp"
#include "bench/rules_subjects.hpp"

namespace {

using bench::Measured;
using bench::median;
using bench::Subject;
using bench::Work;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int rounds = 9;

/// Works for at least `slice`. Returns the amount of work done a second.
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

void measure(std::vector<Subject>& list, Seconds budget) {
    const Seconds slice = budget / (rounds * static_cast<double>(list.size()) * 4);
    for (int round = 0; round < rounds; ++round) {
        for (Subject& subject : list) {
            for (Measured& measured : subject.measured)
                measured.per_second.push_back(rate(measured.work, slice));
        }
    }
}

/// Formats a number in about three digits: "812", "45.1 k", "7.03 M".
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
    std::printf("Medians of %d slices; ratio is core / reference\n\n", rounds);
    std::printf("                                 random play, plies/s         perft, leaves/s\n");
    std::printf("%-30s      core  reference  ratio       core  reference\n", "game");
    for (const Subject& subject : list) {
        const auto rate_of = [&](std::string_view who, std::string_view what) {
            return median(subject.find(who, what).per_second);
        };
        const double core = rate_of("core", "playout_plies");
        const double slow = rate_of("reference", "playout_plies");
        std::printf("%-30s %9s  %9s %6.1f  %9s  %9s\n", subject.label.c_str(), short_number(core).c_str(),
                    short_number(slow).c_str(), core / slow, short_number(rate_of("core", "perft_nodes")).c_str(),
                    short_number(rate_of("reference", "perft_nodes")).c_str());
    }
    std::printf("\nNo ratio of perft: the core counts the last ply's moves, the reference makes them.\n");
}

nlohmann::json as_json(const std::vector<Subject>& list, double seconds) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Subject& subject : list) {
        nlohmann::json row = {{"game", subject.game}};
        for (const Measured& measured : subject.measured) {
            const auto [lowest, highest] = std::minmax_element(measured.per_second.begin(), measured.per_second.end());
            row[std::string(measured.what) + "_per_second"][std::string(measured.who)] = {
                {"median", median(measured.per_second)}, {"least", *lowest}, {"most", *highest}};
        }
        row["core_to_reference"] = median(subject.find("core", "playout_plies").per_second) /
                                   median(subject.find("reference", "playout_plies").per_second);
        rows.push_back(std::move(row));
    }
    return {{"bench", "rules"}, {"seconds", seconds}, {"rounds", rounds}, {"rows", std::move(rows)}};
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
    auto list = bench::rules_subjects();
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
