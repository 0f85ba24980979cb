#include "referee/tournament/store/store_changes.hpp"

#include <stdexcept>

#include "protocol/json_fields.hpp"
#include "referee/tournament/store/row.hpp"
#include "referee/tournament/store/store_rows.hpp"

namespace referee::tournament {

namespace {

using protocol::Json;

/// A change as the journal has it: its fields but for these as one JSON object.
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

/// A match and its log, kept beside the tournament.
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

std::int64_t add_changes(const Database& database, std::span<const Change> changes) {
    Statement insert(database, insert_into<ChangeRow>("changes"));
    for (const Change& change : changes)
        insert_row(insert, ChangeRow{change.at, change.kind, change.planned, protocol::json_text(Json(change))});
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

}  // namespace referee::tournament
