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

namespace referee::handins {

namespace {

/// What a file contributes to a comparison.
struct FileForm {
    std::string sum;  ///< empty: the file is no program
    std::size_t tokens = 0;
};

FileForm file_form(const ProjectFile& file) {
    std::string suffix = suffix_of(file.path);
    if (suffix.empty() && is_script(file)) suffix = file.bytes.find("python") < 64 ? ".py" : ".sh";
    if (has_form(suffix)) {
        const SourceForm form = form_of(file.bytes, suffix);
        return form.tokens == 0 ? FileForm() : FileForm{sha256_of(form.text), form.tokens};
    }
    // A compiled program has no words to count.
    return is_program(file) || suffix == ".jar" ? FileForm{sha256_of(file.bytes), min_tokens_of_copy} : FileForm();
}

/// The first names of a group, and the number of the others.
std::string listed(const std::vector<std::size_t>& members, std::span<const std::string> names, std::size_t max_named) {
    std::string text;
    for (std::size_t i = 0; i < std::min(members.size(), max_named); ++i)
        text += (i == 0 ? "" : ", ") + names[members[i]];
    const std::size_t more = members.size() - std::min(members.size(), max_named);
    return more == 0 ? text : fmt::format("{} and {} other{}", text, more, more == 1 ? "" : "s");
}

/// One checksum of several, in any order.
std::string joined(std::vector<std::string> sums) {
    std::ranges::sort(sums);
    return sha256_of(fmt::format("{}", fmt::join(sums, "\n")));
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
    if (std::string sum = file_form(file).sum; !sum.empty()) forms_.insert(std::move(sum));
}

void KnownFiles::add_driver(const Driver& driver) {
    if (driver.name.empty()) return;
    for (const Project& project : {beside_project(driver), example_of(driver)})
        for (const ProjectFile& file : project)
            add(file);
}

bool KnownFiles::has(const ProjectFile& file) const {
    return forms_.contains(file_form(file).sum);
}

Likeness likeness_of(const Project& project, const KnownFiles& known) {
    std::vector<std::string> forms, bytes;
    std::size_t tokens = 0;
    for (const ProjectFile& file : project) {
        const FileForm form = file_form(file);
        if (form.sum.empty() || known.has(file)) continue;
        forms.push_back(form.sum);
        bytes.push_back(sha256_of(file.bytes));
        tokens += form.tokens;
    }
    if (tokens < min_tokens_of_copy) return {};
    return {joined(std::move(bytes)), joined(std::move(forms))};
}

bool Copies::byte_for_byte() const {
    return std::ranges::count(bytes, bytes.front()) == std::ssize(bytes);
}

std::vector<Copies> copies_among(std::span<const Likeness> hand_ins) {
    std::map<std::string, Copies> groups;  // by their forms
    for (std::size_t i = 0; i < hand_ins.size(); ++i) {
        if (hand_ins[i].form.empty()) continue;
        Copies& group = groups[hand_ins[i].form];
        group.members.push_back(i);
        group.bytes.push_back(hand_ins[i].bytes);
    }
    std::vector<Copies> copies;
    for (auto& [form, group] : groups)
        if (group.members.size() > 1) copies.push_back(std::move(group));
    std::ranges::sort(copies, {}, [](const Copies& group) { return group.members.front(); });
    std::ranges::stable_sort(copies, std::greater<>(), [](const Copies& group) { return group.members.size(); });
    return copies;
}

std::string text_of(const Copies& copies, std::span<const std::string> names) {
    constexpr std::size_t few = 3;
    return fmt::format("the same{}: {}",
                       copies.byte_for_byte() ? ", byte for byte" : " but for names, comments and blanks",
                       listed(copies.members, names, few));
}

std::string others_of(const Copies& copies, std::size_t member, std::span<const std::string> names) {
    constexpr std::size_t some = 5;
    const auto place = std::ranges::find(copies.members, member) - copies.members.begin();
    std::vector<std::size_t> exact, alike;
    for (std::size_t i = 0; i < copies.members.size(); ++i)
        if (copies.members[i] != member)
            (copies.bytes[i] == copies.bytes[static_cast<std::size_t>(place)] ? exact : alike)
                .push_back(copies.members[i]);
    std::string text = exact.empty() ? "" : listed(exact, names, some) + ", byte for byte";
    if (!alike.empty())
        text += fmt::format("{}{}, but for names, comments and blanks", text.empty() ? "" : "; ",
                            listed(alike, names, some));
    return text;
}

}  // namespace referee::handins
