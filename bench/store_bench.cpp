// The number of matches that a growing tournament file stores per second, compared with bare appends to a file, each
// with a sync.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "bench/machine.hpp"
#include "bench/options.hpp"
#include "bench/storing.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace {

using namespace referee::tournament;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Returns the number of appends per second, with one sync for each: the limit that the disk sets.
double bare_appends(const std::string& path, std::string_view bytes, int count) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const auto start = Clock::now();
    for (int i = 0; i < count; ++i) {
        if (::write(fd, bytes.data(), bytes.size()) < 0 || ::fdatasync(fd) != 0)
            throw std::runtime_error("no bare file");
    }
    const double rate = count / seconds_since(start);
    ::close(fd);
    return rate;
}

double stored(Store& store, const protocol::MatchLog& log, int from, int count, int group) {
    const auto start = Clock::now();
    bench::store_games(store, log, from, count, group);
    return count / seconds_since(start);
}

}  // namespace

int main(int argc, char** argv) {
    referee::CommandLine line("store_bench", "What storing a match costs");
    std::string folder = ".";
    std::string json;
    int total = 100'000;
    line.file("--folder", "FOLDER", "On the disk that is to be measured", folder);
    line.number("--matches", 1, 1'000'000'000, "How large the file grows", total);
    line.file("--json", "FILE", "Where to write the numbers", json);
    bench::read_options(line, argc, argv);
    const bench::MachineCosts machine = bench::print_machine();

    const std::string path = folder + "/store_bench.db";
    const std::string bare = folder + "/store_bench.bare";
    std::filesystem::remove(path);
    const auto log = bench::usual_match(40);
    const std::string text = to_json(log, protocol::Layout::one_line);

    nlohmann::ordered_json numbers;
    const auto tell = [&](const std::string& name, double value) {
        numbers[name] = value;
        fmt::print("{:<40} {:>12.3f}\n", name, value);
    };
    numbers["system_call_us"] = machine.system_call;
    tell("bytes_of_a_log", static_cast<double>(text.size()));
    std::optional<TournamentHead> head;
    {
        Store store = bench::planned_store(path, total);
        head = store.head();
        const int few = total / 100;
        const double appends = bare_appends(bare, text, few);
        const double one_by_one = stored(store, log, 0, few, 1);
        tell("bare_synced_appends_per_second", appends);
        tell("matches_per_second_one_by_one", one_by_one);
        tell("ratio_to_bare", one_by_one / appends);
        tell("matches_per_second_by_tens_first", stored(store, log, few, 10 * few, 10));
        stored(store, log, 11 * few, total - 22 * few, 500);
        tell("matches_per_second_by_tens_last", stored(store, log, total - 11 * few, 10 * few, 10));
        tell("matches_per_second_one_by_one_last", stored(store, log, total - few, few, 1));
    }
    tell("file_megabytes", static_cast<double>(std::filesystem::file_size(path)) / 1e6);
    auto start = Clock::now();
    const Store store = Store::resume(path, *head);
    tell("seconds_to_open", seconds_since(start));
    start = Clock::now();
    const auto results = store.results();
    tell("seconds_to_read_results", seconds_since(start));
    if (results.size() != total) return 1;
    if (!json.empty()) std::ofstream(json) << numbers.dump(2) << '\n';
    std::filesystem::remove(path);
    std::filesystem::remove(bare);
}
