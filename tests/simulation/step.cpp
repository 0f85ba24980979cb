#include "tests/simulation/step.hpp"

#include <csignal>

#include <fmt/format.h>

#include "referee/core/base/shell_word.hpp"

namespace simulation {

namespace {

std::string text_of(const Event& event) {
    std::string text = fmt::format("#   when {} of its games have ended:", event.after);
    if (event.time_is_up) text += " its time is up";
    if (event.signal != 0) text += event.signal == SIGINT ? " Ctrl-C" : fmt::format(" signal {}", event.signal);
    if (!event.change.empty()) text += " in another terminal: " + line_of(event.change);
    if (!event.file.empty() && event.content.empty()) text += " rm -f " + event.file;
    if (!event.content.empty()) text += fmt::format(" echo '{}' > {}", event.content, event.file);
    return text + "\n";
}

}  // namespace

std::string line_of(const Words& typed) {
    std::string line = "referee";
    for (const std::string& word : typed)
        line += " " + referee::copyable_word(word);
    return line;
}

std::string commands_of(const History& history) {
    std::string text = "export REFEREE_SANDBOX=off\n";
    for (const Step& step : history.steps) {
        if (step.typed.empty() && step.content.empty()) {
            text += fmt::format("rm {}\n", step.file);
            continue;
        }
        if (step.typed.empty()) {
            const auto slash = step.file.rfind('/');
            if (slash != std::string::npos) text += fmt::format("mkdir -p {}; ", step.file.substr(0, slash));
            text += fmt::format("echo '{}' > {}; chmod +x {}\n", step.content, step.file, step.file);
            continue;
        }
        text += line_of(step.typed) + "\n";
        if (!step.meanwhile.empty()) text += "#   meanwhile, in another terminal: " + line_of(step.meanwhile) + "\n";
        for (const Event& event : step.events)
            text += text_of(event);
        if (step.kill)
            text += fmt::format("#   a {} before write {} to its file\n",
                                step.kill->is_power_failure ? "power failure" : "kill -9", step.kill->write);
    }
    return text;
}

}  // namespace simulation
