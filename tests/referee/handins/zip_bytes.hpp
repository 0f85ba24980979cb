// Writes zip archives with deliberate faults.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

namespace handins_test {

/// A stored file of an archive. The members are what the archive says, true or not.
struct ZipFile {
    std::string name;
    std::string bytes;
    std::uint32_t mode = 0100644;
    std::uint16_t flags = 0, method = 0;
    std::string local_name = name;
    std::uint32_t size = static_cast<std::uint32_t>(bytes.size());
    std::uint32_t crc32 = static_cast<std::uint32_t>(
        ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
};

inline std::string little(std::uint64_t number, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i)
        text += static_cast<char>(number >> 8 * i & 0xff);
    return text;
}

/// An archive of these files, each with its bytes as they are.
inline std::string zip_of(const std::vector<ZipFile>& files) {
    std::string archive, directory;
    for (const ZipFile& file : files) {
        const std::string both = little(file.flags, 2) + little(file.method, 2) + little(0, 4) + little(file.crc32, 4) +
                                 little(file.bytes.size(), 4) + little(file.size, 4);
        directory += "PK\1\2" + little(3 << 8, 2) + little(20, 2) + both + little(file.name.size(), 2) + little(0, 8) +
                     little(std::uint64_t{file.mode} << 16, 4) + little(archive.size(), 4) + file.name;
        archive += "PK\3\4" + little(20, 2) + both + little(file.local_name.size(), 2) + little(0, 2) +
                   file.local_name + file.bytes;
    }
    const std::uint64_t begin = archive.size();
    return archive + directory + "PK\5\6" + little(0, 4) + little(files.size(), 2) + little(files.size(), 2) +
           little(directory.size(), 4) + little(begin, 4) + little(0, 2);
}

}  // namespace handins_test
