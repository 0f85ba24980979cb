#include "referee/handins/parcel.hpp"

#include "games/user_error.hpp"

namespace referee::handins {

namespace {

// A parcel is this sign; the complaint and the output as texts; three numbers: the exit code, whether the build ended
// in time, and the number of files; and for each file its path as a text, 1 if it can be run, and its content as a
// text. If there is more, it is the number of files beside the project, and these files in the same way. A number has
// four bytes in little-endian order. A text is the number of its bytes, and the bytes.
constexpr std::string_view sign = "referee-parcel-1\n";

constexpr std::size_t max_complaint = 500;

void add_number(std::string& out, std::uint32_t number) {
    for (int byte = 0; byte < 4; ++byte)
        out += static_cast<char>(number >> 8 * byte & 0xff);
}

void add_text(std::string& out, std::string_view text) {
    add_number(out, static_cast<std::uint32_t>(text.size()));
    out += text;
}

void add_files(std::string& out, const Project& files) {
    add_number(out, static_cast<std::uint32_t>(files.size()));
    for (const ProjectFile& file : files) {
        add_text(out, file.path);
        add_number(out, file.executable ? 1 : 0);
        add_text(out, file.bytes);
    }
}

class ParcelReader {
public:
    explicit ParcelReader(std::string_view bytes) : rest_(bytes) {}

    std::string_view take(std::size_t size) {
        if (size > rest_.size()) throw games::UserError("what came out of the sandbox is incomplete");
        const std::string_view part = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return part;
    }
    std::uint32_t number() {
        std::uint32_t number = 0;
        const std::string_view bytes = take(4);
        for (std::size_t i = 0; i < bytes.size(); ++i)
            number |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
        return number;
    }
    std::string text() { return std::string(take(number())); }
    /// The beginning of a text.
    std::string text(std::size_t max) { return std::string(take(number()).substr(0, max)); }

    Project files() {
        ProjectMaker maker;
        for (std::uint32_t left = number(); left > 0; --left) {
            std::string path = text();
            const bool executable = number() != 0;
            maker.add({std::move(path), text(), executable});
        }
        return maker.take();
    }
    bool at_end() const { return rest_.empty(); }

private:
    std::string_view rest_;
};

}  // namespace

std::string bytes_of(const Parcel& parcel) {
    std::string out(sign);
    add_text(out, parcel.complaint);
    add_text(out, parcel.output);
    add_number(out, parcel.exit_code);
    add_number(out, parcel.in_time ? 1 : 0);
    add_files(out, parcel.files);
    if (!parcel.beside.empty()) add_files(out, parcel.beside);
    return out;
}

Parcel read_parcel(std::string_view bytes) {
    ParcelReader reader(bytes);
    if (bytes.size() > max_parcel || reader.take(sign.size()) != sign)
        throw games::UserError("what came out of the sandbox can't be read");
    Parcel parcel;
    parcel.complaint = reader.text(max_complaint);
    parcel.output = reader.text(max_output);
    parcel.exit_code = reader.number();
    parcel.in_time = reader.number() != 0;
    parcel.files = reader.files();
    if (!reader.at_end()) parcel.beside = reader.files();
    return parcel;
}

}  // namespace referee::handins
