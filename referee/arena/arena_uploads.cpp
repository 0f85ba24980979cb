// The uploads of an arena.
#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "referee/arena/arena.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/sha256.hpp"

namespace referee::arena {

namespace {

constexpr std::size_t max_file_name = 100;
constexpr std::string_view right_has_ended = "your link was replaced, or you have left, while the file was sent";

/// The last part of a path, as Unix or Windows writes it, without what does not belong into a name.
std::string plain_file_name(std::string_view given) {
    given.remove_prefix(given.find_last_of("/\\") + 1);
    std::string name = harmless(given);
    if (name.size() > max_file_name) name = name.substr(name.size() - max_file_name);  // the suffix tells the language
    while (name.starts_with('.'))
        name.erase(0, 1);
    return name.empty() ? "bot" : harmless(name);
}

}  // namespace

Upload::Upload(Arena& arena, int person, std::string file, Time begun, std::string cookie, UploadFor purpose)
    : arena_(arena),
      person_(person),
      file_(std::move(file)),
      begun_(begun),
      cookie_(std::move(cookie)),
      purpose_(purpose) {}

Upload::~Upload() {
    end();
}

void Upload::end() {
    if (!std::exchange(ended_, true) && purpose_ == UploadFor::version) arena_.end_upload(completed_.has_value());
}

void Upload::complete() {
    completed_ = purpose_ == UploadFor::version ? arena_.complete_upload() : arena_.now();
}

std::optional<UploadRefusal> Upload::add(std::string_view bytes) {
    if (bytes_.size() + bytes.size() > arena_.limits_.bytes) {
        return UploadRefusal{UploadRefusal::Kind::too_large,
                             fmt::format("the file has more than {} bytes", arena_.limits_.bytes)};
    }
    bytes_ += bytes;
    return std::nullopt;
}

std::optional<UploadRefusal> Upload::refusal() const {
    if (bytes_.empty()) return UploadRefusal{UploadRefusal::Kind::empty, "the file is empty"};
    const auto visitor = arena_.visitor_of_cookie(cookie_);
    if (cookie_.empty() || (visitor && visitor->person == person_)) return std::nullopt;
    return UploadRefusal{UploadRefusal::Kind::right_ended, std::string(right_has_ended)};
}

std::variant<UploadResult, UploadRefusal> Upload::finish() {
    struct End {
        Upload& upload;
        ~End() { upload.end(); }
    } const end{*this};
    return purpose_ == UploadFor::version ? arena_.keep(*this) : arena_.keep_try(*this);
}

std::chrono::milliseconds Upload::more_time() const {
    const Time now = arena_.now(), deadline = arena_.settings().deadline;
    if (now < deadline || purpose_ == UploadFor::only_try) return {};
    return std::max<std::chrono::milliseconds>(deadline + time_to_finish_upload - now, {});
}

Time Arena::complete_upload() {
    const Lock lock(mutex_);
    ++complete_uploads_;
    return now();
}

void Arena::end_upload(bool was_complete) {
    const Lock lock(mutex_);
    --uploads_;
    if (was_complete) --complete_uploads_;
    wake();
}

std::variant<std::unique_ptr<Upload>, UploadRefusal> Arena::begin_upload(int person, std::string_view file,
                                                                         std::optional<std::uint64_t> length,
                                                                         std::string cookie, UploadFor purpose) {
    const Lock lock(mutex_);
    static_cast<void>(snapshot_->person(person));
    const Time begun = now();
    if (begun >= snapshot_->settings.deadline)
        return UploadRefusal{UploadRefusal::Kind::closed, "the deadline has passed"};
    if (length && *length > limits_.bytes)
        return UploadRefusal{UploadRefusal::Kind::too_large,
                             fmt::format("the file has more than {} bytes", limits_.bytes)};
    auto upload = std::make_unique<Upload>(*this, person, plain_file_name(file), begun, std::move(cookie), purpose);
    if (purpose == UploadFor::version) ++uploads_;  // the final does not wait for a try
    return upload;
}

/// Whether less than UploadLimits::free_disk would be left after these many bytes.
bool Arena::disk_is_full(std::uint64_t bytes) const {
    struct statvfs disk {};
    return ::fstatvfs(folder_.uploads().fd().get(), &disk) == 0 &&
           std::uint64_t{disk.f_bavail} * disk.f_frsize < limits_.free_disk + bytes;
}

/// Why a new version of a holder is refused now.
std::optional<UploadRefusal> Arena::refusal(const HeldVersions& held, int person, std::uint64_t bytes, Time now) const {
    using Kind = UploadRefusal::Kind;
    for (const HandIn& hand_in : held.versions)
        if (hand_in.state == HandInState::waiting)
            return UploadRefusal{Kind::pending,
                                 fmt::format("version {} is still being tried: wait for its result", hand_in.version)};
    if (file_.uploads_since(person, now - std::chrono::hours(1)) >= limits_.an_hour)
        return UploadRefusal{Kind::too_often, fmt::format("{} versions were handed in within an hour: try again later",
                                                          limits_.an_hour)};
    if (held.bytes() + bytes > limits_.bytes_of_person)
        return UploadRefusal{Kind::too_much,
                             fmt::format("all versions together may have {} MiB", limits_.bytes_of_person >> 20)};
    if (disk_is_full(bytes)) return UploadRefusal{Kind::disk_full, "the disk of the arena is full: tell your teacher"};
    return std::nullopt;
}

/// Whether the files of a version are still there. Old ones are removed, see HandInDesk::remove_old_versions().
bool Arena::is_kept(const std::string& entrant) {
    return exists_at(std::filesystem::path(versions_folder) / entrant);
}

std::optional<UploadRefusal> Arena::play_again(int person, int version, const std::string& cookie) {
    using Kind = UploadRefusal::Kind;
    const Lock lock(writing_);
    const auto known = snapshot();
    const Person& sender = known->person(person);
    const Person& holder = known->person(sender.holder);
    if (!cookie.empty() && known->keys->owner_of_cookie(cookie) != person)
        return UploadRefusal{Kind::right_ended, "your link was replaced, or you have left"};
    const Time now = this->now();
    if (now >= known->settings.deadline) return UploadRefusal{Kind::closed, "the deadline has passed"};
    const HeldVersions held = file_.hand_ins_of(holder.number);
    const HandIn* const hand_in = held.find(version);
    if (hand_in == nullptr || hand_in->state != HandInState::accepted)
        return UploadRefusal{Kind::impossible, fmt::format("there is no accepted version {}", version)};
    const int newest = held.versions.front().version;
    if (held.choice == HeldVersions::Choice{version, newest}) return std::nullopt;  // perhaps the answer was lost
    if (!is_kept(entrant_name(holder, version)))
        return UploadRefusal{Kind::impossible,
                             fmt::format("version {} is too old to be kept: hand in its file again", version)};
    if (file_.choices_since(holder.number, now - std::chrono::hours(1)) >= limits_.an_hour)
        return UploadRefusal{Kind::too_often,
                             fmt::format("older versions were taken {} times within an hour: try again "
                                         "later",
                                         limits_.an_hour)};
    const std::string of_team = holder.is_team() ? " of " + holder.student.name : "";
    file_.choose(
        holder.number, version, newest, now,
        entry("student", fmt::format("{} lets version {}{} play again", sender.student.name, version, of_team)));
    Snapshot next = with_hand_ins_of(holder.number);
    next.audit = shared(file_.audit());
    replace_snapshot(std::move(next));
    entries_changed_ = true;
    tell({News::Kind::version, holder.number, version});
    wake();
    return std::nullopt;
}

/// The bytes are on the disk before a row of arena.db names them. The same bytes of the same holder are the same
/// version, unless they were refused for a reason that may be gone: the machine's, or a file name of another language.
/// An accepted version whose files are gone is built anew.
std::variant<UploadResult, UploadRefusal> Arena::keep(const Upload& upload) {
    using Kind = UploadRefusal::Kind;
    const std::string& bytes = upload.bytes_;
    if (auto refused = upload.refusal()) return *std::move(refused);
    HandIn hand_in{.file = upload.file_, .sha256 = sha256_of(bytes), .bytes = bytes.size(), .at = upload.begun_};
    const Lock lock(writing_);  // so that no link is replaced, and nobody moves, from here on
    const auto known = snapshot();
    const int person = known->holder_of(upload.person_);
    hand_in.person = person;
    if (person != upload.person_) hand_in.sender = upload.person_;
    if (!upload.cookie_.empty() && known->keys->owner_of_cookie(upload.cookie_) != upload.person_)
        return UploadRefusal{Kind::right_ended, std::string(right_has_ended)};
    const HeldVersions held = file_.hand_ins_of(person);
    for (const HandIn& earlier : held.versions) {
        if (earlier.sha256 != hand_in.sha256) continue;
        const bool is_kept = this->is_kept(entrant_name(known->person(person), earlier.version));
        const bool is_new_try =
            (earlier.state == HandInState::accepted && !is_kept) ||
            (earlier.state == HandInState::refused && (earlier.may_be_repeated || earlier.file != hand_in.file));
        if (is_new_try) continue;
        const bool may_return = earlier.state == HandInState::accepted && now() < known->settings.deadline &&
                                held.to_play()->version != earlier.version;
        return UploadResult{earlier.version, false, may_return};
    }
    const Time now = this->now();
    if (upload.completed_.value_or(now) >= known->settings.deadline + time_to_finish_upload)
        return UploadRefusal{Kind::closed, "the upload ended too long after the deadline"};
    if (auto refused = refusal(held, person, bytes.size(), now)) return *std::move(refused);
    if (const int error = folder_.uploads().write(hand_in.sha256, bytes); error != 0)
        throw std::system_error(error, std::generic_category(), "the upload can't be stored");
    hand_in.version = file_.add_hand_in(hand_in);
    replace_snapshot(with_hand_ins_of(person));
    tell({News::Kind::version, person, hand_in.version});
    wake();
    return UploadResult{hand_in.version, true};
}

}  // namespace referee::arena
