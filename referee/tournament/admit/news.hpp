// Collects what is new since a tournament began: who joins, who replaces an earlier version, and who stays out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/handins/class_folder.hpp"
#include "referee/tournament/admit/candidate.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

/// What is new in a folder.
struct FolderNews {
    std::vector<Candidate> bots;         ///< those that join come before those that replace an entrant
    std::vector<LeftOut> left_out;       ///< what can't play, unless the journal says so already
    ClassNews of_class{};                ///< without students if there is no class
    handins::WrittenTable table{};       ///< hand_ins.csv of that class
    std::shared_ptr<const void> lock{};  ///< keeps other referees from preparing the same hand-ins
};

/// Removes the bots that the journal says to have been left out for the same reason. Bots of a class have the names of
/// the students then.
void drop_known(std::vector<LeftOut>& left_out, const TournamentHead& head, const std::vector<Student>& students);

/// Collects news about a tournament.
class News {
public:
    /// `db`: the tournament's file. `place`: must outlive this.
    News(const TournamentHead& head, const std::string& db, const handins::Workplace& place);

    [[nodiscard]] const Field& field() const { return field_; }
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    /// The last entrant for which `test` is true; nothing if there is none.
    template <class Test>
    [[nodiscard]] std::optional<std::size_t> last_entrant(const Test& test) const {
        for (std::size_t i = names_.size(); i > 0; --i)
            if (test(i - 1)) return i - 1;
        return std::nullopt;
    }
    /// The last one that takes part or, if none does, the last one.
    template <class Test>
    [[nodiscard]] std::optional<std::size_t> last_present(const Test& test) const {
        const auto present = last_entrant([&](std::size_t i) { return test(i) && field_.is_in(static_cast<int>(i)); });
        return present ? present : last_entrant(test);
    }

    void join(Candidate bot);
    /// `known`: an entrant of which `bot` is a newer version. `remedy`: how it can take part if the entrant has left.
    /// Returns whether it may take part.
    bool replace(std::size_t known, Candidate bot, std::string_view remedy);
    void leave_out(LeftOut bot) { left_out_.push_back(std::move(bot)); }
    /// All of it. Tells of newer versions that stay out.
    [[nodiscard]] FolderNews take();

private:
    const TournamentHead& head_;
    const handins::Workplace& place_;
    Field field_;
    std::optional<Account> knockout_;
    std::vector<std::string> names_;
    std::vector<Candidate> joining_, replacing_;
    std::vector<LeftOut> left_out_;
    std::vector<std::string> of_gone_, of_lost_;  ///< lines about newer versions of those that can't play them
};

}  // namespace referee::tournament
