#include "referee/core/bots/sight.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/file_access.hpp"
#include "referee/core/bots/sample_bots.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;
using games::UserError;

fs::path plain_path(const fs::path& path) {
    std::error_code error;
    return fs::absolute(path, error).lexically_normal();
}

/// The folder that holds a program and the files that it needs.
fs::path home_of(const fs::path& file) {
    const fs::path folder = file.parent_path();
    std::error_code error;
    // A user's own interpreter is in bin/, and needs the lib/ beside it.
    if (folder.filename() != "bin") return folder;
    for (const auto& entry : fs::directory_iterator(folder.parent_path() / "lib", error)) {
        const std::string name = entry.path().filename();
        if (name.starts_with("python3") || name == "node_modules" || name == "jvm" || name == "modules") {
            return folder.parent_path();
        }
    }
    return folder;
}

/// Whether a folder does not belong to a single program. If so, only the program's file is shown.
bool is_shared(const fs::path& folder) {
    const char* home = std::getenv("HOME");
    return folder == "/" || folder == "/tmp" || folder == "/var/tmp" || folder == "/home" ||
           (home != nullptr && folder == fs::path(home).lexically_normal());
}

/// The file of a module that `python3 -m` finds in the working directory, or nothing.
std::optional<fs::path> file_of_module(std::string module) {
    std::ranges::replace(module, '.', '/');
    for (const std::string& file : {module + ".py", module + "/__main__.py"}) {
        if (is_file_at(file)) return file;
    }
    return std::nullopt;
}

/// The script that an interpreter runs, or the program itself.
fs::path main_file_of(const BotCommand& command) {
    const auto files = files_named_in(command);
    return files.size() > 1 ? files[1] : files[0];
}

/// Whether a script comes with the program, so that a file behind it is the engine that it lets play.
bool is_adapter(const fs::path& script) {
    const auto shipped = sample_bot(script.filename());
    std::error_code error;
    return shipped && fs::equivalent(*shipped, script, error);
}

/// The absolute path of a file as it was named, and its real path.
std::set<fs::path> both_paths_of(const fs::path& file) {
    std::error_code error;
    const fs::path named = plain_path(file);
    const fs::path real = fs::canonical(named, error);
    return error ? std::set{named} : std::set{named, real};
}

/// The real path of the link itself, if `file` is a link, and not of its target.
fs::path real_path_of_entry(const fs::path& file) {
    const fs::path named = plain_path(file);
    return secret_file(named.parent_path()) / named.filename();
}

/// The folder from which a system program loads the bot, as in `java -cp DIR Bot`. This is the first argument that is a
/// folder. Nothing if that folder is shared or belongs to the system, or if an argument is a file, because then that
/// file is the bot.
std::optional<fs::path> folder_named_in(const BotCommand& command) {
    if (files_named_in(command).size() > 1 || !belongs_to_system(secret_file(command.program))) return std::nullopt;
    for (std::size_t i = 1; i < command.arguments.size(); ++i) {
        if (!is_folder_at(command.arguments[i])) continue;
        const fs::path real = secret_file(command.arguments[i]);
        if (is_shared(real) || belongs_to_system(real)) return std::nullopt;
        return (plain_path(command.arguments[i]) / "x").lexically_normal().parent_path();
    }
    return std::nullopt;
}

/// Collects the files that a bot sees, and the paths at which it sees them. Hides the secrets among these files.
class Sight {
public:
    Sight(std::string whose, const std::vector<std::string>& secrets)
        : whose_(std::move(whose)), secrets_(secrets.begin(), secrets.end()) {}

    /// Removes from the secrets each one that is `file` or contains it, because the bot is run from `file`.
    void reveal(const fs::path& file) {
        for (const fs::path& path : {fs::path(secret_file(file)), real_path_of_entry(file)})
            while (const auto secret = secret_that_holds(path))
                secrets_.erase(*secret);
    }

    /// Throws UserError if a process in the sandbox may not use the file.
    void expect_access(const fs::path& file, FileUse use) const {
        const auto complaint = complaint_about_access(file, use);
        if (!complaint) return;
        throw UserError(fmt::format("{}: {}{}: change its mode, or move the bot to a folder of your own", whose_,
                                    *complaint, ::geteuid() == 0 ? ", and root has no privileges in a sandbox" : ""));
    }

    void add(const fs::path& place, const fs::path& source) {
        for (const char* own : {"/proc", "/sys", "/dev"}) {
            if (place == "/" || is_within(place, own)) {
                throw UserError(
                    fmt::format("{}: {} can't be shown in a sandbox: copy it elsewhere, or give --sandbox=off", whose_,
                                place.string()));
            }
        }
        sources_.insert_or_assign(place, source);
    }

    /// Adds the folder of a file. If links lead to the file, adds the folder of its real path as well.
    void add_home_of(const fs::path& file) {
        for (const fs::path& path : both_paths_of(file)) {
            if (belongs_to_system(path)) continue;
            const fs::path shown = is_shared(home_of(path)) ? path : home_of(path);
            add(shown, shown);
        }
    }

    std::vector<ShownPath> shown() {
        for (const auto& [place, source] : sources_) {
            std::error_code error;
            const fs::path real = fs::canonical(source, error);
            if (error || !is_shown_already(place, real)) {
                expect_access(source, FileUse::enter);
                show(place, error ? source : real, ShownPath::Kind::files);
            }
        }
        return std::move(shown_);
    }

private:
    bool is_shown_already(const fs::path& place, const fs::path& real) const {
        return !secret_that_holds(real) && std::any_of(sources_.begin(), sources_.end(), [&](const auto& other) {
            std::error_code error;
            const auto& [folder, source] = other;
            if (folder == place || !is_within(place, folder)) return false;
            return fs::canonical(source, error) / place.lexically_relative(folder) == real && !error;
        });
    }

    /// Whether a folder contains a secret. Must be fast, because it is called for each file of a folder, and there may
    /// be thousands of secrets.
    bool holds_secret(const fs::path& folder) const {
        const auto next = secrets_.upper_bound(folder);
        return next != secrets_.end() && is_within(*next, folder);
    }

    std::optional<fs::path> secret_that_holds(fs::path path) const {
        for (;; path = path.parent_path()) {
            if (secrets_.contains(path)) return path;
            if (path == path.parent_path()) return std::nullopt;
        }
    }

    void show(const fs::path& place, const fs::path& source, ShownPath::Kind kind) {
        if (!holds_secret(source)) return shown_.push_back({kind, place, source});
        shown_.push_back({ShownPath::Kind::empty_folder, place, {}});
        for (const fs::path& entry : entries_of_folder(source)) {
            if (secrets_.contains(entry)) continue;
            const fs::path entry_place = place / entry.filename();
            std::error_code error;
            if (fs::is_symlink(entry, error)) {
                shown_.push_back({ShownPath::Kind::link, entry_place, fs::read_symlink(entry, error)});
            } else {
                show(entry_place, entry, ShownPath::Kind::listed_files);
            }
        }
    }

    /// Returns a sorted set, so that equal folders always result in the same list.
    std::set<fs::path> entries_of_folder(const fs::path& folder) const {
        std::set<fs::path> entries;
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
            entries.insert(entry->path());
            if (entries.size() + shown_.size() <= max_listed) continue;
            throw UserError(
                fmt::format("{}: its folder {} has more than {} files, some of which it must not see (another bot, a "
                            "log, a tournament's file): move the bot to a folder of its own",
                            whose_, folder.string(), max_listed));
        }
        return entries;
    }

    std::string whose_;
    std::set<fs::path> secrets_;
    std::map<fs::path, fs::path> sources_;  ///< keyed by the path in the sandbox; a folder precedes the paths in it
    std::vector<ShownPath> shown_;
};

}  // namespace

std::vector<fs::path> files_named_in(const BotCommand& command) {
    std::vector<fs::path> files = {command.program};
    for (std::size_t i = 1; i < command.arguments.size(); ++i) {
        if (is_file_at(command.arguments[i])) files.emplace_back(command.arguments[i]);
        const bool names_module = command.arguments[i - 1] == "-m" && files.size() == 1;
        if (const auto file = names_module ? file_of_module(command.arguments[i]) : std::nullopt)
            files.push_back(*file);
    }
    return files;
}

OwnFiles OwnFiles::at(const std::string& place, const std::string& source) {
    const bool handed_in = is_file_at(fs::path(place) / record_of_hand_in);
    if (!handed_in) return {place, source};
    const protocol::Json record = protocol::parse_json_or_discard(read_text_file(place + "/" + record_of_hand_in));
    return {place, source, place_of_hand_in, record.is_object() && record.contains("driver")};
}

std::string OwnFiles::in_sandbox(const std::string& path) const {
    const auto found = place_of(path);
    if (!found) return path;
    if (shown_at.empty()) return found->string();
    return *found == place ? shown_at : (fs::path(shown_at) / found->lexically_relative(place)).string();
}

std::optional<fs::path> OwnFiles::place_of(const std::string& path) const {
    fs::path plain = plain_path(path);
    return is_within(plain, place) ? std::optional(std::move(plain)) : std::nullopt;
}

std::string OwnFiles::source_of(const std::string& path) const {
    const auto found = place_of(path);
    if (!found) return path;
    return *found == place ? source : (source / found->lexically_relative(place)).string();
}

bool is_within(const fs::path& path, const fs::path& folder) {
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end == folder.end();
}

bool belongs_to_system(const fs::path& path) {
    static constexpr const char* shown[] = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
    return std::any_of(std::begin(shown), std::end(shown), [&](const char* folder) { return is_within(path, folder); });
}

fs::path shown_folder(const std::string& folder) {
    std::error_code error;
    fs::path path = fs::canonical(folder, error);
    if (error || !fs::is_directory(path, error)) {
        throw UserError(fmt::format("--sandbox: folder '{}': no such folder", folder));
    }
    return path;
}

std::string secret_file(const std::string& path) {
    std::error_code error;
    const fs::path real = fs::weakly_canonical(plain_path(path), error);
    return error ? plain_path(path).string() : real.string();
}

std::optional<fs::path> shared_folder_of(const BotCommand& command) {
    const fs::path file = fs::path(secret_file(main_file_of(command)));
    if (belongs_to_system(file) || !is_shared(home_of(file))) return std::nullopt;
    return home_of(file);
}

std::vector<std::string> secrets_of_database(const std::string& path) {
    const std::string real = secret_file(path);
    return {real, real + "-wal", real + "-shm", real + "-journal"};
}

std::vector<std::string> secrets_of_output() {
    std::vector<std::string> secrets;
    for (const char* output : {"/proc/self/fd/1", "/proc/self/fd/2"}) {
        std::error_code error;
        if (!fs::is_regular_file(output, error)) continue;
        if (const fs::path file = fs::canonical(output, error); !error) secrets.push_back(file);
    }
    return secrets;
}

std::vector<std::string> secrets_of(const BotCommand& command, const std::optional<OwnFiles>& own) {
    if (own) return {secret_file(own->place)};
    std::vector<std::string> secrets;
    const auto add = [&](const fs::path& path) {
        if (!belongs_to_system(path)) secrets.push_back(path);
    };
    const auto files = files_named_in(command);
    for (const fs::path& file : files) {
        add(secret_file(file));
        if (!belongs_to_system(secret_file(file))) add(real_path_of_entry(file));
    }
    const fs::path folder = fs::path(secret_file(main_file_of(command))).parent_path();
    if (!is_shared(folder)) add(folder);
    if (const auto named = folder_named_in(command)) add(secret_file(*named));
    return secrets;
}

std::vector<ShownPath> sight_of(const BotCommand& command, const std::optional<OwnFiles>& own,
                                const std::vector<std::string>& more, const std::vector<std::string>& secrets) {
    Sight sight(fmt::format("bot '{}'", command.name), secrets);
    const auto files = files_named_in(command);
    for (const fs::path& file : files) {
        // A bot with OwnFiles sees only these files. Don't reveal a secret that contains them, because that would show
        // the files beside them, too.
        if (!own || !own->place_of(file)) sight.reveal(file);
    }
    // If a bot has OwnFiles, only its interpreter can be outside them.
    if (own) sight.add(own->in_sandbox(own->place), own->source);
    if (const auto named = own ? std::nullopt : folder_named_in(command)) {
        sight.reveal(*named);
        for (const fs::path& path : both_paths_of(*named))
            sight.add(path, path);
    }
    if (!own || !own->place_of(command.program)) sight.add_home_of(command.program);
    if (!own && files.size() > 1) sight.add_home_of(files[1]);
    if (!own && files.size() > 2 && is_adapter(files[1])) sight.add_home_of(files[2]);
    for (const auto& folder : more) {
        if (const fs::path path = shown_folder(folder); !belongs_to_system(path)) sight.add(path, path);
    }
    for (const fs::path& file : files) {
        const bool is_program = file == command.program;
        const fs::path source = own ? own->source_of(file.string()) : file.string();
        if (!belongs_to_system(source)) sight.expect_access(source, is_program ? FileUse::run : FileUse::read);
    }
    return sight.shown();
}

}  // namespace referee
