#include "referee/handins/list_columns.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/handins/person_names.hpp"

namespace referee::handins {

namespace {

/// Beginnings of words in headers, in English, German, French, Spanish, Italian, Portuguese, Dutch and Polish. A word
/// of at most three letters must be whole. "a+b" needs both words, in this order. The first line that applies counts.
struct Header {
    Column column;
    std::string_view beginnings;
};
constexpr std::array<Header, 18> headers = {{
    {Column::other,
     "last+acces last+login last+mod last+downl letz+zugriff letz+ander dernier+acces ultim+acces laatste+toegang "
     "ostatni+dostep middle preferred cours+name nom+cours semest term type tipo typ phone telef telech parent "
     "guardian "
     "eltern birth geburt naiss date datum fecha github+id status grade grad bewertung end+of+line availab section+id"},
    {Column::handle, "github gitlab handle"},
    {Column::email, "mail email courriel correo"},
    {Column::number,
     "sis+user+id id+number idnumber student+id sid orgdefinedid numero+id numero+ident codice+ident n+etudiant "
     "numero+etudiant nº+aluno numero+aluno mecanografico"},
    {Column::other, "integration+id canvas+group group+id anmeldedatum institution privatnr assignment"},
    {Column::platform_id, "canvas+user+id"},
    {Column::login,
     "login user username benutzer nutzer anmelde kennung unikennung andrew+id utilisateur usuario utente utilizador "
     "gebruiker uzytkownik "
     "netid eid account"},
    {Column::number, "number numero nummer numer nr matrik matricul matricol matr studentnummer album indeks"},
    {Column::platform_id, "identifi identific identyfik id"},
    {Column::group, "group grupp grup team section sektion sezione kurs equipe zespol groep tutor turma"},
    {Column::name,
     "full+name fullname vollst+name nom+complet nombre+completo nome+completo volledige+naam imie+nazwisko "
     "pelna+nazwa "
     "nome+cognome nombre+apell nome+apelido nom+prenom prenom+nom vorname+nachname nachname+vorname display+name"},
    {Column::role, "role roll ruol rol papel rola"},
    {Column::name_prefix, "tussenvoegsel voorvoegsel"},
    {Column::second_last_name, "segundo+apellido"},
    {Column::last_name,
     "ultimo+nome last surname nachname familien family zuname nom apell cognome nazwisko achternaam apelido "
     "sobrenome"},
    {Column::first_name, "first vorname rufname prenom given forename nombre nome imie imiona voornaam roepnaam"},
    {Column::name,
     "name student estudiante etudiant studierende teilnehmer participant naam studente uczestnik deelnemer aluno "
     "alumno estudante leerling"},
    {Column::number, "no num"},
}};

/// The words of a header. Those of "nom d'utilisateur" are three.
NameWords words_of_header(std::string header) {
    for (const std::string_view apostrophe : {"'", "\u2019"})
        for (auto at = header.find(apostrophe); at != std::string::npos; at = header.find(apostrophe))
            header.replace(at, apostrophe.size(), " ");
    return words_of_name(header);
}

bool begins_with(const NameWord& word, std::string_view beginning) {
    return std::ranges::any_of(word.spellings, [&](const std::string& text) {
        return beginning.size() <= 3 ? text == beginning : text.starts_with(beginning);
    });
}

/// Whether the words of a header have those of "a+b", in this order.
bool has(const NameWords& words, std::string_view beginnings) {
    auto word = words.begin();
    while (!beginnings.empty()) {
        const std::string_view one = beginnings.substr(0, beginnings.find('+'));
        beginnings.remove_prefix(std::min(beginnings.size(), one.size() + 1));
        // Short words such as "id" must be whole, so that "idea" is none.
        word = std::find_if(word, words.end(), [&](const NameWord& next) { return begins_with(next, one); });
        if (word == words.end()) return false;
        ++word;
    }
    return true;
}

/// None if the header tells nothing. Column::other if it is certainly none of a student's.
std::optional<Column> column_of(const std::string& header) {
    const NameWords words = words_of_header(header);
    for (const auto& [column, beginnings] : headers)
        for (std::string_view rest = beginnings; !rest.empty();) {
            const std::string_view one = rest.substr(0, rest.find(' '));
            rest.remove_prefix(std::min(rest.size(), one.size() + 1));
            if (has(words, one)) return column;
        }
    return std::nullopt;
}

/// Whether a header says that there are numbers, and not which.
bool says_nothing(const std::string& header) {
    constexpr std::array<std::string_view, 7> words = {"nr", "no", "num", "number", "nummer", "numero", "numer"};
    const NameWords all = words_of_header(header);
    return all.size() == 1 && std::ranges::any_of(all.front().spellings, [&](const std::string& text) {
               return std::ranges::find(words, text) != words.end();
           });
}

bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/// Whether a line names a column that tells who a student is.
bool is_header(const TableLine& line) {
    return std::ranges::any_of(line.cells, [](const std::string& cell) {
        const auto column = column_of(cell);
        return column && *column != Column::other && *column != Column::group && *column != Column::role;
    });
}

}  // namespace

std::size_t header_of(std::span<const TableLine> lines) {
    constexpr std::size_t max_above = 4;
    for (std::size_t i = 0; i < std::min(lines.size(), max_above + 1); ++i)
        if (is_header(lines[i])) return i;
    return 0;
}

bool is_gradebook_of_canvas(const TableLine& header) {
    const std::vector<std::string>& cells = header.cells;
    return (cells.size() > 2 && cells[0] == "Student" && cells[1] == "ID") ||
           (cells.size() > 3 && cells[0] == "LastName" && cells[1] == "FirstName" && cells[2] == "ID");
}

std::map<Column, std::size_t> columns_of(std::span<const TableLine> lines) {
    std::map<Column, std::size_t> columns;
    const std::vector<std::string>& header = lines.front().cells;
    const auto people = lines.subspan(1);
    const auto cell = [](const TableLine& line, std::size_t i) {
        return i < line.cells.size() ? line.cells[i] : std::string();
    };
    const auto all = [&](std::size_t i, auto&& test) {
        return !people.empty() &&
               std::ranges::all_of(people, [&](const TableLine& line) { return test(cell(line, i)); });
    };
    const auto counts_lines = [&](std::size_t i) {
        std::size_t line = 0;
        return people.size() > 1 && all(i, [&](const std::string& text) {
                   return text == std::to_string(++line) || text == std::to_string(line) + ".";
               });
    };
    std::vector<std::optional<Column>> kinds;
    for (const std::string& text : header)
        kinds.push_back(column_of(text));
    const bool of_github = std::ranges::find(kinds, Column::handle) != kinds.end();
    const bool of_canvas = is_gradebook_of_canvas(lines.front());
    const bool of_sakai = std::ranges::find(header, "Display ID") != header.end();
    std::vector<std::size_t> unknown;
    for (std::size_t i = 0; i < header.size(); ++i) {
        const NameWords words = words_of_header(header[i]);
        const bool is_plain_id = words.size() == 1 && words.front().exact == "id";
        if (kinds[i] == Column::platform_id && !is_plain_id && of_github) kinds[i] = Column::any_of_student;
        // A plain "ID" is what the teacher has: the platform's in Canvas and for "Participant 17", or else the
        // school's.
        if (kinds[i] == Column::platform_id && is_plain_id && !of_canvas &&
            all(i, [](const std::string& text) { return text.find_first_of("0123456789") == 0 || text.empty(); }))
            kinds[i] = Column::number;
        if (of_sakai && is_plain_id) kinds[i] = Column::login;
        if (of_sakai && header[i] == "Display ID") continue;
        if (kinds[i] == Column::number && counts_lines(i)) continue;
        if (kinds[i] == Column::other) continue;
        if (!kinds[i]) {
            unknown.push_back(i);
            continue;
        }
        const auto [known, is_new] = columns.emplace(*kinds[i], i);
        if (is_new) continue;
        // "Matrikelnummer" says more than "Nr.", which may count the lines of another list.
        const bool says_more =
            *kinds[i] == Column::number && says_nothing(header[known->second]) && !says_nothing(header[i]);
        unknown.push_back(says_more ? std::exchange(known->second, i) : i);
    }
    for (const std::size_t i : unknown) {
        if (all(i, [](const std::string& text) { return text.find('@') != std::string::npos; })) {
            columns.emplace(Column::email, i);
        } else if (!kinds[i] && all(i, is_number) && !counts_lines(i)) {
            columns.emplace(Column::number, i);
        }
    }
    return columns;
}

}  // namespace referee::handins
