#include "referee/core/processes/launch_plan.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <system_error>

namespace referee {

namespace {

/// Returns the working directory. Throws SandboxFailure if it has been deleted, or if the user may not read its path.
std::string working_folder() {
    std::error_code error;
    const auto folder = std::filesystem::current_path(error);
    if (error) throw SandboxFailure(fmt::format("the working directory can't be used ({})", error.message()));
    return folder;
}

std::string number_or_dash(const std::optional<std::uint64_t>& number) {
    return number ? std::to_string(*number) : "-";
}

std::vector<std::string> environment_in_sandbox(const LaunchRequest& request) {
    auto environment = Sandbox::environment();
    environment.insert(environment.end(), request.environment.begin(), request.environment.end());
    return environment;
}

std::vector<std::string> arguments_of_sandbox(const LaunchRequest& request) {
    const auto& [memory, processes, gives_way] = request.confinement.limits;
    const bool by_warden = !ControlGroup::available();
    const auto word = [&](const std::optional<std::uint64_t>& limit, std::uint64_t more) {
        return by_warden && limit ? std::to_string(*limit + more) : std::string("-");
    };
    constexpr std::uint64_t warden = 1;  // the warden counts as one of the processes
    const std::string& folder = request.working_folder;
    return request.confinement.sandbox->arguments(
        request.shown, folder.empty() ? working_folder() : folder, request.temporary_bytes,
        {word(memory, 0), std::to_string(request.temporary_bytes), word(processes, warden)}, request.program,
        request.arguments);
}

/// Identifies the file or folder that the path leads to now. Later, the same path may lead to another file or folder.
std::string identity_of(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return "";
    return fmt::format("{}:{}", status.st_dev, status.st_ino);
}

SandboxKind kind_of_sandbox(const LaunchRequest& request, const std::vector<std::string>& arguments,
                            const std::vector<std::string>& environment) {
    const auto& [memory, processes, gives_way] = request.confinement.limits;
    std::vector<std::string> others = {number_or_dash(memory), number_or_dash(processes),
                                       request.confinement.pausable ? "pausable" : ""};
    for (const ShownPath& path : request.shown)
        if (!path.source.empty() && path.kind != ShownPath::Kind::link) others.push_back(identity_of(path.source));
    SandboxKind kind;
    const auto add = [&](const std::vector<std::string>& words) {
        for (const std::string& word : words)
            kind.append(word).push_back('\0');
        kind.push_back('\0');
    };
    add(arguments);
    add(environment);
    add(others);
    return kind;
}

}  // namespace

LaunchPlan::LaunchPlan(LaunchRequest request) : request_(std::move(request)) {
    if (!request_.confinement.sandbox) return;
    arguments_ = arguments_of_sandbox(request_);
    environment_ = environment_in_sandbox(request_);
    kind_ = kind_of_sandbox(request_, arguments_, environment_);
}

}  // namespace referee
