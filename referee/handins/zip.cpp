#include "referee/handins/zip.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>

#include "games/user_error.hpp"
#include "protocol/utf8.hpp"

namespace referee::handins {

namespace {

using games::UserError;

constexpr std::uint32_t sign_of_file = 0x04034b50, sign_of_entry = 0x02014b50, sign_of_end = 0x06054b50;
constexpr std::size_t size_of_file = 30, size_of_zip_entry = 46, size_of_end = 22, max_comment = 65535;
constexpr std::uint16_t is_encrypted = 1 | 1 << 6 | 1 << 13, sizes_follow = 1 << 3, is_utf8 = 1 << 11;
constexpr std::uint16_t is_stored = 0, is_deflated = 8;

[[noreturn]] void damaged_zip(std::string_view why) {
    throw UserError(fmt::format("its zip archive is damaged: {}", why));
}

/// The bytes of an archive. Every access is checked.
class Bytes {
public:
    explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

    std::string_view part(std::uint64_t at, std::uint64_t size) const {
        if (at > bytes_.size() || size > bytes_.size() - at) damaged_zip("it ends too early");
        return bytes_.substr(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
    }
    /// A number in little-endian order.
    template <class Number>
    Number number(std::uint64_t at) const {
        Number number = 0;
        const std::string_view bytes = part(at, sizeof number);
        for (std::size_t i = 0; i < bytes.size(); ++i)
            number = static_cast<Number>(number | static_cast<Number>(static_cast<unsigned char>(bytes[i])) << 8 * i);
        return number;
    }
    std::uint16_t small(std::uint64_t at) const { return number<std::uint16_t>(at); }
    std::uint32_t large(std::uint64_t at) const { return number<std::uint32_t>(at); }
    std::size_t size() const { return bytes_.size(); }

private:
    std::string_view bytes_;
};

/// A file in the directory of an archive.
struct ZipEntry {
    std::uint16_t made_on, flags, method;
    std::uint32_t crc32, packed, size, attributes, place;
    std::string_view name;
    std::uint64_t next;  ///< the place of the next entry
};

ZipEntry entry_at(const Bytes& zip, std::uint64_t at) {
    if (zip.large(at) != sign_of_entry) damaged_zip("its directory is not where it should be");
    const std::uint16_t name = zip.small(at + 28), extra = zip.small(at + 30), comment = zip.small(at + 32);
    return {.made_on = static_cast<std::uint16_t>(zip.small(at + 4) >> 8),
            .flags = zip.small(at + 8),
            .method = zip.small(at + 10),
            .crc32 = zip.large(at + 16),
            .packed = zip.large(at + 20),
            .size = zip.large(at + 24),
            .attributes = zip.large(at + 38),
            .place = zip.large(at + 42),
            .name = zip.part(at + size_of_zip_entry, name),
            .next = at + size_of_zip_entry + name + extra + comment};
}

/// The characters 0x80 to 0xff of code page 437, in which old programs write names.
constexpr std::array<std::uint16_t, 128> page_437 = {
    0xc7,   0xfc,   0xe9,   0xe2,   0xe4,   0xe0,   0xe5,   0xe7,   0xea,   0xeb,   0xe8,   0xef,   0xee,
    0xec,   0xc4,   0xc5,   0xc9,   0xe6,   0xc6,   0xf4,   0xf6,   0xf2,   0xfb,   0xf9,   0xff,   0xd6,
    0xdc,   0xa2,   0xa3,   0xa5,   0x20a7, 0x192,  0xe1,   0xed,   0xf3,   0xfa,   0xf1,   0xd1,   0xaa,
    0xba,   0xbf,   0x2310, 0xac,   0xbd,   0xbc,   0xa1,   0xab,   0xbb,   0x2591, 0x2592, 0x2593, 0x2502,
    0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557, 0x255d, 0x255c, 0x255b, 0x2510, 0x2514,
    0x2534, 0x252c, 0x251c, 0x2500, 0x253c, 0x255e, 0x255f, 0x255a, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550,
    0x256c, 0x2567, 0x2568, 0x2564, 0x2565, 0x2559, 0x2558, 0x2552, 0x2553, 0x256b, 0x256a, 0x2518, 0x250c,
    0x2588, 0x2584, 0x258c, 0x2590, 0x2580, 0x3b1,  0xdf,   0x393,  0x3c0,  0x3a3,  0x3c3,  0xb5,   0x3c4,
    0x3a6,  0x398,  0x3a9,  0x3b4,  0x221e, 0x3c6,  0x3b5,  0x2229, 0x2261, 0xb1,   0x2265, 0x2264, 0x2320,
    0x2321, 0xf7,   0x2248, 0xb0,   0x2219, 0xb7,   0x221a, 0x207f, 0xb2,   0x25a0, 0xa0};

bool is_valid_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto [point, length] = protocol::decoded(text.substr(i));
        if (point == protocol::no_character) return false;
        i += length;
    }
    return true;
}

/// The path of an entry in UTF-8, with slashes. Some programs write UTF-8 without saying so.
std::string path_of(const ZipEntry& entry) {
    std::string path;
    const bool utf8 = (entry.flags & is_utf8) != 0 || is_valid_utf8(entry.name);
    for (const char c : entry.name) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\\') {
            path += '/';
        } else if (utf8 || byte < 0x80) {
            path += c;
        } else {
            protocol::append_character(path, page_437[byte - 0x80]);
        }
    }
    return path;
}

/// The Unix mode of a file. 0 if the archive was made on another system.
std::uint32_t mode_of(const ZipEntry& entry) {
    constexpr std::uint16_t unix = 3, macos = 19;
    return entry.made_on == unix || entry.made_on == macos ? entry.attributes >> 16 : 0;
}

/// The packed bytes of an entry. The header before them must agree with the directory.
std::string_view packed_bytes(const Bytes& zip, const ZipEntry& entry, std::uint64_t end) {
    const std::uint64_t at = entry.place;
    if (zip.large(at) != sign_of_file) damaged_zip("a file is not where its directory says");
    const std::uint16_t flags = zip.small(at + 6), name = zip.small(at + 26), extra = zip.small(at + 28);
    constexpr std::uint64_t crc_field = 14;
    const auto is_same = [&](std::uint64_t field, std::uint32_t value) {
        const std::uint32_t here = zip.large(at + field);
        const bool in_longer_field = field != crc_field && here == UINT32_MAX;  // of a program that writes for any size
        return here == value || in_longer_field || ((flags & sizes_follow) != 0 && here == 0);
    };
    const bool same = ((flags ^ entry.flags) & is_encrypted) == 0 && zip.small(at + 8) == entry.method &&
                      is_same(crc_field, entry.crc32) && is_same(18, entry.packed) && is_same(22, entry.size) &&
                      zip.part(at + size_of_file, name) == entry.name;
    const std::uint64_t begin = at + size_of_file + name + extra;
    if (!same || begin + entry.packed > end) damaged_zip("its directory and its files contradict each other");
    return zip.part(begin, entry.packed);
}

/// Requires: `out` has the size that the file should have.
bool inflate_into(std::string& out, std::string_view packed) {
    z_stream stream{};
    constexpr int raw = -MAX_WBITS;
    if (::inflateInit2(&stream, raw) != Z_OK) throw std::bad_alloc();
    unsigned char none = 0;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = out.empty() ? &none : reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int end = ::inflate(&stream, Z_FINISH);
    ::inflateEnd(&stream);
    return end == Z_STREAM_END && stream.avail_out == 0 && stream.avail_in == 0;
}

void unpack(const ZipEntry& entry, std::string_view packed, std::string& out) {
    out.resize(entry.size);
    bool fine = entry.method == is_deflated ? inflate_into(out, packed) : packed.size() == out.size();
    if (fine && entry.method == is_stored) out = packed;
    const auto crc = ::crc32(0, reinterpret_cast<const Bytef*>(out.data()), static_cast<uInt>(out.size()));
    if (!fine || crc != entry.crc32) damaged_zip(fmt::format("'{}' can't be unpacked", path_of(entry)));
}

void refuse_special(const ZipEntry& entry) {
    const std::uint32_t kind = mode_of(entry) & S_IFMT;
    if (kind == S_IFLNK) throw UserError(fmt::format("its zip archive contains a link: '{}'", path_of(entry)));
    if (kind != 0 && kind != S_IFREG && kind != S_IFDIR)
        throw UserError(fmt::format("its zip archive contains a special file: '{}'", path_of(entry)));
    if ((entry.flags & is_encrypted) != 0)
        throw UserError("its zip archive is encrypted: hand in one without a password");
    if (entry.method != is_stored && entry.method != is_deflated)
        throw UserError("its zip archive uses an unusual compression: hand in a plain zip");
}

std::string deflated(const std::string& bytes) {
    z_stream stream{};
    constexpr int raw = -MAX_WBITS, usual_memory = 8;
    if (::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, raw, usual_memory, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    std::string packed(::deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    ::deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    ::deflateEnd(&stream);
    return packed;
}

/// Appends a number in little-endian order.
template <class Number>
void put(std::string& out, Number number) {
    for (std::size_t i = 0; i < sizeof number; ++i)
        out += static_cast<char>(number >> 8 * i & 0xff);
}

/// The place of the record at the end of the archive. A comment may follow it.
std::uint64_t end_of(const Bytes& zip) {
    for (std::size_t comment = 0; comment <= max_comment && size_of_end + comment <= zip.size(); ++comment) {
        const std::size_t at = zip.size() - size_of_end - comment;
        if (zip.large(at) == sign_of_end && zip.small(at + 20) == comment) return at;
    }
    throw UserError("it is no zip archive, although its name says so");
}

}  // namespace

Project read_zip(std::string_view archive) {
    const Bytes zip(archive);
    const std::uint64_t end = end_of(zip);
    const std::uint16_t count = zip.small(end + 10);
    const std::uint64_t size = zip.large(end + 12), directory = zip.large(end + 16);
    if (zip.large(end + 4) != 0 || zip.small(end + 8) != count) damaged_zip("it is one part of several");
    if (count == UINT16_MAX || directory + size != end) damaged_zip("its directory is not where it should be");
    ProjectMaker maker;
    std::uint64_t at = directory, all_packed = 0;
    for (int i = 0; i < count; ++i) {
        const ZipEntry entry = entry_at(zip, at);
        at = entry.next;
        std::string path = path_of(entry);
        if (is_clutter(path)) continue;
        refuse_special(entry);
        const bool folder = path.ends_with('/');
        all_packed += entry.packed;
        if (all_packed > directory) damaged_zip("its files overlap");  // how a small archive unpacks to a large one
        const std::string_view packed = packed_bytes(zip, entry, directory);
        if (folder && entry.size == 0) continue;
        maker.add(std::move(path), (mode_of(entry) & S_IXUSR) != 0, entry.size);
        unpack(entry, packed, maker.last().bytes);
    }
    if (at != end) damaged_zip("its directory is not where it should be");
    return maker.take();
}

std::string ZipWriter::add(const ProjectFile& file) {
    constexpr std::uint16_t version = 20, unix = 3 << 8, midnight = 0, january_1980 = 1 << 5 | 1;
    const auto refuse_above = [](std::size_t size, std::size_t max) {
        if (size > max) throw std::length_error("a zip archive would be larger than its format allows");
    };
    refuse_above(++files_, UINT16_MAX);
    const std::string packed = deflated(file.bytes);
    const auto crc =
        ::crc32(0, reinterpret_cast<const Bytef*>(file.bytes.data()), static_cast<uInt>(file.bytes.size()));
    std::string common;
    for (const std::uint16_t field : {version, is_utf8, is_deflated, midnight, january_1980})
        put(common, field);
    for (const std::size_t field : {std::size_t{crc}, packed.size(), file.bytes.size()})
        put(common, static_cast<std::uint32_t>(field));
    put(common, static_cast<std::uint16_t>(file.path.size()));
    put(common, std::uint16_t{0});  // no extra fields
    put(directory_, sign_of_entry);
    put(directory_, static_cast<std::uint16_t>(unix | version));
    directory_.append(common).append(6, '\0');  // no comment, one disk, no attributes of MS-DOS
    put(directory_, static_cast<std::uint32_t>(S_IFREG | (file.executable ? 0755 : 0644)) << 16);
    put(directory_, static_cast<std::uint32_t>(size_));
    directory_ += file.path;
    std::string piece;
    put(piece, sign_of_file);
    piece.append(common).append(file.path).append(packed);
    size_ += piece.size();
    refuse_above(std::max(size_ + directory_.size(), file.bytes.size()), UINT32_MAX);
    return piece;
}

std::string ZipWriter::finish() const {
    std::string piece = directory_;
    put(piece, sign_of_end);
    piece.append(4, '\0');  // one disk
    for (int on_disk_and_in_all = 0; on_disk_and_in_all < 2; ++on_disk_and_in_all)
        put(piece, static_cast<std::uint16_t>(files_));
    put(piece, static_cast<std::uint32_t>(directory_.size()));
    put(piece, static_cast<std::uint32_t>(size_));
    put(piece, std::uint16_t{0});  // no comment
    return piece;
}

std::string write_zip(const Project& files) {
    ZipWriter writer;
    std::string zip;
    for (const ProjectFile& file : files)
        zip += writer.add(file);
    return zip += writer.finish();
}

}  // namespace referee::handins
