#include "referee/handins/copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "games/user_error.hpp"
#include "referee/core/base/sha256.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/kits.hpp"
#include "referee/core/bots/sample_bots.hpp"
#include "referee/handins/main_file.hpp"
#include "referee/handins/source_form.hpp"
#include "referee/handins/source_tokens.hpp"

namespace referee::handins {

namespace {

/// The suffix by which the language of a file is known.
std::string language_of(const ProjectFile& file) {
    std::string suffix = suffix_of(file.path);
    if (suffix.empty() && is_script(file)) suffix = file.bytes.find("python") < 64 ? ".py" : ".sh";
    return is_source(suffix) ? suffix : "";
}

/// The words and signs of a source that were not handed out.
std::size_t own_tokens(const SourceForm& form, const KnownFiles& known) {
    std::size_t own = 0;
    for (const SourceLine& line : form.lines)
        if (!known.has_line(line.text)) own += line.tokens;
    return own;
}

/// The other files than sources.
Likeness likeness_of_others(const Files& files, const KnownFiles& known) {
    Likeness likeness;
    for (const ProjectFile* file : files) {
        const std::string suffix = suffix_of(file->path);
        if (file->bytes.size() < min_bytes_of_copy || suffix == ".txt" || suffix == ".md") continue;
        if (std::string sum = sha256_of(file->bytes); !known.has_sum(sum)) likeness.push_back({sum, sum});
    }
    return likeness;
}

/// The first names of a group, and the number of the others.
std::string listed(const std::vector<std::size_t>& members, std::span<const std::string> names, std::size_t max_named) {
    std::string text;
    for (std::size_t i = 0; i < std::min(members.size(), max_named); ++i)
        text += (i == 0 ? "" : ", ") + names[members[i]];
    const std::size_t more = members.size() - std::min(members.size(), max_named);
    return more == 0 ? text : fmt::format("{} and {} other{}", text, more, more == 1 ? "" : "s");
}

}  // namespace

KnownFiles KnownFiles::shipped() {
    KnownFiles known;
    for (const BuiltInFile& file : kit_files())
        known.add({std::string(file.path), std::string(file.text)});
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(sample_bots_folder(), error)) {
        constexpr std::uintmax_t too_large = std::uintmax_t{16} << 20;
        if (!entry.is_regular_file(error) || entry.file_size(error) > too_large) continue;
        try {
            known.add({entry.path().filename(), read_text_file(entry.path())});
        } catch (const games::UserError&) {  // NOLINT(bugprone-empty-catch): then it is not known
        }
    }
    return known;
}

void KnownFiles::add(const ProjectFile& file) {
    sums_.insert(sha256_of(file.bytes));
    const std::string language = language_of(file);
    if (language.empty()) return;
    SourceForm form = form_of(file.bytes, language);
    sums_.insert(sha256_of(form.text));
    for (SourceLine& line : form.lines)
        lines_.insert(std::move(line.text));
}

void KnownFiles::add_driver(const Driver& driver) {
    if (driver.name.empty()) return;
    for (const Project& project : {beside_project(driver), example_of(driver)})
        for (const ProjectFile& file : project)
            add(file);
}

Likeness likeness_of(const Project& project, const KnownFiles& known) {
    Files sources, others;
    for (const ProjectFile& file : project)
        (language_of(file).empty() ? others : sources).push_back(&file);
    std::ranges::stable_sort(sources, {}, [](const ProjectFile* file) { return file->bytes.size(); });
    Likeness likeness;
    bool has_source = false;
    std::size_t left = max_source_read;
    for (const ProjectFile* file : sources) {
        const std::string language = language_of(*file);
        has_source = has_source || (!file->bytes.empty() && language != ".sh");
        FileSums sums{sha256_of(file->bytes)};
        if (known.has_sum(sums.bytes)) continue;
        sums.form = sums.bytes;
        std::size_t own = min_tokens_of_copy;
        if (file->bytes.size() <= left) {
            left -= file->bytes.size();
            const SourceForm form = form_of(file->bytes, language);
            sums.form = sha256_of(form.text);
            own = known.has_sum(sums.form) ? 0 : own_tokens(form, known);
        }
        if (own >= min_tokens_of_copy) likeness.push_back(std::move(sums));
    }
    return likeness.empty() && !has_source ? likeness_of_others(others, known) : likeness;
}

bool Copies::byte_for_byte() const {
    return std::ranges::count(bytes, bytes.front()) == std::ssize(bytes);
}

std::vector<Copies> copies_among(std::span<const Likeness> hand_ins) {
    std::map<std::string, Copies> groups;  // by their forms
    for (std::size_t i = 0; i < hand_ins.size(); ++i) {
        for (const FileSums& file : hand_ins[i]) {
            Copies& group = groups[file.form];
            if (!group.members.empty() && group.members.back() == i) continue;
            group.members.push_back(i);
            group.bytes.push_back(file.bytes);
        }
    }
    // Of the files that the same hand-ins have in common, one that is the same in most of them tells most.
    std::map<std::vector<std::size_t>, Copies> best;
    for (auto& [form, group] : groups) {
        if (group.members.size() < 2) continue;
        Copies& known = best[group.members];
        if (known.members.empty() || (group.byte_for_byte() && !known.byte_for_byte())) known = std::move(group);
    }
    std::vector<Copies> copies;
    for (auto& [members, group] : best)
        copies.push_back(std::move(group));
    std::ranges::stable_sort(copies, std::greater<>(), [](const Copies& group) { return group.members.size(); });
    return copies;
}

std::string text_of(const Copies& copies, std::span<const std::string> names) {
    constexpr std::size_t few = 3;
    return fmt::format("the same{}: {}",
                       copies.byte_for_byte() ? ", byte for byte" : " but for names, comments and blanks",
                       listed(copies.members, names, few));
}

std::string others_of(std::span<const Copies> groups, std::size_t member, std::span<const std::string> names) {
    constexpr std::size_t some = 5;
    std::vector<std::size_t> exact, alike;
    const auto has = [](const std::vector<std::size_t>& all, std::size_t one) {
        return std::ranges::find(all, one) != all.end();
    };
    for (const bool wants_exact : {true, false}) {
        for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
            const auto place = std::ranges::find(group->members, member) - group->members.begin();
            if (place == std::ssize(group->members)) continue;
            for (std::size_t i = 0; i < group->members.size(); ++i) {
                const std::size_t other = group->members[i];
                const bool is_exact = group->bytes[i] == group->bytes[static_cast<std::size_t>(place)];
                if (other == member || is_exact != wants_exact || has(exact, other) || has(alike, other)) continue;
                (is_exact ? exact : alike).push_back(other);
            }
        }
    }
    std::string text = exact.empty() ? "" : listed(exact, names, some) + ", byte for byte";
    if (!alike.empty())
        text += fmt::format("{}{}, but for names, comments and blanks", text.empty() ? "" : "; ",
                            listed(alike, names, some));
    return text;
}

}  // namespace referee::handins
