#include "referee/handins/trial.hpp"

#include <filesystem>
#include <optional>
#include <utility>

namespace referee::handins {

namespace {

/// The name of the bot, and of its folder.
constexpr const char* tried = "hand-in";

Trial tried_in(std::shared_ptr<BotCopies> keeper, const Driver& driver, const std::string& path,
               const std::shared_ptr<const Sandbox>& sandbox, int stop_fd) {
    Student author;
    author.name = tried;
    HandIn hand_in{&author, {}, tried, &driver};
    hand_in.entries.push_back({path, {.name = tried, .file = std::filesystem::path(path).filename()}});
    const std::string place = keeper->new_folder();
    const BotsFolder bots{place, OwnFolder::make(place, "temporary folder")};
    Workshop workshop(sandbox, std::nullopt, stop_fd);
    Outcome outcome = prepare_hand_in(hand_in, bots, workshop);
    return {std::move(outcome), place, place + "/" + tried, std::move(keeper)};
}

}  // namespace

Trial try_hand_in(const Driver& driver, const std::string& path, const std::shared_ptr<const Sandbox>& sandbox,
                  int stop_fd) {
    return tried_in(std::make_shared<BotCopies>(), driver, path, sandbox, stop_fd);
}

Trial try_example(const Driver& driver, const std::shared_ptr<const Sandbox>& sandbox, int stop_fd) {
    auto keeper = std::make_shared<BotCopies>();
    const std::string example = keeper->new_folder();
    write_project(example, example_of(driver));
    return tried_in(std::move(keeper), driver, example, sandbox, stop_fd);
}

}  // namespace referee::handins
