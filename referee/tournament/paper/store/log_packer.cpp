#include "referee/tournament/paper/store/log_packer.hpp"

#include <zdict.h>
#include <zstd.h>

#include <new>

namespace referee::tournament {

namespace {

/// At this level, packing a log of usual size takes about 20 microseconds.
constexpr int level = 3;

/// A dictionary is trained on this many logs. Logs larger than max_sampled_log are not used as samples, because they
/// have enough repetition to compress well without a dictionary.
constexpr std::size_t logs_of_a_dictionary = 100;
constexpr std::size_t max_sampled_log = std::size_t{64} << 10;

/// A larger dictionary would not make usual logs smaller.
constexpr std::size_t max_dictionary = std::size_t{16} << 10;

/// All logs are smaller than this (docs/match_log.md). A damaged frame may claim any size.
constexpr unsigned long long max_log = 1ULL << 30;

/// Throws std::bad_alloc if the library could not make an object. If used correctly, it fails only for lack of memory.
template <class Object>
Object made(Object object) {
    if (!object) throw std::bad_alloc();
    return object;
}

}  // namespace

struct LogPacker::Contexts {
    template <auto free_it>
    struct Free {
        void operator()(auto* object) const { free_it(object); }
    };
    using Compression = std::unique_ptr<ZSTD_CCtx, Free<ZSTD_freeCCtx>>;
    using Decompression = std::unique_ptr<ZSTD_DCtx, Free<ZSTD_freeDCtx>>;
    using PackingDictionary = std::unique_ptr<ZSTD_CDict, Free<ZSTD_freeCDict>>;
    using UnpackingDictionary = std::unique_ptr<ZSTD_DDict, Free<ZSTD_freeDDict>>;

    Compression compression = made(Compression(ZSTD_createCCtx()));
    Decompression decompression = made(Decompression(ZSTD_createDCtx()));
    PackingDictionary packing;
    std::map<int, UnpackingDictionary> unpacking;
};

LogPacker::LogPacker() : contexts_(std::make_unique<Contexts>()) {
    ZSTD_CCtx_setParameter(contexts_->compression.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(contexts_->compression.get(), ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setParameter(contexts_->compression.get(), ZSTD_c_dictIDFlag, 0);  // the row has this number
}

LogPacker::~LogPacker() = default;
LogPacker::LogPacker(LogPacker&&) noexcept = default;
LogPacker& LogPacker::operator=(LogPacker&&) noexcept = default;

void LogPacker::learn(int number, std::string_view dictionary) {
    contexts_->unpacking[number] =
        made(Contexts::UnpackingDictionary(ZSTD_createDDict(dictionary.data(), dictionary.size())));
    auto packing = made(Contexts::PackingDictionary(ZSTD_createCDict(dictionary.data(), dictionary.size(), level)));
    ZSTD_CCtx_refCDict(contexts_->compression.get(), packing.get());
    contexts_->packing = std::move(packing);
    dictionary_ = number;
}

bool LogPacker::knows(int number) const {
    return contexts_->unpacking.contains(number);
}

std::optional<int> LogPacker::dictionary() const {
    return dictionary_;
}

std::string_view LogPacker::pack(std::string_view log) {
    packed_.resize(ZSTD_compressBound(log.size()));
    const std::size_t size =
        ZSTD_compress2(contexts_->compression.get(), packed_.data(), packed_.size(), log.data(), log.size());
    if (ZSTD_isError(size) != 0) throw std::bad_alloc();
    return std::string_view(packed_).substr(0, size);
}

std::optional<std::string_view> LogPacker::unpack(std::string_view packed, std::optional<int> dictionary) {
    const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
    if (size >= max_log) return std::nullopt;  // error codes are large numbers, too
    unpacked_.resize(size);
    const ZSTD_DDict* learned = dictionary ? contexts_->unpacking.at(*dictionary).get() : nullptr;
    const std::size_t got = ZSTD_decompress_usingDDict(contexts_->decompression.get(), unpacked_.data(),
                                                       unpacked_.size(), packed.data(), packed.size(), learned);
    if (ZSTD_isError(got) != 0 || got != size) return std::nullopt;
    return std::string_view(unpacked_);
}

void DictionaryMaker::add(std::string_view log) {
    if (done_ || sizes_.size() >= logs_of_a_dictionary || log.size() > max_sampled_log) return;
    samples_ += log;
    sizes_.push_back(log.size());
}

std::optional<std::string> DictionaryMaker::make() {
    if (done_ || sizes_.size() < logs_of_a_dictionary) return std::nullopt;
    done_ = true;
    std::string dictionary(max_dictionary, '\0');
    const std::size_t size = ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), samples_.data(), sizes_.data(),
                                                   static_cast<unsigned>(sizes_.size()));
    samples_ = {};
    sizes_ = {};
    if (ZDICT_isError(size) != 0) return std::nullopt;
    dictionary.resize(size);
    return dictionary;
}

}  // namespace referee::tournament
