#include "referee/handins/platform_forms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <yaml-cpp/yaml.h>
#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "games/user_error.hpp"
#include "referee/handins/project.hpp"
#include "referee/handins/team_names.hpp"
#include "referee/handins/teams.hpp"

namespace referee::handins {

namespace {

enum class For : std::uint8_t { all, all_folders };

/// How a platform names the entries of its download. Each part of the expression has a name that says what it is:
///   name, joined          the student's name; in one word
///   number, email, login, platform_id    see IdKind
///   attempt, date         a number that grows, or a date
///   serial                a number that is larger for a file that was stored later
///   other_id              a number that may tell people apart, and is in no list
///   text_and_email        any text and '_', or nothing, before an address
///   task_and_login        the name of the task, which may be anything, and the login
///   file                  the name that the student has given to the file
///   typed                 what the student has typed, and no file
///   ours                  the entry is the platform's own
///   nobody                the platform keeps the name to itself
///   shared                the students without a group have one entry, so it is nobody's
/// `neighbours`: a student's files lie side by side. A form of all folders counts only if there are several
/// and all have it, because people give such names, too.
struct Form {
    std::string_view platform;
    bool neighbours;
    For entries;
    const char* expression;
};

/// The first form that applies counts. Most were seen in the platforms' own code (Moodle, Canvas, Sakai, Autolab,
/// ILIAS, OpenOlat), those of Blackboard and Brightspace in programs of teachers that read them.
constexpr std::array forms = {
    Form{"Moodle", true, For::all,
         R"((?<name>.*?)_(?<platform_id>\d+)_assignsubmission_(?:(?<typed>onlinetext)|[a-z]+)(?:_(?<file>.*)|\..*)?)"},
    Form{"Moodle", true, For::all,
         R"((?<shared>(?<name>.+))_assignsubmission_(?:onlinetext|file)(?:_(?<file>.*)|\..*)?)"},
    Form{"Canvas", true, For::all, R"((?:LATE_)?(?<nobody>anon)_.+_\d+_.*)"},
    Form{"Canvas", true, For::all, R"((?<ours>studenttest)_(?:LATE_)?\d+_.*)"},
    Form{"Canvas", true, For::all, R"((?<joined>[^ ]+?)(?:_LATE)?_(?<platform_id>\d+)_(?<typed>text|link)\.html)"},
    Form{"Canvas", true, For::all, R"((?<joined>[^ ]+?)(?:_LATE)?_(?<platform_id>\d+)_(?<serial>\d+)_(?<file>.+))"},
    Form{"Blackboard", true, For::all,
         R"((?<task_and_login>.+?)_[^_\d]+_(?<date>\d{4}(?:-\d\d){5})(?:(?<ours>\.txt)|_(?<file>.+)))"},
    Form{"Brightspace", true, For::all,
         R"((?<other_id>\d+)-\d+ ?- (?<name>.+?) - (?<date>[^-]*\d{4}[^-]*?)(?: - (?<file>.+))?)"},
    Form{"Brightspace", true, For::all,
         R"((?<number>[A-Za-z]?\d+)_(?<name>[^_]+)_(?<date>[^_\d]+ \d+, \d{4} \d+[^_]*)_(?<file>.+))"},
    Form{"Autolab", false, For::all, R"((?<ours>annotated)_.*@.*)"},
    Form{"Autolab", false, For::all, R"((?<email>[^@\s]+@[^_\s]+)_(?<attempt>\d+)_(?<file>.+))"},
    Form{"Autolab", false, For::all, R"((?<attempt>\d+)_(?<text_and_email>[^@\s]+@[^_\s]+)_(?<file>.+))"},
    Form{"Sakai", true, For::all, R"((?<name>[^()]*[^() ])\((?<login>[^()]+)\)(?:_[^_]*_(?<file>.+))?)"},
    Form{"ILIAS", false, For::all_folders, R"((?<name>[^_]+_[^_]+)_(?<login>[^_]+)_(?<platform_id>\d+))"},
    Form{"OpenOlat", false, For::all_folders, R"((?<name>[^_]+(?:_[^_]+)+)_(?<login>\d*[^_\d][^_]*))"},
};

constexpr std::array<std::pair<const char*, IdKind>, 4> parts = {{{"number", IdKind::number},
                                                                  {"email", IdKind::email},
                                                                  {"login", IdKind::login},
                                                                  {"platform_id", IdKind::platform_id}}};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// A number in decimal digits; 0 if it has too many.
std::uint64_t number_of(std::string_view digits) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc() && end == digits.data() + digits.size() ? number : 0;
}

/// The numbers in a text, in their order.
std::vector<std::string_view> numbers_in(std::string_view text) {
    std::vector<std::string_view> all;
    for (std::size_t i = 0; i < text.size();) {
        const auto begin = i;
        while (i < text.size() && is_digit(text[i]))
            ++i;
        if (i > begin) all.push_back(text.substr(begin, i - begin));
        i += i == begin ? 1 : 0;
    }
    return all;
}

/// A date as YYYYMMDDhhmmss: "2024-01-15-10-30-00", or "Jan 15, 2024 1030 AM" with an English month, or with a number
/// in its place. 0 if it can't be read.
std::uint64_t moment_of(std::string_view text) {
    constexpr std::array<std::string_view, 12> months = {"jan", "feb", "mar", "apr", "may", "jun",
                                                         "jul", "aug", "sep", "oct", "nov", "dec"};
    const auto numbers = numbers_in(text);
    const auto at = [&](std::size_t i) { return i < numbers.size() ? number_of(numbers[i]) : 0; };
    const auto moment = [](std::uint64_t year, std::uint64_t month, std::uint64_t day, std::uint64_t clock) {
        return ((year * 100 + month) * 100 + day) * 1'000'000 + clock;
    };
    if (!numbers.empty() && numbers.front().size() == 4 && numbers.size() >= 3)
        return moment(at(0), at(1), at(2), (at(3) * 100 + at(4)) * 100 + at(5));
    const std::string lower = in_lower_case(text);
    for (std::size_t month = 0; month < months.size(); ++month) {
        if (lower.find(months[month]) == std::string::npos || numbers.size() < 3 || numbers[1].size() != 4) continue;
        std::uint64_t clock = at(2);  // "1030", "0030"
        if (numbers.size() > 2 && numbers[2].size() <= 2) clock = clock * 100 + at(3);
        const bool afternoon = lower.ends_with("pm");
        const std::uint64_t hour = clock / 100 % 12 + (afternoon ? 12 : 0);
        if (afternoon || lower.ends_with("am")) clock = hour * 100 + clock % 100;
        return moment(at(1), month + 1, at(0), clock * 100);
    }
    return 0;
}

/// Whether a number can be a date: "20240115", "15012024", with a time of day, too.
bool can_be_date(std::string_view digits) {
    const auto is_day = [](std::string_view year, std::string_view month, std::string_view day) {
        const auto y = number_of(year), m = number_of(month), d = number_of(day);
        return y >= 1990 && y <= 2099 && m >= 1 && m <= 12 && d >= 1 && d <= 31;
    };
    if (digits.size() != 8 && digits.size() != 12 && digits.size() != 14) return false;
    return is_day(digits.substr(0, 4), digits.substr(4, 2), digits.substr(6, 2)) ||
           is_day(digits.substr(4, 4), digits.substr(2, 2), digits.substr(0, 2)) ||
           is_day(digits.substr(4, 4), digits.substr(0, 2), digits.substr(2, 2));
}

std::string without_suffix(const EntryFile& entry) {
    if (entry.is_folder) return entry.name;
    std::string stem = entry.name.substr(0, entry.name.size() - suffix_of(entry.name).size());
    return in_lower_case(stem).ends_with(".tar") ? stem.substr(0, stem.size() - 4) : stem;
}

/// A part of a text.
struct Part {
    std::size_t begin, size;
};

/// The numbers of at least five digits that are whole words, and no dates.
std::vector<Part> long_numbers_in(std::string_view text) {
    constexpr std::size_t min_digits = 5;
    const auto is_letter = [&](std::size_t i) {
        const auto c = static_cast<unsigned char>(i < text.size() ? text[i] : ' ');
        return c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    std::vector<Part> all;
    for (const std::string_view digits : numbers_in(text)) {
        const auto begin = static_cast<std::size_t>(digits.data() - text.data());
        const bool is_whole = (begin == 0 || !is_letter(begin - 1)) && !is_letter(begin + digits.size());
        if (is_whole && digits.size() >= min_digits && !can_be_date(digits)) all.push_back({begin, digits.size()});
    }
    return all;
}

std::vector<Part> addresses_in(const std::string& text) {
    static const boost::regex address(R"([^@\s()<>,;]+@[A-Za-z0-9.-]+\.[A-Za-z]+)");
    std::vector<Part> all;
    for (boost::sregex_iterator i(text.begin(), text.end(), address), end; i != end; ++i)
        all.push_back({static_cast<std::size_t>(i->position()), static_cast<std::size_t>(i->length())});
    return all;
}

/// Reads what somebody has written. What identifies a student is taken out of the name.
EntryName read_free_text(const EntryFile& entry) {
    EntryName read;
    read.name = without_suffix(entry);
    read.person = read.name;
    read.file = entry.name;
    static const boost::regex day(R"((?:19|20)\d\d-[01]\d-[0-3]\d)");
    boost::smatch match;
    if (boost::regex_search(read.name, match, day)) read.attempt = moment_of(match.str());
    const auto take_only = [&](IdKind kind, const std::vector<Part>& found) {
        if (found.size() != 1) return;
        read.identifiers.push_back({kind, read.name.substr(found[0].begin, found[0].size)});
        read.name.replace(found[0].begin, found[0].size, " ");
    };
    take_only(IdKind::email, addresses_in(read.name));
    take_only(IdKind::number, long_numbers_in(read.name));
    return read;
}

std::optional<EntryName> read_by(const Form& form, const EntryFile& entry) {
    static const auto expressions = [] {
        std::array<boost::regex, forms.size()> all;
        std::ranges::transform(forms, all.begin(), [](const Form& one) { return boost::regex(one.expression); });
        return all;
    }();
    boost::smatch match;
    const auto place = static_cast<std::size_t>(&form - forms.data());
    if ((form.entries == For::all_folders && !entry.is_folder) ||
        !boost::regex_match(entry.name, match, expressions[place]))
        return std::nullopt;
    const auto part = [&](const char* name) { return match[name].str(); };
    EntryName read{.platform = form.platform, .has_neighbours = form.neighbours};
    read.name = part("name");
    read.joined = part("joined");
    std::erase(read.joined, '_');
    read.task_and_login = part("task_and_login");
    if (match["text_and_email"].matched) read.identifiers.push_back({IdKind::email, part("text_and_email")});
    for (const auto& [name, kind] : parts)
        if (std::string value = part(name); !value.empty()) read.identifiers.push_back({kind, std::move(value)});
    read.batch = part("attempt") + part("date");
    read.attempt = match["attempt"].matched ? number_of(part("attempt")) : moment_of(part("date"));
    read.serial = number_of(part("serial"));
    read.file = part("file").empty() ? entry.name : part("file");
    read.online_text = match["typed"].matched;
    read.of_platform = match["ours"].matched;
    if (match["nobody"].matched) read.unclear = fmt::format("{} has left out the name", form.platform);
    if (match["shared"].matched) read.unclear = "the students without a group share it";
    if (form.platform == "Sakai" && read.name.find(';') != std::string::npos)
        read.unclear = "several students have handed it in together";
    read.person = read.name + part("joined");
    if (match["other_id"].matched) read.person += "_" + part("other_id");
    for (const Identifier& id : read.identifiers)
        read.person += (read.person.empty() ? "" : "_") + id.value;
    if (match["nobody"].matched) read.person = entry.name;
    return read;
}

/// Finds identifiers at the ends of texts that begin with the name of the task. That name may be anything, but it is
/// the same for all.
class IdsAfterTask {
public:
    IdsAfterTask(char separator, std::set<std::string> known) : separator_(separator), known_(std::move(known)) {}

    void add(const std::string& text) { texts_.insert(text); }

    /// The name of the task, with the separator: what all texts begin with, so that most known identifiers follow it.
    /// Empty if several are as good, or if only one text can't tell where its identifier begins.
    [[nodiscard]] std::string task() const {
        if (texts_.empty()) return {};
        const std::string& first = *texts_.begin();
        if (texts_.size() == 1 && std::ranges::count(first, separator_) != 1) return {};
        std::string best;
        std::ptrdiff_t most = 0;
        for (auto at = first.find(separator_); at != std::string::npos; at = first.find(separator_, at + 1)) {
            const std::string prefix = first.substr(0, at + 1);
            const auto begins = [&](const std::string& text) { return text.starts_with(prefix); };
            if (!std::ranges::all_of(texts_, begins)) break;
            const auto found = std::ranges::count_if(
                texts_, [&](const std::string& text) { return known_.contains(in_lower_case(text.substr(at + 1))); });
            if (found == most) best.clear();
            if (found <= most) continue;
            best = prefix;
            most = found;
        }
        return best;
    }

private:
    char separator_;
    std::set<std::string> known_;
    std::set<std::string> texts_;
};

/// The values of some columns of the list.
std::set<std::string> values_of(std::span<const Student> students, std::initializer_list<IdKind> of_kinds) {
    std::set<std::string> values;
    for (const Student& student : students)
        for (const IdKind kind : of_kinds)
            if (const std::string& value = student.identifier(kind); !value.empty())
                values.insert(in_lower_case(value));
    return values;
}

/// The logins at a code host, and the names of teams as it writes them.
std::set<std::string> handles_of(std::span<const Student> students) {
    std::set<std::string> values = values_of(students, {IdKind::handle});
    for (const Student& student : students)
        if (std::string slug = slug_of(student.team); !slug.empty()) values.insert(std::move(slug));
    return values;
}

/// What may stand where Blackboard writes a login: that of a student, or the name of a team.
std::set<std::string> logins_of(std::span<const Student> students) {
    std::set<std::string> values = values_of(students, {IdKind::login, IdKind::email, IdKind::number});
    for (const Student& student : students)
        if (!student.team.empty()) values.insert(in_lower_case(student.team));
    return values;
}

/// A login may be a number or an address.
std::vector<Identifier> as_login(const std::string& value) {
    std::vector<Identifier> all = {{IdKind::login, value}};
    if (value.find('@') != std::string::npos) all.push_back({IdKind::email, value});
    if (value.find_first_not_of("0123456789") == std::string::npos) all.push_back({IdKind::number, value});
    return all;
}

/// A repository's name, after which GitHub may write the commit: "task-LOGIN-<40 digits>".
std::string without_commit(const std::string& name) {
    constexpr std::size_t digits = 40;
    if (name.size() < digits + 1 || name[name.size() - digits - 1] != '-') return name;
    const bool is_commit = name.find_first_not_of("0123456789abcdef", name.size() - digits) == std::string::npos;
    return is_commit ? name.substr(0, name.size() - digits - 1) : name;
}

/// A folder of ILIAS or OpenOlat, "Wolf_Elodie_ewolf_20411" or "Wolf_Elodie_ewolf", whose login is in the list.
std::optional<EntryName> name_and_login(const std::string& folder, const std::set<std::string>& logins) {
    const auto last = folder.rfind('_');
    const bool has_id = last != std::string::npos && last + 1 < folder.size() &&
                        folder.find_first_not_of("0123456789", last + 1) == std::string::npos;
    for (const std::string& text : {has_id ? folder.substr(0, last) : folder, folder})
        for (auto at = text.find('_'); at != std::string::npos; at = text.find('_', at + 1)) {
            const std::string login = text.substr(at + 1);
            if (at == 0 || !logins.contains(in_lower_case(login))) continue;
            return EntryName{.platform = "ILIAS or OpenOlat",
                             .name = text.substr(0, at),
                             .identifiers = {{IdKind::login, login}},
                             .person = folder,
                             .file = folder,
                             .needs_name = true};
        }
    return std::nullopt;
}

/// Autolab writes an address into the name of a file: "my_ewolf@example.org". An address may have a '_', too.
std::string address_at_end(const std::string& text, const std::set<std::string>& known) {
    for (std::size_t begin = 0; begin != std::string::npos;) {
        if (known.contains(in_lower_case(text.substr(begin)))) return text.substr(begin);
        const auto bar = text.find('_', begin);
        begin = bar == std::string::npos ? bar : bar + 1;
    }
    return text;
}

/// The submitters of Gradescope's folders. `metadata` is YAML with the keys of Ruby, ":name", perhaps in several
/// documents. It also has what programs of students have printed.
std::map<std::string, std::vector<EntryName>, std::less<>> submitters_in(const std::string& metadata) {
    const auto text = [](const YAML::Node& node, const char* key) {
        const YAML::Node value = node.IsMap() ? node[key] : YAML::Node();
        return value && value.IsScalar() ? value.Scalar() : std::string();
    };
    std::map<std::string, std::vector<EntryName>, std::less<>> all;
    for (const YAML::Node& document : YAML::LoadAll(metadata)) {
        if (!document.IsMap()) continue;
        for (const auto& submission : document) {
            const YAML::Node people = submission.second.IsMap() ? submission.second[":submitters"] : YAML::Node();
            if (!people || !people.IsSequence() || !submission.first.IsScalar()) continue;
            for (const YAML::Node& person : people) {
                EntryName& read = all[submission.first.Scalar()].emplace_back();
                read.platform = "Gradescope";
                read.name = text(person, ":name");
                if (auto email = text(person, ":email"); !email.empty())
                    read.identifiers.push_back({IdKind::email, email});
                if (auto number = text(person, ":sid"); !number.empty())
                    read.identifiers.push_back({IdKind::number, number});
            }
        }
    }
    return all;
}

std::string person_of(const EntryName& submitter) {
    std::string person = submitter.name;
    for (const Identifier& id : submitter.identifiers)
        person += (person.empty() ? "" : "_") + id.value;
    return person;
}

/// In a class with teams, those who hand in together are another person of the platform than each of them.
EntryName read_submission(const EntryFile& entry, const std::vector<EntryName>& submitters, bool has_teams) {
    EntryName read = submitters.front();
    read.person = person_of(read);
    if (has_teams && submitters.size() > 1) {
        std::set<std::string> persons;
        for (const EntryName& one : submitters)
            persons.insert(person_of(one));
        read.person = fmt::format("{}", fmt::join(persons, " & "));
        read.submitters = submitters;
    }
    read.batch = entry.name;
    read.attempt = numbers_in(entry.name).empty() ? 0 : number_of(numbers_in(entry.name).back());
    read.file = entry.name;
    if (submitters.size() > 1) read.unclear = fmt::format("{} students have handed it in together", submitters.size());
    return read;
}

/// The forms that count among these entries.
std::vector<const Form*> forms_of(const std::vector<EntryFile>& entries) {
    constexpr std::ptrdiff_t several = 3;
    const bool has_several = std::ranges::count(entries, true, &EntryFile::is_folder) >= several;
    std::vector<const Form*> all;
    for (const Form& form : forms) {
        const auto has_form = [&](const EntryFile& entry) { return !entry.is_folder || read_by(form, entry); };
        if (form.entries == For::all || (has_several && std::ranges::all_of(entries, has_form))) all.push_back(&form);
    }
    return all;
}

EntryName read_entry_name(const EntryFile& entry, const std::vector<const Form*>& among) {
    for (const Form* form : among)
        if (auto read = read_by(*form, entry)) return *std::move(read);
    return read_free_text(entry);
}

/// Files that platforms add to a download.
bool is_of_platform(const std::string& name) {
    constexpr std::array<std::string_view, 6> names = {
        gradescope_metadata, "submission_metadata.json", "grades.csv", "grades.xls", "grades.xlsx", "index.html"};
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

std::vector<EntryName> read_entry_names(const std::vector<EntryFile>& entries, std::span<const Student> students,
                                        std::string_view metadata) {
    const auto among = forms_of(entries);
    const auto submitters = [&] {
        try {
            return submitters_in(std::string(metadata));
        } catch (const YAML::Exception& error) {
            throw games::UserError(fmt::format("{}: {}", gradescope_metadata, error.what()));
        }
    }();
    const auto addresses = values_of(students, {IdKind::email});
    IdsAfterTask handles('-', handles_of(students));
    IdsAfterTask logins('_', logins_of(students));
    const auto known_logins = values_of(students, {IdKind::login});
    std::vector<EntryName> all;
    for (const EntryFile& entry : entries) {
        const auto submission = submitters.find(entry.name);
        if (submission != submitters.end() && !submission->second.empty()) {
            all.push_back(read_submission(entry, submission->second, has_teams(students)));
            continue;
        }
        all.push_back(read_entry_name(entry, among));
        if (all.back().platform.empty() && entry.is_folder && entry.name.find('-') != std::string::npos)
            handles.add(without_commit(entry.name));
        if (!all.back().task_and_login.empty()) logins.add(all.back().task_and_login);
        if (!entry.is_folder && is_of_platform(entry.name)) all.back().of_platform = true;
    }
    const std::string before_handle = handles.task(), before_login = logins.task();
    for (std::size_t i = 0; i < all.size(); ++i) {
        EntryName& read = all[i];
        const bool is_weak = read.platform.empty() || read.platform == "ILIAS" || read.platform == "OpenOlat";
        if (is_weak && entries[i].is_folder) {
            const std::string name = without_commit(entries[i].name);
            if (read.platform.empty() && !before_handle.empty() && name.starts_with(before_handle)) {
                const std::string handle = name.substr(before_handle.size());
                read = {.platform = "GitHub Classroom",
                        .identifiers = {{IdKind::handle, handle}},
                        .person = handle,
                        .file = entries[i].name};
            } else if (auto with_login = name_and_login(entries[i].name, known_logins)) {
                read = *std::move(with_login);
            }
        } else if (!read.task_and_login.empty()) {
            const std::string login =
                before_login.empty() ? std::string() : read.task_and_login.substr(before_login.size());
            read.person = login.empty() ? read.task_and_login : login;
            read.identifiers = login.empty() ? std::vector<Identifier>() : as_login(login);
        } else if (read.platform == "Autolab" && !read.identifiers.empty()) {
            if (!entries[i].name.starts_with(read.identifiers.front().value))
                read.identifiers.front().value = address_at_end(read.identifiers.front().value, addresses);
            read.person = read.identifiers.front().value;
        } else if (read.platform == "Sakai") {
            read.identifiers = as_login(read.identifiers.front().value);
        }
    }
    return all;
}

std::uint64_t number_of_all(const EntryName& name) {
    if (name.platform == "Canvas") return name.serial;
    return name.platform == "Gradescope" || is_moment(name.attempt) ? name.attempt : 0;
}

std::string feedback_folder(const EntryName& entry) {
    return entry.person + (entry.platform == "Moodle" ? "_assignsubmission_file" : "");
}

}  // namespace referee::handins
