// A folder for a test's files, which is removed after the test, the content of files, and a PATH or working directory
// that is restored after the test.
#pragma once

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

class TempFolder {
public:
    TempFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "referee_test_XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~TempFolder() { std::filesystem::remove_all(path_); }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }
    const std::string& path() const { return path_; }

    /// Writes a file, by default with permission to execute it. Returns its path.
    std::string write(std::string_view name, std::string_view content, mode_t mode = 0755) const {
        const std::string file = *this / name;
        std::ofstream(file, std::ios::binary) << content;
        ::chmod(file.c_str(), mode);
        return file;
    }

private:
    std::string path_;
};

/// The content of a file, or an empty string if it can't be read.
inline std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The number of files in a folder.
inline long count_files(const std::string& folder) {
    return std::distance(std::filesystem::directory_iterator(folder), {});
}

/// Sets an environment variable and restores it on destruction.
class ScopedVariable {
public:
    ScopedVariable(const char* name, const std::string& value) : name_(name) {
        if (const char* before = std::getenv(name)) before_ = before;
        ::setenv(name, value.c_str(), 1);
    }
    ~ScopedVariable() { static_cast<void>(before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_)); }
    ScopedVariable(const ScopedVariable&) = delete;
    ScopedVariable& operator=(const ScopedVariable&) = delete;

private:
    const char* name_;
    std::optional<std::string> before_;
};

/// Changes the working directory and restores it on destruction.
class ScopedFolder {
public:
    explicit ScopedFolder(const std::string& folder) : before_(std::filesystem::current_path()) {
        std::filesystem::current_path(folder);
    }
    ~ScopedFolder() { std::filesystem::current_path(before_); }
    ScopedFolder(const ScopedFolder&) = delete;
    ScopedFolder& operator=(const ScopedFolder&) = delete;

private:
    std::filesystem::path before_;
};
