#include "referee/tournament/store/store_entrants.hpp"

#include "referee/tournament/store/store_compare.hpp"
#include "referee/tournament/store/store_schema.hpp"

namespace referee::tournament {

namespace {

void add_files(const Database& database, std::int64_t entrant, std::span<const FileSum> files) {
    Statement insert(database, "INSERT INTO entrant_files (entrant, path, sha256, crc32) VALUES (?, ?, ?, ?)");
    for (const FileSum& file : files) {
        const auto sum = (RowSum() << entrant << file.path << file.sha256).value();
        insert.bind(1, entrant).bind(2, file.path).bind(3, file.sha256).bind(4, sum).run();
    }
}

void read_files(const Database& database, std::vector<StoredEntrant>& entrants) {
    Statement files(database, "SELECT entrant, path, sha256, crc32 FROM entrant_files ORDER BY id");
    while (files.step()) {
        const auto entrant = static_cast<std::size_t>(files.number(0));
        if (entrant >= entrants.size() ||
            files.number(3) != (RowSum() << files.number(0) << files.text(1) << files.text(2)).value()) {
            database.damaged("a file of an entrant has been changed");
        }
        entrants[entrant].files.push_back({std::string(files.text(1)), std::string(files.text(2))});
    }
}

}  // namespace

void add_entrants(const Database& database, std::size_t from, std::span<const StoredEntrant> entrants) {
    Statement insert(database, "INSERT INTO entrants VALUES (?, ?, ?, ?, ?, ?)");
    for (std::size_t i = from; i < entrants.size(); ++i) {
        const StoredEntrant& entrant = entrants[i];
        const auto number = static_cast<std::int64_t>(i);
        const std::string command = words_to_json(entrant.command);
        const std::int64_t reuse = entrant.reuse ? 1 : 0;
        const auto files = static_cast<std::int64_t>(entrant.files.size());
        const auto sum = (RowSum() << number << entrant.name << command << reuse << entrant.limits << files).value();
        insert.bind(1, number).bind(2, entrant.name).bind(3, command).bind(4, reuse);
        insert.bind(5, entrant.limits).bind(6, sum).run();
        add_files(database, number, entrant.files);
    }
}

std::vector<StoredEntrant> entrants_in(const Database& database) {
    std::vector<StoredEntrant> entrants;
    Statement rows(database,
                   "SELECT number, name, command, reuse, limits, crc32, (SELECT count(*) FROM entrant_files "
                   "WHERE entrant = entrants.number) FROM entrants ORDER BY number");
    while (rows.step()) {
        const auto command = words_of_json(rows.text(2));
        RowSum sum;
        sum << rows.number(0) << rows.text(1) << rows.text(2) << rows.number(3) << rows.text(4) << rows.number(6);
        if (rows.number(0) != static_cast<std::int64_t>(entrants.size()) || !command || rows.number(5) != sum.value())
            database.damaged("entrant " + std::to_string(rows.number(0)) + " has been changed");
        entrants.push_back({std::string(rows.text(1)), *command, {}, rows.number(3) != 0, std::string(rows.text(4))});
    }
    read_files(database, entrants);
    if (entrants.empty()) database.damaged("its entrants are gone");
    return entrants;
}

}  // namespace referee::tournament
