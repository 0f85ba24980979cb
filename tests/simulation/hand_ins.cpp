#include "tests/simulation/hand_ins.hpp"

#include <algorithm>
#include <sstream>

namespace simulation {

std::string bots_beside(const std::string& db) {
    return db.substr(0, db.rfind(".db")) + ".bots";
}

void HandIns::wrote(const std::string& file, const std::string& content) {
    if (content.empty())
        files_.erase(file);
    else
        files_[file] = content;
}

std::string HandIns::content_of(const std::string& file) const {
    const auto found = files_.find(file);
    return found == files_.end() ? "" : found->second;
}

std::vector<std::string> HandIns::list_in(const std::string& file) const {
    std::vector<std::string> names;
    std::istringstream lines(content_of(file));
    std::string line;
    std::getline(lines, line);  // the header
    while (std::getline(lines, line))
        names.push_back(line);
    return names;
}

std::set<std::string> HandIns::unowned_in(const std::string& folder, const std::vector<std::string>& students) const {
    std::set<std::string> unowned;
    for (const auto& [file, content] : files_) {
        const std::string name = file.substr(file.rfind('/') + 1);
        if (file == folder + "/" + name && std::find(students.begin(), students.end(), name) == students.end())
            unowned.insert(name);
    }
    return unowned;
}

HandIns::News HandIns::news_in(const std::string& folder, const std::string& db,
                               const std::vector<std::string>& students) const {
    News news;
    const auto known = known_.find(db);
    for (const std::string& student : students) {
        const std::string content = content_of(folder + "/" + student);
        if (content.empty()) continue;
        news.handed_in.insert(student);
        if (known != known_.end()) {
            const auto played = known->second.played.find(student);
            if (played != known->second.played.end() && played->second == content) continue;
        }
        if (!content.starts_with("#!"))
            news.refused[student] = "no program";
        else if (content.find("unfit") != std::string::npos)
            news.unfit[student] = "not fit";
        else
            news.fit.insert(student);
    }
    for (const std::string& entry : unowned_in(folder, students))
        news.refused[entry] = "none of the students";
    return news;
}

void HandIns::takes_part(const std::string& db, const std::string& folder, const std::string& student) {
    known_[db].played[student] = content_of(folder + "/" + student);
    known_[db].why.erase(student);
}

}  // namespace simulation
