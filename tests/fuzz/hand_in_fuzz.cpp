// Fuzzes what the referee reads of hand-ins: zip archives, parcels and lists of students, and the recognition of what
// they contain. Whatever comes out has plain paths within the limits.
#include <cstdint>
#include <string_view>

#include "games/user_error.hpp"
#include "referee/handins/parcel.hpp"
#include "referee/handins/recipe.hpp"
#include "referee/handins/student_list.hpp"
#include "referee/handins/zip.hpp"
#include "tests/fuzz/require.hpp"

namespace {

using namespace referee::handins;

void check(Project project) {
    std::uint64_t bytes = 0;
    require(project.size() <= max_files);
    for (const ProjectFile& file : project) {
        bytes += file.bytes.size();
        require(!file.path.empty() && file.path.front() != '/' && file.path.find('\0') == std::string::npos);
        require(("/" + file.path + "/").find("/../") == std::string::npos);
    }
    require(bytes <= max_bytes);
    lift(project);
    static_cast<void>(keep_newest_copies(project));
    require(!recognise(project).needs().empty() || !project.empty());
}

void try_to(auto&& act) {
    try {
        act();
    } catch (const games::UserError& error) {
        require(*error.what() != '\0');
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    try_to([&] { check(read_zip(bytes)); });
    try_to([&] { check(read_parcel(bytes).files); });
    try_to([&] {
        for (const auto& student : read_students(bytes, "list").students)
            require(!student.name.empty() && student.name.find('/') == std::string::npos &&
                    student.name.front() != '.');
    });
    return 0;
}
