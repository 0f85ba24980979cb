#include "referee/tournament/store/store_entrants.hpp"

#include "referee/tournament/store/row.hpp"

namespace referee::tournament {

namespace {

struct FileRow {
    std::int64_t entrant = 0;
    FileSum file;

    static void fields(auto& self, auto&& visit) {
        visit("entrant", self.entrant);
        FileSum::fields(self.file, visit);
    }
};

/// The number of files is a part of the sum: a file that is gone is damage, too.
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
    if (entrants.empty()) database.damaged("its entrants are gone");
    return entrants;
}

}  // namespace referee::tournament
