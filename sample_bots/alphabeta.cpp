// A bot that searches as deep as its time allows.
#include "sample_bots/alphabeta.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "sample_bots/bot.hpp"
#include "sample_bots/bots.hpp"
#include "sample_bots/large_fitz.hpp"

constexpr sample_bots::OptionInfo hash_option = {"--hash", "megabytes for what is known of positions", 1, 65536,
                                                 &sample_bots::Options::hash_mb};
constexpr sample_bots::OptionInfo threads_option = {
    "--threads", "think in so many threads (1), but no more than there are cores; each looks at --nodes positions", 1,
    256, &sample_bots::Options::threads};

/// The number of cores that this process may use. More threads than cores would only wait for each other.
std::int64_t cores() {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

int sample_bots::alphabeta(int argc, char** argv) {
    static constexpr std::array options = {depth_option, nodes_option,   time_option,
                                           hash_option,  threads_option, ponder_option};
    return run_bot({"alphabeta", "looks as far ahead as its time allows", options}, argc, argv,
                   []<class G>(const G& rules, const Options& given) {
                       if constexpr (games::MayNotList<G>) {
                           return LargeFitzPlayer(rules, Chance(1), LargeFitzPlayer<G>::some_moves);
                       } else {
                           constexpr std::int64_t usual = AlphaBeta<G>::usual_table_bytes >> 20;
                           const auto bytes = static_cast<std::size_t>(given.hash_mb.value_or(usual)) << 20;
                           const auto threads = static_cast<int>(std::min(given.threads.value_or(1), cores()));
                           return AlphaBeta(rules, search_limits(given), bytes, threads);
                       }
                   });
}
