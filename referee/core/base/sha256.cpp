#include "referee/core/base/sha256.hpp"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "referee/core/base/unique_fd.hpp"

namespace referee {

namespace {

UnreadFile system_says(int error) {
    return {error, std::strerror(error)};
}

std::variant<FileIdentity, UnreadFile> identity_of_regular(const struct stat& status) {
    if (!S_ISREG(status.st_mode)) return UnreadFile{0, "it is not a regular file"};
    return identity_of(status);
}

void require(bool done) {
    if (!done) throw std::runtime_error("OpenSSL's libcrypto can't make a SHA-256");
}

std::string hex_of(std::span<const unsigned char> bytes) {
    std::string text;
    for (const unsigned char byte : bytes) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

class Sha256 {
public:
    Sha256() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
        require(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
    }
    void add(const void* bytes, std::size_t count) { require(EVP_DigestUpdate(context_.get(), bytes, count) == 1); }
    std::string hex() {
        std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
        unsigned length = 0;
        require(EVP_DigestFinal_ex(context_.get(), digest.data(), &length) == 1);
        return hex_of(std::span(digest).first(length));
    }

private:
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string sha256_of(std::string_view bytes) {
    Sha256 sum;
    sum.add(bytes.data(), bytes.size());
    return sum.hex();
}

std::string key_of_password(std::string_view password, std::string_view salt, int rounds) {
    std::array<unsigned char, 32> key;
    const std::vector<unsigned char> salt_bytes(salt.begin(), salt.end());
    require(PKCS5_PBKDF2_HMAC(password.data(), static_cast<int>(password.size()), salt_bytes.data(),
                              static_cast<int>(salt_bytes.size()), rounds, EVP_sha256(), static_cast<int>(key.size()),
                              key.data()) == 1);
    return hex_of(key);
}

std::variant<FileIdentity, UnreadFile> identify_file(const std::string& path) {
    const auto status = status_of(path);
    return status ? identity_of_regular(*status) : system_says(errno);
}

std::variant<HashedFile, UnreadFile> hash_file(const std::string& path, std::uint64_t max_bytes) {
    // O_NONBLOCK, because the path may lead to a pipe by now.
    const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status {};
    if (!fd || ::fstat(fd.get(), &status) != 0) return system_says(errno);
    // Determined before the file is read. If the file changes later, its identity will differ.
    const auto identity = identity_of_regular(status);
    if (const auto* unread = std::get_if<UnreadFile>(&identity)) return *unread;
    Sha256 sum;
    std::vector<char> bytes(static_cast<std::size_t>(std::clamp<off_t>(status.st_size, 4096, off_t{256} * 1024)));
    for (std::uint64_t total = 0;;) {
        const auto count = ::read(fd.get(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return system_says(errno);
        if (count == 0) return HashedFile{sum.hex(), std::get<FileIdentity>(identity)};
        total += static_cast<std::uint64_t>(count);
        if (total > max_bytes) return UnreadFile{EFBIG, "it is too large"};
        sum.add(bytes.data(), static_cast<std::size_t>(count));
    }
}

}  // namespace referee
