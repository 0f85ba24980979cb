// The part of the director that changes a folder of bots, and takes up what is new in it.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "tests/simulation/director.hpp"
#include "tests/simulation/words.hpp"

namespace simulation {

namespace {

constexpr const char* folder = "bots";

}  // namespace

/// Writes a new bot or a new version of one, which is sometimes unfit, or an older version again.
std::string Director::content_of_bot(const std::string& path) {
    std::vector<std::string>& versions = contents_[path];
    if (!versions.empty() && random_.one_in(5)) return random_.pick(versions);
    std::string content = fmt::format("#!/bin/sh\n# {} version {}", path, random_.below(1000));
    if (random_.one_in(6)) return content + " unfit";
    versions.push_back(content);
    return content;
}

/// What changes in the folder before it is taken up. A bot of the folder may have joined under its own path before, or
/// have left.
std::vector<Step> Director::changes_in_folder() {
    std::vector<Step> changes;
    const auto write = [&](const std::string& name) {
        const std::string path = fmt::format("{}/{}", folder, name);
        changes.push_back(Step{.file = path, .content = content_of_bot(path)});
    };
    if (random_.one_in(2)) in_folder_.push_back(new_name());
    for (const std::string& name : in_folder_) {
        const bool is_new = !std::filesystem::exists(fmt::format("{}/{}", folder, name));
        if (is_new || random_.one_in(4)) write(name);
    }
    return changes;
}

/// A second stage takes those of a folder, too. Some of them play already.
void Director::begin_with_folder() {
    for (Step& step : changes_in_folder())
        todo_.push_back(std::move(step));
    if (in_folder_.empty()) return;
    from_folder_ = true;
    append(first_, {"--bots", folder});
}

/// The one change that may go with a folder: newcomers need rounds in which they play.
void Director::add_rounds(Words& typed) {
    if (book()->format == "swiss" && random_.one_in(3))
        append(typed, {"rounds", std::to_string(random_.between(2, 8))});
}

void Director::take_up_folder() {
    for (Step& step : changes_in_folder())
        todo_.push_back(std::move(step));
    Step step;
    if (!in_folder_.empty() && random_.one_in(4)) {
        const std::string& name = in_folder_.back();  // it has perhaps just come
        step.typed = {"change", db_, "add",
                      random_.one_in(2) ? "./bots/" + name : new_name() + "=bots/../bots/" + name};
        todo_.push_back(step);
    }
    step.typed = {"change", db_, "--bots", folder};
    add_rounds(step.typed);
    if (random_.one_in(5)) {
        todo_.push_back(step);
        todo_.back().typed.emplace_back("--dry-run");
    }
    if (!has_twin_ && random_.one_in(8))
        step.kill = Kill{random_.between(1, 12), random_.one_in(2)};
    else if (random_.one_in(6))
        step.meanwhile = random_.one_in(3) ? Words{"change", db_, "--bots", folder} : orders();
    todo_.push_back(step);
    // Whose file is gone or can't play must leave before the tournament is resumed.
    if (in_folder_.empty() || !random_.one_in(8)) return;
    const std::string removed = random_.pick(in_folder_);
    std::erase(in_folder_, removed);
    todo_.push_back(Step{.file = fmt::format("{}/{}", folder, removed)});
    for (const Participant& one : book()->entrants)
        if (one.present && one.name == removed) todo_.push_back(Step{.typed = {"change", db_, "withdraw", removed}});
}

/// Lets an older version of a bot of the folder play again when a newer one has left, and then brings the next one.
void Director::exchange_versions_in_folder() {
    const std::string name = random_.pick(in_folder_), path = fmt::format("{}/{}", folder, name);
    const auto versions = std::ranges::count_if(book()->entrants, [&](const Participant& one) {
        return one.name == name || one.name.starts_with(name + " #");
    });
    const std::string old = text_on_disk(path);
    if (versions == 0 || old.empty() || old.ends_with("unfit")) return take_up_folder();
    const Words take_up = {"change", db_, "--bots", folder};
    const auto write = [&](const std::string& content) { todo_.push_back(Step{.file = path, .content = content}); };
    const auto type = [&](const Words& words) { todo_.push_back(Step{.typed = words}); };
    type(take_up);
    write(old + " newer");
    type(take_up);
    type({"change", db_, "withdraw", fmt::format("{} #{}", name, versions + 1)});
    write(old);
    type({"change", db_, "return", versions == 1 ? name : fmt::format("{} #{}", name, versions)});
    if (random_.one_in(2)) write(old + " newest");
    type(take_up);
}

/// Lets a folder change while a ladder is played, and then be taken up.
void Director::take_up_folder_meanwhile(Step& step, int games) {
    for (const Step& change : is_class() ? new_hand_ins() : changes_in_folder())
        step.events.push_back({.after = games, .file = change.file, .content = change.content});
    step.events.push_back({.after = games, .change = {"change", db_, "--bots", is_class() ? "handed_in" : folder}});
}

}  // namespace simulation
