#include "referee/handins/student.hpp"

#include "referee/core/base/harmless_lines.hpp"

namespace referee::handins {

std::vector<Student> kept_students(std::vector<Student> students) {
    for (Student& student : students)
        for (std::string* text : {&student.handed_in, &student.remark, &student.build_output})
            *text = harmless_lines(*text);
    return students;
}

}  // namespace referee::handins
