#include "referee/handins/student.hpp"

#include "referee/core/base/harmless_lines.hpp"

namespace referee::handins {

const std::string& Student::identifier(IdKind kind) const {
    switch (kind) {
        case IdKind::number: return number;
        case IdKind::email: return email;
        case IdKind::login: return login;
        case IdKind::platform_id: return platform_id;
        case IdKind::handle: break;
    }
    return handle;
}

std::vector<Student> kept_students(std::vector<Student> students) {
    for (Student& student : students)
        for (std::string* text : {&student.handed_in, &student.remark, &student.build_output})
            *text = harmless_lines(*text);
    return students;
}

}  // namespace referee::handins
