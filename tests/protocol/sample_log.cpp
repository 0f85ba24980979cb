#include "tests/protocol/sample_log.hpp"

protocol::MatchLog sample_log() {
    using protocol::Micros;
    protocol::MatchLog log;
    log.referee_version = "0.1.0";
    log.id = "0123456789abcdef";
    log.started_at = "2026-11-20T10:00:00Z";
    log.game = "magnetize";
    log.config = {{"height", 2}, {"width", 3}, {"square", 2}, {"maglock", 1}, {"max_plies", 24}};
    log.seed = (std::uint64_t{1} << 53) - 1;
    log.players[0] = {"ann", {"./ann", "--depth", "3"}, "none"};
    log.players[1] = {"bob", {"python3", "bob.py"}, "none"};
    log.limits = {Micros(1'000'000), Micros(100'000), Micros(20'000), 67'108'864, 40, "cgroup v2", false, 3};
    log.opening = 1;
    log.initial = R"({"board":["...","..."],"locks":[0,0],"bits":[0]})";
    log.plies.resize(2);
    log.plies[0] = {
        0, "DROP 0", {}, Micros(812), Micros(640), {}, R"({"board":["...","*.."],"locks":[0,0],"bits":[64]})"};
    log.plies[1] = {
        1, "MAGNET", {}, Micros(5), Micros(4), {0, 1}, R"({"board":["...","*.."],"locks":[0,0],"bits":[64]})"};
    log.plies[0].notes.text = "info depth 3 score -2 string so\nbye\n";
    log.plies[0].notes.left_out = 8;
    protocol::Info& info = log.plies[0].notes.info.emplace();
    info.depth = 3;
    info.score = -2;
    info.mate = -4;
    info.expected = 0.25;
    info.nodes = 120;
    info.nps = 9000;
    info.pv = "DROP 0 MAGNET";
    info.text = "so";
    log.last_notes[1].text = "ha\n";
    log.result = {1, protocol::Ending::crashed, "ended by signal 11"};
    protocol::Failure& failure = log.failure.emplace();
    failure.player = 0;
    failure.line = "half an ans";
    failure.exit_code = 3;
    failure.signal = 11;
    failure.elapsed = Micros(77);
    failure.limit = Micros(100'000);
    failure.cpu = Micros(55);
    failure.waited = Micros(22);
    failure.taken = Micros(11);
    failure.stderr_tail = "oh\nno\n";
    failure.valid_moves = {"DROP 0", "MAGNET"};
    return log;
}

protocol::MatchLog sparse_log() {
    protocol::MatchLog log = sample_log();
    log.opening = 0;
    log.players[0] = {"human", {}, "none"};
    log.limits.memory_bytes = log.limits.processes = log.limits.cpus = std::nullopt;
    log.game = "fitz";
    const std::vector<std::string> tile = {"!....", ".....", ".....", ".....", "....."};
    log.config = {{"height", 2}, {"width", 3}, {"tiles", {}}, {"save", std::monostate{}}, {"max_plies", 24}};
    log.config[2].second = std::vector<std::vector<std::string>>{tile, tile};
    log.initial = R"({"board":["...","..."],"tile":0})";
    log.plies[0] = {0, "0 0 0", {}, {}, {}, {}, R"({"board":["*..","..."],"tile":1})"};
    log.plies[1] = {1, "-1 2 90", {{0, 2}}, {}, {}, {0, 1}, R"({"board":["*.#","..."],"tile":0})"};
    log.result = {std::nullopt, protocol::Ending::by_rules, ""};
    log.failure.reset();
    log.last_notes = {};
    return log;
}
