#include "referee/arena/web/upload_sink.hpp"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "protocol/json_text.hpp"
#include "protocol/utf8.hpp"

namespace referee::arena {

using namespace serve;

namespace {

int status_of(UploadRefusal::Kind kind) {
    switch (kind) {
        case UploadRefusal::Kind::closed: return 403;
        case UploadRefusal::Kind::too_large:
        case UploadRefusal::Kind::too_much: return 413;
        case UploadRefusal::Kind::empty: return 400;
        case UploadRefusal::Kind::pending:
        case UploadRefusal::Kind::impossible: return 409;
        case UploadRefusal::Kind::too_often: return 429;
        case UploadRefusal::Kind::disk_full: return 507;
        case UploadRefusal::Kind::right_ended: return 401;
    }
    return 500;
}

class UploadSink final : public BodySink {
public:
    UploadSink(int person, std::unique_ptr<Upload> upload, UploadFor purpose)
        : person_(person), upload_(std::move(upload)), purpose_(purpose) {}

    void take(std::string_view piece) override {
        if (!refusal_) refusal_ = upload_->add(piece);
        if (refusal_) upload_.reset();
    }

    Outcome finish() override {
        if (!refusal_) refusal_ = upload_->refusal();  // before it takes the place of another upload
        if (refusal_) return reply_of(*refusal_);
        upload_->complete();
        return SlowWork{[upload = std::move(upload_), purpose = purpose_] {
            const auto result = upload->finish();
            if (const auto* refusal = std::get_if<UploadRefusal>(&result)) return reply_of(*refusal);
            if (purpose == UploadFor::only_try) return json_reply(201, "{}");
            const auto& stored = std::get<UploadResult>(result);
            return json_reply(stored.is_new ? 201 : 200, protocol::json_text({{"version", stored.version},
                                                                              {"new", stored.is_new},
                                                                              {"may_return", stored.may_return}}));
        }};
    }

    /// A try takes the place of no hand-in.
    std::string holder() const override {
        return purpose_ == UploadFor::version ? holder_of(person_) : holder_of(person_) + " tries";
    }
    Duration more_time() const override { return upload_ ? Duration(upload_->more_time()) : Duration(); }

private:
    int person_;
    std::shared_ptr<Upload> upload_;
    UploadFor purpose_;
    std::optional<UploadRefusal> refusal_;
};

}  // namespace

Reply reply_of(const UploadRefusal& refusal) {
    return error_reply(status_of(refusal.kind), refusal.why);
}

std::string holder_of(int person) {
    return person < 0 ? "teacher" : fmt::format("student {}", person);
}

std::optional<std::string> percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded += text[i];
            continue;
        }
        unsigned value = 0;
        const std::string_view digits = text.substr(i + 1, 2);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (digits.size() != 2 || error != std::errc() || end != digits.data() + 2) return std::nullopt;
        decoded += static_cast<char>(value);
        i += 2;
    }
    for (std::string_view rest = decoded; !rest.empty();) {
        const auto character = protocol::decoded(rest);
        if (character.point == protocol::no_character) return std::nullopt;
        rest.remove_prefix(character.length);
    }
    return decoded;
}

std::variant<Reply, std::unique_ptr<BodySink>> begin_upload(Arena& arena, int person, std::string_view name,
                                                            std::size_t length, std::string cookie, UploadFor purpose) {
    const auto file = percent_decoded(name);
    if (!file || file->empty()) return error_reply(400, "the name of the file is missing (X-File-Name)");
    auto begun = arena.begin_upload(person, *file, length, std::move(cookie), purpose);
    if (const auto* refusal = std::get_if<UploadRefusal>(&begun)) return reply_of(*refusal);
    return std::make_unique<UploadSink>(person, std::get<std::unique_ptr<Upload>>(std::move(begun)), purpose);
}

}  // namespace referee::arena
