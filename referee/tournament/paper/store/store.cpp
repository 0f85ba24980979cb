#include "referee/tournament/paper/store/store.hpp"
#include "referee/core/match/record.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <map>
#include <stdexcept>
#include <system_error>

#include "games/user_error.hpp"
#include "protocol/json_fields.hpp"
#include "referee/core/base/trust.hpp"
#include "referee/core/match/busy_machine.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/store/json_column.hpp"
#include "referee/tournament/paper/store/row.hpp"
#include "referee/tournament/paper/store/store_compare.hpp"
#include "referee/tournament/paper/store/store_rows.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

constexpr const char* settings_key = "settings";
constexpr std::array<std::string_view, 4> meta_keys = {"referee_version", "created_at", settings_key, "seed"};

/// The key of the list of students. A tournament without a class has none.
constexpr const char* students_key = "students";
/// The key of the separator in the file of that list, if it is no comma.
constexpr const char* separator_key = "list_separator";
/// The key of what is known about the hand-ins, if there is anything.
constexpr const char* hand_ins_key = "hand_ins";

/// The number of the dictionary of logs. A file has at most one dictionary.
constexpr int number_of_dictionary = 0;

struct MetaRow {
    std::string key;
    std::string value;

    static void fields(auto& self, auto&& visit) {
        visit("key", self.key);
        visit("value", self.value);
    }
};

/// A compression dictionary for a tournament's logs. Does not own its bytes.
struct DictionaryRow {
    int number = 0;
    Blob dictionary;

    static void fields(auto& self, auto&& visit) {
        visit("number", self.number);
        visit("dictionary", self.dictionary);
    }
};

void replace_meta(const Database& database, const std::string& key, std::string value) {
    Statement(database, "DELETE FROM meta WHERE key = ?").bind(1, std::string_view(key)).step();
    Statement insert(database, insert_into<MetaRow>("meta"));
    insert_row(insert, MetaRow{key, std::move(value)});
}

/// Returns whether the system can't tell if a file exists. Requires: status_of() has just failed.
bool is_unknown() {
    return errno == EIO || errno == ENOMEM;
}

/// Checks a file, and returns its device and inode. If there is no file, both are 0, and the error is reported when the
/// file is opened. Throws std::system_error if the system can't tell whether there is a file, because the file would
/// otherwise seem to have been replaced later.
FilePlace checked_place_of(const std::string& path, bool will_run_its_bots) {
    check_is_file(path);
    if (will_run_its_bots) check_not_planted(path, "tournament file");
    check_companions(path);
    const auto status = status_of(path);
    if (status) return identity_of(*status).place;
    if (!is_unknown()) return {};
    throw std::system_error(errno, std::generic_category(), "tournament file '" + path + "'");
}

}  // namespace

Store::Store(const std::string& path, Purpose purpose)
    : place_(checked_place_of(path, purpose != Purpose::look)), mark_(path, purpose == Purpose::resume) {
    if (purpose == Purpose::resume) mark_.take();
    const FileIdentity stamp = identity_of(path);
    database_ =
        std::make_unique<Database>(path, purpose == Purpose::resume ? Database::Mode::read_write : reading_mode(path));
    if (database_->mode() == Database::Mode::unchanging) unchanging_ = stamp;
    if (purpose != Purpose::resume) snapshot_ = std::make_unique<Transaction>(*database_, Transaction::Kind::reading);
    check_kind(*database_);
    if (purpose != Purpose::head) check_content(*database_);
    read_head();
    if (purpose == Purpose::look) seen_version_ = database_->number("PRAGMA data_version");
    if (purpose != Purpose::resume) return;
    if (database_->text("PRAGMA journal_mode = WAL") != "wal") {
        throw UserError("tournament file '" + path +
                        "' can't be written here: the file system does not support SQLite's WAL mode");
    }
    insert_match_ = std::make_unique<Statement>(*database_, insert_into<StoredMatch>("matches"));
    insert_log_ = std::make_unique<Statement>(*database_, insert_into<StoredLog>("packed_logs"));
    if (database_->number("SELECT count(*) FROM dictionaries") > 0) learn_dictionary(number_of_dictionary);
}

/// The file was checked when the store was opened for writing.
Store::Store(ViewOf view)
    : place_(view.written.place_),
      database_(std::make_unique<Database>(view.written.database_->path(), Database::Mode::read_only)),
      snapshot_(std::make_unique<Transaction>(*database_, Transaction::Kind::reading)) {
    read_head();
    seen_version_ = database_->number("PRAGMA data_version");
}

Store Store::view() const {
    return Store(ViewOf{*this});
}

Store Store::create(const std::string& path, const TournamentHead& head) {
    if (!is_json_object(head.settings)) throw std::logic_error("settings that are no JSON object");
    create_file(path, [&](const Database& database) {
        Statement insert(database, insert_into<MetaRow>("meta"));
        const std::array<std::string, 4> values = {head.referee_version, head.created_at, head.settings,
                                                   std::to_string(head.seed)};
        for (std::size_t i = 0; i < meta_keys.size(); ++i)
            insert_row(insert, MetaRow{std::string(meta_keys[i]), values[i]});
        if (!head.students.empty()) insert_row(insert, MetaRow{students_key, protocol::json_text(head.students)});
        if (head.hand_ins != handins::HandInRecord())
            insert_row(insert, MetaRow{hand_ins_key, protocol::json_text(head.hand_ins)});
        if (head.list_separator != ',') insert_row(insert, MetaRow{separator_key, std::string(1, head.list_separator)});
        add_entrants(database, 0, head.entrants);
        add_changes(database, head.changes);
    });
    return {path, Purpose::resume};
}

Store Store::resume(const std::string& path, const TournamentHead& head) {
    Store store = to_write(path);
    require_same(store.head(), head, path);
    return store;
}

void Store::change(std::span<const Change> changes, std::span<const StoredEntrant> joined, const ClassNews& news) {
    TournamentHead head = head_;
    head.entrants.insert(head.entrants.end(), joined.begin(), joined.end());
    head.changes.insert(head.changes.end(), changes.begin(), changes.end());
    if (!news.students.empty()) {
        head.students = news.students;
        head.hand_ins = news.hand_ins;
    }
    Transaction transaction(*database_);
    add_entrants(*database_, head_.entrants.size(), head.entrants);
    if (head.students != head_.students) {
        replace_meta(*database_, students_key, protocol::json_text(head.students));
    }
    if (head.hand_ins != head_.hand_ins) replace_meta(*database_, hand_ins_key, protocol::json_text(head.hand_ins));
    for (const Change& change : changes) {
        const std::int64_t id = add_changes(*database_, {&change, 1});
        for (const int number : change.games)
            set_aside(*database_, id, number, head_.entrants.size());
        std::map<std::int64_t, std::set<int>> reinstated;  // by the change that set them aside
        for (const int number : change.reinstated)
            reinstated[reinstate(number)].insert(number);
        for (const auto& [aside, numbers] : reinstated)
            put_hosts_back(*database_, aside, numbers);
    }
    transaction.commit();
    head_ = std::move(head);
}

/// Makes the match of this game that was set aside last the match of the game again. Returns the id of the change that
/// set it aside. Requires: a transaction is open.
std::int64_t Store::reinstate(int number) {
    const std::int64_t change =
        use_set_aside(*database_, number, head_.entrants.size(), [&](const StoredMatch& kept, const StoredLog& log) {
            StoredMatch match = kept;
            protocol::LogProblem problem;
            const auto whole = protocol::parse_match_log(unpacked(log), problem);
            if (!whole) damaged_log(*database_, number);
            match.first_longest = longest_turn(*whole, 0);
            match.second_longest = longest_turn(*whole, 1);
            insert_row(*insert_match_, match);
            insert_row(*insert_log_, log);
        });
    forget_set_aside(*database_, number);
    return change;
}

void Store::move_rules(const std::string& program) {
    protocol::Json settings = protocol::parse_json(head_.settings);
    settings["rules_program"] = program;
    const std::string text = protocol::json_text(settings);
    Transaction transaction(*database_);
    replace_meta(*database_, settings_key, text);
    transaction.commit();
    head_.settings = text;
}

TournamentHead Store::head_of(const std::string& path) {
    return Store(path, Purpose::head).head_;
}

Store Store::open(const std::string& path) {
    return {path, Purpose::look};
}

bool Store::refresh() {
    release_snapshot();
    reopen_if_written();
    snapshot_ = std::make_unique<Transaction>(*database_, Transaction::Kind::reading);
    database_->number("SELECT count(*) FROM meta");  // the first read begins the snapshot
    const auto version = database_->number("PRAGMA data_version");
    if (version == seen_version_) return false;
    seen_version_ = version;
    head_ = {};
    read_head();
    return true;
}

/// Reopens the file if it was opened as unchanging and has been written since then, because SQLite would ignore the
/// changes. The mark stays open, because closing it would release the locks of the new connection.
void Store::reopen_if_written() {
    const std::string& path = database_->path();
    if (!unchanging_ || !is_in_its_place()) return;
    const FileIdentity stamp = identity_of(path);  // before opening, so that a later write is noticed next time
    auto database = std::make_unique<Database>(path, reading_mode(path));
    const bool unchanging = database->mode() == Database::Mode::unchanging;
    if (unchanging && stamp == *unchanging_) return;
    database_ = std::move(database);
    unchanging_ = unchanging ? std::optional(stamp) : std::nullopt;
    seen_version_ = -1;
}

void Store::release_snapshot() {
    snapshot_.reset();
}

bool Store::is_in_its_place() const {
    const auto status = status_of(database_->path());
    if (!status && is_unknown()) return true;
    return status && identity_of(*status).place == place_;
}

void Store::read_head() {
    std::map<std::string, std::string, std::less<>> meta;
    Statement rows(*database_, select_from<MetaRow>("meta"));
    while (rows.step()) {
        const auto row = row_of<MetaRow>(rows);
        if (!row) database_->damaged("the table meta has been changed");
        meta.emplace(row->key, row->value);
    }
    for (const std::string_view key : meta_keys) {
        if (!meta.contains(key)) database_->damaged("the table meta has no " + std::string(key));
    }
    head_.referee_version = meta["referee_version"];
    head_.created_at = meta["created_at"];
    head_.settings = meta["settings"];
    const std::string& seed = meta["seed"];
    const auto read = std::from_chars(seed.data(), seed.data() + seed.size(), head_.seed);
    if (read.ec != std::errc() || read.ptr != seed.data() + seed.size() || !is_json_object(head_.settings)) {
        database_->damaged("its settings or its seed can't be read");
    }
    if (const auto students = meta.find(students_key); students != meta.end()) {
        try {
            head_.students = protocol::parse_json(students->second).get<std::vector<Student>>();
        } catch (const std::exception&) {
            database_->damaged("its list of students can't be read");
        }
    }
    if (const auto hand_ins = meta.find(hand_ins_key); hand_ins != meta.end()) {
        try {
            head_.hand_ins = protocol::parse_json(hand_ins->second).get<handins::HandInRecord>();
        } catch (const std::exception&) {
            database_->damaged("what is known of its hand-ins can't be read");
        }
    }
    if (const auto separator = meta.find(separator_key); separator != meta.end() && !separator->second.empty())
        head_.list_separator = separator->second.front();
    head_.entrants = entrants_in(*database_);
    head_.changes = changes_in(*database_);
    static_cast<void>(head_.field());  // refuses changes to unknown entrants
}

std::vector<PlannedGame> Store::games(int from) const {
    std::vector<PlannedGame> games;
    Statement rows(*database_, select_from<PlannedGame>("games") + " WHERE number >= ? ORDER BY number");
    rows.bind(1, from);
    while (rows.step()) {
        const int next = from + static_cast<int>(games.size());
        games.push_back(game_of(*database_, rows, head_.entrants.size()));
        if (games.back().number != next) database_->damaged("game " + shown_text(next) + " is missing");
    }
    return games;
}

std::optional<PlannedGame> Store::game(int number) const {
    Statement row(*database_, select_from<PlannedGame>("games") + " WHERE number = ?");
    if (!row.bind(1, number).step()) return std::nullopt;
    return game_of(*database_, row, head_.entrants.size());
}

void Store::add_games(std::span<const PlannedGame> games) {
    Transaction transaction(*database_);
    Statement insert(*database_, insert_into<PlannedGame>("games"));
    for (const PlannedGame& game : games)
        insert_row(insert, game);
    transaction.commit();
}

std::vector<PlannedGame> Store::missing_games(Schedule& schedule) {
    const auto stored = games();
    const FinishedGames finished = results();
    const auto& ready = schedule.ready(finished);
    if (stored.size() > ready.size() || !std::equal(stored.begin(), stored.end(), ready.begin())) {
        throw UserError("tournament file '" + database_->path() + "' holds other games than the schedule plans");
    }
    add_games(std::span(ready).subspan(stored.size()));
    std::vector<PlannedGame> missing;
    std::copy_if(ready.begin(), ready.end(), std::back_inserter(missing),
                 [&](const PlannedGame& game) { return finished.find(game.number) == nullptr; });
    return missing;
}

/// A new dictionary is not used before it is on the disk.
void Store::add_matches(std::span<const PlayedGame> games) {
    const std::size_t known_hosts = hosts_.size();
    const auto dictionary = dictionary_maker_.make();
    try {
        Transaction transaction(*database_);
        if (dictionary) add_dictionary(*dictionary);
        for (const PlayedGame& played : games) {
            insert_row(*insert_match_, played.match);
            add_log(played);
        }
        add_played_on(games);
        transaction.commit();
        if (dictionary) packer_.learn(number_of_dictionary, *dictionary);
    } catch (...) {
        hosts_.resize(std::min(known_hosts, hosts_.size()));  // the new hosts are not in the file
        throw;
    }
    if (is_in_its_place()) return;
    const std::string& path = database_->path();
    throw std::runtime_error("tournament file '" + path +
                             "' was moved, replaced or deleted while it was written: move it " +
                             "back to its place, together with '" + path + "-wal'");
}

/// Requires: a transaction is open.
void Store::add_log(const PlayedGame& game) {
    const std::string_view packed = packer_.pack(game.log);
    const std::optional<int> dictionary = packer_.dictionary();
    if (!dictionary) dictionary_maker_.add(game.log);
    insert_row(*insert_log_, StoredLog{game.game.number, game.moves, dictionary, {packed}});
}

/// Requires: a transaction is open.
void Store::add_dictionary(std::string_view dictionary) {
    Statement insert(*database_, insert_into<DictionaryRow>("dictionaries"));
    insert_row(insert, DictionaryRow{number_of_dictionary, {dictionary}});
}

void Store::learn_dictionary(int number) const {
    Statement rows(*database_, select_from<DictionaryRow>("dictionaries") + " WHERE number = ?");
    const auto row = rows.bind(1, number).step() ? row_of<DictionaryRow>(rows) : std::nullopt;
    if (!row) database_->damaged("the dictionary of the logs has been changed");
    packer_.learn(number, row->dictionary.bytes);
}

/// Unpacks the log in a row that has the columns of StoredLog. The result is valid until the next call. Throws as
/// damaged_log() does if the log is missing or damaged.
std::string_view Store::unpacked(const Statement& row) const {
    const bool is_there = row.number_or_null(4).has_value();
    const auto stored = is_there ? row_of<StoredLog>(row) : std::nullopt;
    if (!stored) damaged_log(*database_, row.count(0));
    return unpacked(*stored);
}

std::string_view Store::unpacked(const StoredLog& stored) const {
    if (stored.dictionary && !packer_.knows(*stored.dictionary)) learn_dictionary(*stored.dictionary);
    const auto log = packer_.unpack(stored.packed.bytes, stored.dictionary);
    if (!log) damaged_log(*database_, stored.number);
    return *log;
}

std::vector<StoredMatch> Store::matches() const {
    std::vector<StoredMatch> matches;
    for_each_summary([&](const StoredMatch& match) { matches.push_back(match); });
    return matches;
}

void Store::for_each_summary(const std::function<void(const StoredMatch& match)>& use, int from) const {
    Statement rows(*database_, select_from<StoredMatch>("matches") + " WHERE number >= ? ORDER BY number");
    rows.bind(1, from);
    while (rows.step()) {
        StoredMatch match = match_of(*database_, rows, head_.entrants.size());
        if (match.ending == protocol::Ending::timeout) match.busy = was_busy(match.result.number);
        use(match);
    }
}

/// Parses only the log's end, as the rest takes long and was checked when it was written.
bool Store::was_busy(int number) const {
    const auto log = log_of(number);
    try {
        if (log) return machine_was_busy(protocol::parse_json(*log).get<LastTurn>());
    } catch (const std::exception&) {
        damaged_log(*database_, number);
    }
    damaged_log(*database_, number);
}

FinishedGames Store::results_under(const TournamentHead& head) const {
    FinishedGames results;
    const Field field = head.field();
    for (const auto& [number, leavers] : field.cancelled())
        results.add(cancelled_game(number));
    const auto add = [&](const StoredMatch& match) {
        const bool annulled = field.is_annulled(match.first) || field.is_annulled(match.second);
        const GameResult result = annulled ? cancelled_game(match.result.number) : match.result;
        if (results.find(result.number) != nullptr)
            database_->damaged("match " + shown_text(result.number) + " occurs twice");
        results.add(result);
    };
    std::set<int> again;
    for (const Change& change : std::span(head.changes).subspan(head_.changes.size())) {
        again.insert(change.games.begin(), change.games.end());
        for (const int number : change.reinstated)
            use_set_aside(*database_, number, head_.entrants.size(),
                          [&](const StoredMatch& match, const StoredLog& /*log*/) { add(match); });
    }
    Statement rows(*database_, select_from<StoredMatch>("matches") + " ORDER BY number");
    while (rows.step()) {
        const StoredMatch match = match_of(*database_, rows, head_.entrants.size());
        if (!again.contains(match.result.number)) add(match);
    }
    return results;
}

std::optional<std::string> Store::gather_into_one_file() {
    const int code =
        ::sqlite3_wal_checkpoint_v2(database_->handle(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    if (code == SQLITE_OK) return std::nullopt;
    return fault_of(code) == FileFault::in_use ? "another process is reading it" : database_->reason_of(code);
}

void Store::for_each_match(const std::function<void(int number, std::string_view json)>& use) const {
    Statement rows(*database_,
                   "SELECT matches.number, moves, dictionary, packed, packed_logs.crc32 FROM matches LEFT JOIN "
                   "packed_logs USING (number) ORDER BY 1");
    while (rows.step())
        use(rows.count(0), unpacked(rows));
}

std::optional<std::string> Store::log_of(int number) const {
    Statement row(*database_, select_from<StoredLog>("packed_logs") + " WHERE number = ?");
    if (!row.bind(1, number).step()) return std::nullopt;
    return std::string(unpacked(row));
}

bool Store::has_match(int number) const {
    return Statement(*database_, "SELECT 1 FROM matches WHERE number = ?").bind(1, number).step();
}

std::vector<int> Store::numbers_of_matches() const {
    std::vector<int> numbers;
    Statement rows(*database_, "SELECT number FROM matches ORDER BY number");
    while (rows.step())
        numbers.push_back(rows.count(0));
    return numbers;
}

void Store::for_each_match_of(std::span<const int> numbers,
                              const std::function<void(int number, std::string_view json)>& use) const {
    Statement row(*database_, select_from<StoredLog>("packed_logs") + " WHERE number = ?");
    for (const int number : numbers) {
        if (!row.bind(1, number).step()) damaged_log(*database_, number);
        use(number, unpacked(row));
        row.reset();
    }
}

}  // namespace referee::tournament
