// `referee export`: writes a tournament's matches and tables for other programs.
#include <fmt/format.h>

#include <csignal>
#include <filesystem>
#include <memory>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/commands/commands.hpp"
#include "referee/files/file_kind.hpp"
#include "referee/terminal/output.hpp"
#include "referee/files/replaced_file.hpp"
#include "referee/tournament/tables/export_tables.hpp"

namespace referee {

namespace {

using namespace tournament;

/// Where an export goes. Small parts are gathered, since each write costs a call to the system.
class Output {
public:
    explicit Output(const std::string& path) {
        if (path != "-") file_ = std::make_unique<ReplacedFile>(path, "file");
    }
    void write(std::string_view bytes) {
        gathered_ += bytes;
        if (gathered_.size() >= std::size_t{1} << 16) flush();
    }
    void complete() {
        flush();
        if (file_) file_->complete();
    }

private:
    void flush() {
        if (file_) {
            file_->write(gathered_);
        } else {
            print(gathered_);
            check_stdout();
        }
        gathered_.clear();
    }

    std::unique_ptr<ReplacedFile> file_;
    std::string gathered_;
};

/// An export must not take the place of what it is made of.
void refuse_own_file(const ExportOptions& options) {
    for (const char* end : {"", "-wal", "-shm"}) {
        std::error_code error;
        const std::string own = options.db + end;
        if (!std::filesystem::equivalent(own, options.output, error) && own != options.output) continue;
        throw games::UserError(
            fmt::format("--output '{}' is the tournament itself: name another file", options.output));
    }
}

/// What is no export can't be told from one.
void refuse_to_overwrite(const ExportOptions& options) {
    if (options.force || !holds_something(options.output)) return;
    throw games::UserError(
        fmt::format("file '{}' is there already: add --force to overwrite it, or name another one", options.output));
}

SheetFormat sheet_format(ExportFormat format) {
    switch (format) {
        case ExportFormat::json: return SheetFormat::json;
        case ExportFormat::markdown: return SheetFormat::markdown;
        case ExportFormat::csv:
        case ExportFormat::json_lines: break;
    }
    return SheetFormat::csv;
}

void export_matches(const Store& store, const Sink& sink) {
    store.for_each_match([&](int, std::string_view json) {
        sink(protocol::escaped_json(std::string(json)) + "\n");  // older versions stored bots' text as it came
    });
}

}  // namespace

int run_export(const ExportOptions& options) {
    std::signal(SIGPIPE, SIG_IGN);  // main knows what it means that nobody reads
    const Store store = Store::open(options.db);
    refuse_own_file(options);
    refuse_to_overwrite(options);
    Output output(options.output);
    const Sink sink = [&](std::string_view bytes) { output.write(bytes); };
    const SheetFormat format = sheet_format(options.format.value_or(ExportFormat::csv));
    if (options.what == "matches") export_matches(store, sink);
    if (options.what == "games") export_games(store, format, sink);
    if (options.what == "standings") export_standings(account_of(store), format, sink);
    if (options.what == "crosstable") export_crosstable(account_of(store), format, sink);
    if (options.what == "superiority") export_superiority(account_of(store), format, sink);
    if (options.what == "endings") export_endings(account_of(store), format, sink);
    output.complete();
    return exit_done;
}

}  // namespace referee
