#include "referee/tournament/run/engine/job_system.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "games/words.hpp"
#include "referee/core/base/shell_word.hpp"

namespace referee::tournament {

std::span<const JobSystem> job_systems() {
    static const std::array table = {slurm(), gnu_parallel()};
    return table;
}

void add_options(Words& words, const Site& site) {
    for (const auto& [key, value] : site.options)
        words.push_back(value.empty() ? "--" + key : fmt::format("--{}={}", key, value));
}

std::vector<std::string_view> fields_of(std::string_view text, char separator) {
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(separator, begin), text.size());
        fields.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return fields;
}

int slots_of(const JobSystem& system, const Site& site, std::string_view asked) {
    if (system.cores == nullptr) return std::max(1, slots_of_hosts_file(site));
    if (site.jobs) return *site.jobs;
    int cores = 0;
    for (const std::string_view line : fields_of(asked, '\n')) {  // allocated/idle/other/total
        const auto fields = fields_of(line, '/');
        if (fields.size() < 2) continue;
        for (const std::string_view field : {fields[0], fields[1]})
            cores += static_cast<int>(games::whole_number(field).value_or(0));
    }
    return std::max(1, cores / static_cast<int>(site.cpus));
}

std::string commands_text(const JobSystem& system, const Site& site, int slots) {
    const int first = std::min(slots, system.max_wave);
    std::string text = fmt::format("# submits the first wave of {} batches\n{}\n", first,
                                   shell_line(system.submit(site, {1, first, "SHA256", {}})));
    const bool is_process = system.wave_is_process();
    text += is_process ? "# the wave ends with this process\n"
                       : "# lists the batches that have not ended\n" + shell_line(system.list(site)) + "\n";
    const auto add = [&](const char* title, const std::vector<Words>& commands) {
        text += fmt::format("# {}{}\n", title, is_process ? " (0: the number of that process)" : "");
        for (const Words& words : commands)
            text += shell_line(words) + "\n";
    };
    add("stops the wave after the running games", system.stop(site, 1, 0));
    add("stops the wave immediately", system.kill(site, 1, 0));
    if (site.transfer) text += "# removes the transferred files at the end\n" + shell_line(system.clean(site)) + "\n";
    return text;
}

std::string shell_line(const Words& words) {
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() ? "" : " ") + shell_word(word);
    return line;
}

}  // namespace referee::tournament
