"""Faults that a careless change could bring: texts of the code, and what to put in their place (plant.py)."""

from collections import namedtuple

# `edits`: the file, a text that it has exactly once, and the text in its place. `of_class`: only a class can show it.
Fault = namedtuple("Fault", "name edits of_class")

SCHEDULE = "referee/tournament/paper/schedule/"
TABLES = "referee/tournament/figures/tables/"
RUN = "referee/tournament/run/"
ADMIT = "referee/tournament/admit/"
STORE = "referee/tournament/paper/store/"
HANDINS = "referee/handins/"


def fault(name, path, old, new):
    return Fault(name, [(path, old, new)], False)


def class_fault(name, path, old, new):
    return Fault(name, [(path, old, new)], True)


FAULTS = [
    # Who plays whom, with which openings and sides.
    fault("cancelled pairs use up openings", SCHEDULE + "schedule.cpp",
          "    if (is_cancelled) return;\n    if (!field_.is_annulled(game.first) && !field_.is_annulled(game.second)) change_balance(game, 1);\n"
          "    Meetings& both = meetings_[key_of(game.first, game.second)];\n",
          "    Meetings& both = meetings_[key_of(game.first, game.second)];\n"
          "    if (is_cancelled) {\n"
          "        if (game.opening && std::exchange(both.last_pair, game.pair) != game.pair)\n"
          "            both.openings.add(*game.opening - first_opening(game.first, game.second), settings_.listed_openings);\n"
          "        return;\n"
          "    }\n"),
    fault("the last opening of a list comes again and again", SCHEDULE + "schedule.cpp",
          "return next % settings_.listed_openings;", "return std::min(next, settings_.listed_openings - 1);"),
    fault("only the first pass through a list counts", SCHEDULE + "used_openings.cpp",
          "    if (listed > 0 && place < next_) place += (next_ - place + listed - 1) / listed * listed;\n"
          "    while (listed > 0 && is_taken(place))\n        place += listed;\n", ""),
    fault("no sides are swapped after a cancelled game", SCHEDULE + "schedule.cpp",
          "    std::swap(game.first, game.second);\n    add(game, false);",
          "    if (field_.cancelled().empty()) std::swap(game.first, game.second);\n    add(game, false);"),
    fault("annulled games count for the balance of sides", SCHEDULE + "schedule.cpp",
          "    if (!field_.is_annulled(game.first) && !field_.is_annulled(game.second)) change_balance(game, 1);\n",
          "    change_balance(game, 1);\n"),
    fault("pairs are numbered anew in a resumed ladder", SCHEDULE + "ladder.cpp",
          "    round_ = next_round();\n", ""),
    fault("cancelled pairs count in a ladder", SCHEDULE + "ladder.cpp",
          "if (is_cancelled || field().is_annulled(game.first)", "if (field().is_annulled(game.first)"),
    fault("a second bye before everybody has had one", SCHEDULE + "swiss.cpp",
          "facts.entrants.back().had_bye = byes[i] >= too_many;", "facts.entrants.back().had_bye = byes[i] > too_many;"),
    fault("a new version is a stranger to its opponents", SCHEDULE + "swiss.cpp",
          "std::minmax({field().place_of(a), field().place_of(b)})", "std::minmax({a, b})"),
    fault("walkovers give no points for the pairing", SCHEDULE + "swiss.cpp",
          "standing(game.first).score += 2;", "standing(game.first).score += 0;"),
    fault("the challenger's new version plays nobody", SCHEDULE + "round_robin.cpp",
          "field().holder_of(settings().challenger)", "settings().challenger"),
    fault("a late entrant plays one pair only", SCHEDULE + "round_robin.cpp",
          "for (int done = fewest / 2; 2 * done < settings().games; ++done)",
          "for (int done = fewest / 2; 2 * done < (planned() > 0 ? 2 : settings().games); ++done)"),
    fault("the worse seed goes on after extra pairs", SCHEDULE + "knockout.cpp",
          "pairing.half_points_b > pairing.half_points_a ?", "pairing.half_points_b >= pairing.half_points_a ?"),
    fault("a third extra pair", SCHEDULE + "knockout.cpp",
          "pairing.extra_pairs == settings().extra_pairs;", "pairing.extra_pairs > settings().extra_pairs;"),
    fault("a knockout counts pairings of those who have left", SCHEDULE + "knockout.cpp",
          "in += is_in(one) || is_in(other) ? 1 : 0;", "in += 1;"),
    fault("late entrants play the best seeds", SCHEDULE + "knockout.cpp",
          "> field().place_of(*standing_[b]);", "< field().place_of(*standing_[b]);"),
    fault("a leaver of a knockout goes on", SCHEDULE + "knockout.cpp",
          "    pairing.winner = std::max(a, b);\n", "    pairing.winner = pairing.a;\n"),
    # What changes do.
    fault("annulled entrants keep walkovers", SCHEDULE + "field.cpp",
          "    if (is_annulled(entrant)) return false;\n", ""),
    fault("an annulled entrant that left before keeps its results", SCHEDULE + "field.cpp",
          "    entry.annulled = change.annulled;", "    entry.annulled = entry.stays.back().left == change.planned && change.annulled;"),
    fault("a version that returns still has its heir", SCHEDULE + "field.cpp", "            entry.replaced_by.reset();\n", ""),
    fault("games against those who are away come back", RUN + "director.cpp",
          "} else if (now.is_in(other)) {", "} else {"),
    fault("an earlier match counts again though its pairing begins anew", RUN + "director.cpp",
          "(is_knockout ? kind == Kind::withdrawn : !is_cancelled);", "!is_cancelled;"),
    fault("one of two leavers has won", RUN + "director.cpp",
          "const bool in_any_order = format() == Format::swiss || format() == Format::knockout;",
          "const bool in_any_order = format() == Format::knockout;"),
    fault("the order in which two leave a knockout decides whether earlier matches count", RUN + "director.cpp",
          "const bool in_any_order = format() == Format::swiss || format() == Format::knockout;",
          "const bool in_any_order = format() == Format::swiss;"),
    fault("games of somebody are played again with those who are away", RUN + "games_to_repeat.cpp",
          "if (wanted && played_.contains(game.number) && now_.is_in(game.first) && now_.is_in(game.second))",
          "if (wanted && played_.contains(game.number))"),
    fault("earlier matches are lost when a bot leaves", RUN + "director.cpp",
          "set_aside.contains(game.number) && (is_knockout", "false && (is_knockout"),
    fault("a replaced bot of a round robin keeps its results", RUN + "director.cpp",
          "asked || has_fixed_pairings(format()));", "asked);"),
    fault("the first match that was set aside counts again", STORE + "store_rows.cpp", "ORDER BY id DESC LIMIT 1", "ORDER BY id LIMIT 1"),
    fault("games to play again wait until the next run", RUN + "ledger.cpp",
          "const auto open = changed_ ? std::span(all) : fresh;", "const auto open = fresh;"),
    # What counts.
    fault("byes of rounds in which a late entrant was away", TABLES + "account.cpp",
          "return field_.is_in(entrant, round.first_game) && !round", "return field_.is_in(entrant) && !round"),
    fault("games without a result are void for one side", TABLES + "account.cpp",
          "        ++first.void_games;\n        ++second.void_games;\n", "        ++first.void_games;\n"),
    fault("annulled entrants keep byes", TABLES + "account.cpp",
          "    if (field_.is_annulled(entrant)) return 0;\n", ""),
    fault("cancelled games are left", TABLES + "account.cpp",
          "if (games) *games -= static_cast<std::int64_t>(field_.cancelled().size());",
          "if (games) *games -= static_cast<std::int64_t>(field_.cancelled().size()) / 2;"),
    fault("the winner forfeits", TABLES + "account.cpp",
          "++entrants_[*match.result.winner == 0 ? second : first].forfeits", "++entrants_[*match.result.winner == 0 ? first : second].forfeits"),
    fault("a goal ends the run in the middle of a cycle", TABLES + "account.cpp",
          "played_ + field_.cancelled().size() != planned || goal", "planned == 0 || goal"),
    fault("a goal is looked at two games early", TABLES + "account.cpp",
          "is_checkpoint(results_.total().games(), ", "is_checkpoint(results_.total().games() + 2, "),
    fault("games without a result count for a goal", TABLES + "account.cpp",
          "is_checkpoint(results_.total().games(), ", "is_checkpoint(played_, "),
    fault("entrants that have left count for a goal", TABLES + "standings.cpp",
          "        if (account.field().is_in(static_cast<int>(line.entrant))) order.push_back(line.entrant);\n", "        order.push_back(line.entrant);\n"),
    fault("annulled games count before a ladder rests", SCHEDULE + "ladder.cpp",
          "if (is_cancelled || field().is_annulled(game.first) || field().is_annulled(game.second)) continue;", "if (is_cancelled) continue;"),
    fault("a run with failed rules ends well", "referee/programs/tournament.cpp",
          "    if (!account.settings().rules.empty() && account.void_games() > 0) return exit_failed;\n", ""),
    fault("annulled opponents count in Buchholz", TABLES + "standings.cpp",
          "        if (account.is_begun(round_and_entrant))\n", "        if (!account.is_begun(round_and_entrant))\n"),
    fault("Buchholz cut 1 leaves out nothing", TABLES + "standings.cpp",
          "line.tie_breaks.buchholz - lowest[line.entrant].value_or(0);", "line.tie_breaks.buchholz;"),
    fault("direct encounters of those who have not met", TABLES + "standings.cpp",
          "if (games.games() == 0) return std::nullopt;", "if (games.games() == 0) continue;"),
    # Runs, stages and joined files.
    fault("a run plays one game more than it should", RUN + "run.cpp",
          "count = std::min(count, static_cast<std::size_t>(*settings_.stop_after - handed_out_));",
          "count = std::min(count, static_cast<std::size_t>(*settings_.stop_after - handed_out_) + 1);"),
    fault("the second stage takes the last places", RUN + "origin.cpp",
          "    seeds.resize(wanted);\n", "    seeds.erase(seeds.begin(), seeds.end() - static_cast<std::ptrdiff_t>(wanted));\n"),
    fault("the second stage takes those who have left", RUN + "origin.cpp",
          "        if (account.field().is_in(static_cast<int>(line.entrant)))\n", ""),
    fault("other settings are ignored when a run is resumed", STORE + "store_compare.cpp",
          "    if (!different.empty()) throw games::UserError(\"tournament file '\"", "    if (different == \"-\") throw games::UserError(\"tournament file '\""),
    fault("a file is joined with its copy", TABLES + "joined_files.cpp",
          "    if (one.head().seed != two.head().seed ||", "    if (one.head().seed == two.head().seed ||"),
    fault("joined files share their pairs", TABLES + "joined_files.cpp",
          "numbers.try_emplace({&source, game.pair}, static_cast<int>(numbers.size()))", "numbers.try_emplace({nullptr, game.pair}, static_cast<int>(numbers.size()))"),
    fault("joined files count annulled games", TABLES + "joined_files.cpp",
          "if (!field.is_annulled(game.first) && !field.is_annulled(game.second)) source", "source"),
    fault("a folder's bots come in another order", "referee/core/bots/bots_folder.cpp",
          "    for (const fs::path& entry : entries) {", "    for (const fs::path& entry : std::vector<fs::path>(entries.rbegin(), entries.rend())) {"),
    # Folders, classes and later stages.
    class_fault("the newest bot of a student counts, though an older one plays", STORE + "student_entrants.cpp",
          "if (!one_plays || field.is_in(static_cast<int>(i))) newest = i;", "newest = i;"),
    fault("a bot of another name is nobody's in a second stage", RUN + "origin.cpp",
          "head.students = students_after(earlier.head());", "head.students = earlier.head().students;"),
    class_fault("a hand-in replaces the version of its name", ADMIT + "class_news.cpp",
          "{ return entrant_of(student, known, news.field()); };", "{ return newest(student); };"),
    fault("a folder replaces the last version, though an older one plays", ADMIT + "folder_news.cpp",
          "add_news_of(news, head, bot, news.last_present(", "add_news_of(news, head, bot, news.last_entrant("),
    fault("a refusal is known though the bot has joined since", ADMIT + "news.cpp",
          "        if (brings(*change, wanted.name, head, field)) return false;\n", ""),
    class_fault("two bots of one student play", RUN + "director.cpp", "        require_one_bot_of_each_student();\n", ""),
    class_fault("the organiser's bot gets a student's marks", ADMIT + "admit.cpp",
          "if (!wish_.students.empty() && is_checked(contender.if_unfit)) continue;", "if (contender.if_unfit != IfUnfit::order_refused) continue;"),
    class_fault("a reason stays though a newer bot plays", TABLES + "student_state.cpp", "            state.refusal = nullptr;\n", "            (void)state;\n"),
    fault("a bot of the folder plays twice in a second stage", ADMIT + "settle.cpp",
          "    if (!entrance.begun) drop_seated(named, lineup.contenders, places.path);\n", ""),
    # Teams, and what the teacher decides.
    class_fault("what was handed in moves with the student", HANDINS + "sorting.cpp", "        one.team = known->team;\n", ""),
    class_fault("an older hand-in plays since a newer one is gone", HANDINS + "sorting.cpp",
          "hand_in.is_older = is_older(hand_in.student->entrant(), hand_in.entries);", "hand_in.is_older = false;"),
    class_fault("what somebody who has left hands in again is new", HANDINS + "sorting.cpp", "            one.at = known->at;\n", ""),
    class_fault("a decision leaves what was handed in before", HANDINS + "sorting.cpp",
          "return one.person == decision.person && one.student != decision.student;", "return false && one.person == decision.person;"),
    class_fault("a team gets another name", HANDINS + "team_changes.cpp",
          "old != entrant && earlier.at(old) == members)", "old != entrant && earlier.at(old).size() > 2 && earlier.at(old) == members)"),
    class_fault("a team without members is forgotten", ADMIT + "class_news.cpp",
          "    former.insert(former.end(), head.hand_ins.former.begin(), head.hand_ins.former.end());\n", ""),
    class_fault("a decision for a team holds for ever", HANDINS + "sorting.cpp", "            return true;\n        }\n        return false;\n", "            return false;\n        }\n        return false;\n"),
    class_fault("decisions are forgotten by the next reading", HANDINS + "owners.cpp",
          "            *earlier = std::move(one);\n", "            (void)one;\n"),
    # Defects that the program once had.
    fault("a single game blocks the pairs behind it", TABLES + "account.cpp",
          "    if (half->second.first == second) {\n", "    if (half->second.first == second && half == half_pairs_.begin()) {\n"),
    fault("nothing comes back with who returns", RUN + "director.cpp",
          ".entrant = entrant, .restored = games_restored_by(entrant)});", ".entrant = entrant});"),
    fault("a bot is known by the spelling of its command", "referee/core/bots/real_words.cpp",
          "real.push_back(error || place.empty() ? word : place);", "real.push_back(word);"),
    fault("a change needs the files of all other bots", "referee/tournament/admit/settle.cpp",
          "if (wish.only_changes) return !returners.contains(entrant);\n", "\n"),
    fault("the table of hosts joins anything", TABLES + "hosts.cpp", "    require_joinable(files);\n", ""),
    fault("tournaments of one seed and second are one", TABLES + "joined_files.cpp",
          "    const std::vector<int> numbers = one.numbers", "    if (one.head().seed == two.head().seed) return true;\n    const std::vector<int> numbers = one.numbers"),
    fault("bots without games have places of their own", TABLES + "standings.cpp",
          "            if (!rating.elo) return {};\n", ""),
    fault("likelihoods that are not given separate places", "referee/tournament/figures/statistics/places.cpp",
          "given_superiority(ratings, higher, lower) >= sure", "ratings.posterior->shrunken.stronger(higher, lower) >= sure"),
    fault("the chance to be the best may pass 1", "referee/tournament/figures/statistics/rank_estimates.cpp",
          "RankEstimate estimate{shares_(0, entrant) / all_};", "RankEstimate estimate{shares_(0, entrant) / all_ * (1 + 1e-15)};"),
    fault("winners that have left are opponents to come", SCHEDULE + "knockout.cpp",
          "{ return present(entrant).has_value(); };", "{ return entrant.has_value(); };"),
    fault("a run without results never ends", RUN + "run.cpp",
          "return settings_.max_without_result && !one_counts_", "return settings_.max_without_result && !account_.settings().until && account_.settings().format.format != Format::ladder && !one_counts_"),
]
