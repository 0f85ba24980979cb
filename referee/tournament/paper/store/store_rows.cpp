#include "referee/tournament/paper/store/store_rows.hpp"

#include <stdexcept>

#include "protocol/json_fields.hpp"
#include "referee/tournament/paper/store/row.hpp"

namespace referee::tournament {

namespace {

/// Reports damage if an entrant is unknown. A correct checksum does not rule this out, because another program may have
/// written the row.
void check_entrants(const Database& database, int first, int second, std::size_t entrants) {
    const auto is_one = [&](int entrant) { return static_cast<std::size_t>(entrant) < entrants; };
    if (!is_one(first) || !is_one(second)) database.damaged("a game has an unknown entrant");
}

}  // namespace

void damaged_log(const Database& database, int number) {
    database.damaged("the log of match " + shown_text(number) + " has been changed");
}

PlannedGame game_of(const Database& database, const Statement& row, std::size_t entrants) {
    PlannedGame game;
    RowReader reader(row);
    PlannedGame::fields(game, reader);
    check_entrants(database, game.first, game.second, entrants);
    if (!reader.is_as_written()) database.damaged("game " + shown_text(game.number) + " has been changed");
    return game;
}

StoredMatch match_of(const Database& database, const Statement& row, std::size_t entrants) {
    StoredMatch match;
    RowReader reader(row);
    StoredMatch::fields(match, reader);
    const int number = match.result.number;
    const auto winner = match.result.winner;
    check_entrants(database, match.first, match.second, entrants);
    if (!reader.is_as_written() || winner > 1) database.damaged("match " + shown_text(number) + " has been changed");
    match.result = result_of(number, winner, match.ending);
    return match;
}

namespace {

struct FileRow {
    std::int64_t entrant = 0;
    FileSum file;

    static void fields(auto& self, auto&& visit) {
        visit("entrant", self.entrant);
        FileSum::fields(self.file, visit);
    }
};

/// The checksum includes the number of files, so that a missing file is noticed.
struct EntrantRow {
    std::int64_t number = 0;
    StoredEntrant entrant;

    static void fields(auto& self, auto&& visit) {
        visit("number", self.number);
        StoredEntrant::fields(self.entrant, visit);
    }
};

void read_files(const Database& database, std::vector<StoredEntrant>& entrants) {
    Statement rows(database, select_from<FileRow>("entrant_files") + " ORDER BY id");
    while (rows.step()) {
        auto row = row_of<FileRow>(rows);
        const auto entrant = row ? static_cast<std::size_t>(row->entrant) : entrants.size();
        if (entrant >= entrants.size()) database.damaged("a file of an entrant has been changed");
        entrants[entrant].files.push_back(std::move(row->file));
    }
}

}  // namespace

void add_entrants(const Database& database, std::size_t from, std::span<const StoredEntrant> entrants) {
    Statement insert(database, insert_into<EntrantRow>("entrants"));
    Statement insert_file(database, insert_into<FileRow>("entrant_files"));
    for (std::size_t i = from; i < entrants.size(); ++i) {
        const EntrantRow row{static_cast<std::int64_t>(i), entrants[i]};
        RowWriter writer(insert);
        EntrantRow::fields(row, writer);
        writer.add_to_sum(static_cast<std::int64_t>(entrants[i].files.size()));
        writer.run();
        for (const FileSum& file : entrants[i].files)
            insert_row(insert_file, FileRow{row.number, file});
    }
}

std::vector<StoredEntrant> entrants_in(const Database& database) {
    std::vector<StoredEntrant> entrants;
    Statement rows(database, "SELECT " + columns_of<EntrantRow>() +
                                 "(SELECT count(*) FROM entrant_files WHERE entrant = entrants.number), crc32 "
                                 "FROM entrants ORDER BY number");
    while (rows.step()) {
        EntrantRow row;
        std::int64_t files = 0;
        RowReader reader(rows);
        EntrantRow::fields(row, reader);
        reader("files", files);
        if (row.number != static_cast<std::int64_t>(entrants.size()) || !reader.is_as_written())
            database.damaged("entrant " + std::to_string(row.number) + " has been changed");
        entrants.push_back(std::move(row.entrant));
    }
    read_files(database, entrants);
    if (entrants.empty()) database.damaged("it has no entrants");
    return entrants;
}

namespace {

using protocol::Json;

/// A change in the journal. Its other fields are one JSON object, `details`.
struct ChangeRow {
    std::string at;
    Change::Kind kind{};
    int planned = 0;
    std::string details;

    static void fields(auto& self, auto&& visit) {
        visit("at", self.at);
        visit("kind", protocol::as_text(self.kind, name_of, change_kind_of));
        visit("planned", self.planned);
        visit("details", self.details);
    }
};

/// A match and its log that were set aside.
struct SetAside {
    std::int64_t change = 0;
    StoredMatch match;
    StoredLog log;

    static void fields(auto& self, auto&& visit) {
        visit("change", self.change);
        StoredMatch::fields_of_game(self.match, visit);
        StoredLog::fields_of_log(self.log, visit);
    }
};

}  // namespace

namespace {

/// A key of the details of a change that sets matches aside: their hosts, as rows of the table of this name.
constexpr const char* hosts_key = "played_on";

Json details_of(const Database& database, const Change& change) {
    Json details(change), hosts = Json::array();
    for (const int number : change.games) {
        Statement row(database, select_from<PlayedOnRow>("played_on") + " WHERE number = ?");
        if (!row.bind(1, number).step()) continue;
        const auto host = row_of<PlayedOnRow>(row);
        if (!host) database.damaged("the host of match " + shown_text(number) + " has been changed");
        hosts.push_back(*host);
    }
    if (!hosts.empty()) details[hosts_key] = std::move(hosts);
    return details;
}

}  // namespace

std::int64_t add_changes(const Database& database, std::span<const Change> changes) {
    Statement insert(database, insert_into<ChangeRow>("changes"));
    for (const Change& change : changes)
        insert_row(insert, ChangeRow{change.at, change.kind, change.planned,
                                     protocol::json_text(details_of(database, change))});
    return database.number("SELECT coalesce(max(id), 0) FROM changes");
}

std::vector<Change> changes_in(const Database& database) {
    std::vector<Change> changes;
    Statement rows(database, select_from<ChangeRow>("changes") + " ORDER BY id");
    while (rows.step()) {
        const auto row = row_of<ChangeRow>(rows);
        if (!row) database.damaged("the journal of changes has been changed");
        Change& change = changes.emplace_back(Change{.kind = row->kind, .at = row->at, .planned = row->planned});
        try {
            Change::fields(change, protocol::JsonReader{protocol::parse_json(row->details)});
        } catch (const protocol::JsonError&) {
            database.damaged("a change in its journal can't be read");
        } catch (const Json::exception&) {
            database.damaged("a change in its journal can't be read");
        }
    }
    return changes;
}

void set_aside(const Database& database, std::int64_t change, int number, std::size_t entrants) {
    const std::string where = " WHERE number = " + std::to_string(number);
    {
        Statement match_row(database, select_from<StoredMatch>("matches") + where);
        if (!match_row.step()) throw std::logic_error("a game that is to be played again has no match");
        const StoredMatch match = match_of(database, match_row, entrants);
        Statement log_row(database, select_from<StoredLog>("packed_logs") + where);
        if (!log_row.step()) damaged_log(database, number);
        const auto log = row_of<StoredLog>(log_row);
        if (!log) damaged_log(database, number);
        Statement insert(database, insert_into<SetAside>("set_aside"));
        insert_row(insert, SetAside{change, match, *log});
    }
    for (const char* table : {"played_on", "packed_logs", "matches"})
        database.execute((std::string("DELETE FROM ") + table + where).c_str());
}

std::int64_t use_set_aside(const Database& database, int number, std::size_t entrants,
                           const std::function<void(const StoredMatch& match, const StoredLog& log)>& use) {
    Statement row(database, select_from<SetAside>("set_aside") + " WHERE number = ? ORDER BY id DESC LIMIT 1");
    auto found = row.bind(1, number).step() ? row_of<SetAside>(row) : std::nullopt;
    if (!found) database.damaged("match " + shown_text(number) + ", which was set aside, has been changed");
    StoredMatch& match = found->match;
    check_entrants(database, match.first, match.second, entrants);
    match.result = result_of(number, match.result.winner, match.ending);
    found->log.number = number;
    use(match, found->log);
    return found->change;
}

void forget_set_aside(const Database& database, int number) {
    Statement(database, "DELETE FROM set_aside WHERE id = (SELECT max(id) FROM set_aside WHERE number = ?)")
        .bind(1, number)
        .run();
}

void put_hosts_back(const Database& database, std::int64_t change, const std::set<int>& numbers) {
    Statement row(database, select_from<ChangeRow>("changes") + " WHERE id = ?");
    const auto found = row.bind(1, change).step() ? row_of<ChangeRow>(row) : std::nullopt;
    if (!found) database.damaged("the journal of changes has been changed");
    const Json details = protocol::parse_json(found->details);
    if (!details.contains(hosts_key)) return;
    Statement insert(database, insert_into<PlayedOnRow>("played_on"));
    for (const Json& one : details[hosts_key]) {
        const auto host = one.get<PlayedOnRow>();
        if (numbers.contains(host.number)) insert_row(insert, host);
    }
}

}  // namespace referee::tournament
