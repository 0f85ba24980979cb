// Tests large bodies, limits for holders of streams, and answers of unknown length, with a server and its clients over
// loopback.
#include "referee/web/serve/http_server.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <boost/asio/connect.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "referee/web/serve/event_stream.hpp"

namespace {

using namespace referee::serve;
using namespace std::chrono_literals;
namespace asio = boost::asio;
using asio::ip::tcp;

/// The number of bodies of which a part has come, that were received, and that were broken off.
struct Counts {
    std::atomic<int> begun = 0, finished = 0, dropped = 0;
};

class Sink : public BodySink {
public:
    explicit Sink(Counts& counts, std::string holder = {}) : counts_(counts), holder_(std::move(holder)) {}
    ~Sink() override {
        if (!done_) ++counts_.dropped;
    }
    void take(std::string_view piece) override {
        if (bytes_.empty()) ++counts_.begun;
        bytes_ += piece;
        if (bytes_.find("fail") != std::string::npos) throw std::runtime_error("the disk is full");
    }
    Outcome finish() override {
        done_ = true;
        if (bytes_.starts_with("no r")) return error_reply(401, "no right");
        ++counts_.finished;
        return Work([bytes = std::move(bytes_)] {
            if (bytes.starts_with("full")) return error_reply(507, "the disk is full");
            return json_reply(201, std::to_string(bytes.size()) + bytes.substr(0, 3) + bytes.substr(bytes.size() - 3));
        });
    }

    std::string holder() const override { return holder_; }
    /// Once, if the body begins so: much more, or as long as the first time.
    referee::Duration more_time() const override {
        if (std::exchange(asked_, true)) return {};
        return bytes_.starts_with("late") ? 60s : bytes_.starts_with("more") ? 200ms : referee::Duration();
    }

private:
    Counts& counts_;
    std::string holder_, bytes_;
    mutable bool asked_ = false;
    bool done_ = false;
};

/// A server that runs in a thread.
class Served {
public:
    explicit Served(ServerLimits limits = {}) : server_(io_, "127.0.0.1", 0, limits) {
        server_.start(
            [this](const Request& request) { return outcome_of(request); },
            [this](const Request& request, std::size_t length) -> std::variant<Reply, std::unique_ptr<BodySink>> {
                if (request.cookie("who") != "kim") return error_reply(401, "who are you?");
                if (length > (1 << 20)) return error_reply(413, "too large");
                return std::make_unique<Sink>(counts, std::string(request.field("X-Holder").value_or("")));
            });
        thread_ = std::thread([this] { io_.run(); });
    }
    ~Served() {
        asio::post(io_, [this] { server_.stop(); });
        thread_.join();
    }
    Served(const Served&) = delete;
    Served& operator=(const Served&) = delete;

    tcp::socket connect() {
        tcp::socket socket(clients_);
        socket.connect({asio::ip::address_v4::loopback(), port()});
        return socket;
    }
    unsigned short port() const {
        const std::string address = server_.address();
        return static_cast<unsigned short>(std::stoi(address.substr(address.rfind(':') + 1)));
    }

    /// From now on, this holder may not watch.
    void ban(const std::string& holder) {
        asio::post(io_, [this, holder] {
            banned = holder;
            server_.review_streams(holder);
        });
    }

    Counts counts;
    std::string banned;
    std::shared_ptr<Topic> topic = std::make_shared<Topic>();

private:
    Outcome outcome_of(const Request& request) {
        if (request.path == "/events") {
            std::string holder(request.field("X-Holder").value_or(""));
            return Stream{topic, holder, 2, [this, holder] {
                              if (banned == "broken") throw std::runtime_error("the disk is full");
                              return holder != banned;
                          }};
        }
        if (request.path == "/pieces" || request.path == "/broken") {
            const bool breaks = request.path == "/broken";
            return Download{{200, "text/plain", {}, {}}, [breaks, n = 0]() mutable -> std::string {
                                if (++n < 4) return std::string(static_cast<std::size_t>(20 * n), 'a');
                                if (breaks) throw std::runtime_error("the file is gone");
                                return {};
                            }};
        }
        return json_reply(200, std::string(request.cookie("who").value_or("-")));
    }

    asio::io_context io_, clients_;
    HttpServer server_;
    std::thread thread_;
};

std::string all_of(tcp::socket& socket) {
    std::string text;
    boost::system::error_code error;
    asio::read(socket, asio::dynamic_buffer(text), error);
    return text;
}

std::string head(std::string_view line, std::string_view fields = "") {
    return std::string(line) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(fields) + "\r\n";
}

std::string post(std::size_t length, std::string_view fields = "Cookie: who=kim\r\nConnection: close\r\n") {
    return head("POST /upload", "Content-Type: application/octet-stream\r\nContent-Length: " + std::to_string(length) +
                                    "\r\n" + std::string(fields));
}

/// Sends this text. Returns everything that the server sends until it closes the connection.
std::string talk(Served& served, const std::string& text) {
    tcp::socket socket = served.connect();
    boost::system::error_code error;  // a server that refuses a request may close before it has read everything
    asio::write(socket, asio::buffer(text), error);
    return all_of(socket);
}

bool becomes(const std::atomic<int>& count, int wanted) {
    for (int i = 0; i < 6000 && count != wanted; ++i)
        std::this_thread::sleep_for(10ms);
    return count == wanted;
}

/// Streams of holders, which stay open.
class Streams {
public:
    explicit Streams(Served& served) : served_(served) {}
    /// Opens a stream. Returns the status.
    std::string open(const std::string& holder) {
        sockets.push_back(served_.connect());
        const std::string field = holder.empty() ? "" : "X-Holder: " + holder + "\r\n";
        asio::write(sockets.back(), asio::buffer(head("GET /events", field)));
        std::string line(12, ' ');
        asio::read(sockets.back(), asio::buffer(line));
        return line.substr(9);
    }

    std::vector<tcp::socket> sockets;

private:
    Served& served_;
};

}  // namespace

TEST_CASE("a large body is received in pieces, and its answer may be work") {
    Served served;
    std::string body(1 << 20, 'x');
    body.replace(0, 3, "abc");
    body.replace(body.size() - 3, 3, "def");
    const std::string answer = talk(served, post(body.size()) + body);
    CHECK(answer.starts_with("HTTP/1.1 201 Created\r\n"));
    CHECK(answer.ends_with("\r\n\r\n1048576abcdef"));
    CHECK(served.counts.finished == 1);
    const std::string two = talk(served, post(6, "Cookie: who=kim\r\n") + "abcdef" + post(3) + "xyz");
    CHECK(two.find("6abcdef") != std::string::npos);
    CHECK(two.ends_with("3xyzxyz"));
    CHECK(served.counts.dropped == 0);
}

TEST_CASE("a large body is refused when its head has been read") {
    Served served;
    const std::string body(300'000, 'x');
    CHECK(talk(served, post(body.size(), "") + body).starts_with("HTTP/1.1 401 "));
    CHECK(talk(served, post(body.size(), "Cookie: who=kim; who=zoe\r\n") + body).starts_with("HTTP/1.1 401 "));
    CHECK(talk(served, post((1 << 20) + 1) + body).starts_with("HTTP/1.1 413 "));
    CHECK(talk(served, post(10'000'000'000) + body).starts_with("HTTP/1.1 413 "));
    CHECK(talk(served, post(10, "Cookie: who=kim\r\nSec-Fetch-Site: cross-site\r\n") + "0123456789")
              .starts_with("HTTP/1.1 403 "));
    CHECK(talk(served, head("POST /upload", "Content-Type: application/json\r\nContent-Length: 300000\r\n") +
                           std::string(300'000, ' '))
              .starts_with("HTTP/1.1 413 "));
    CHECK(served.counts.finished + served.counts.dropped == 0);
}

TEST_CASE("a large body that is not complete is dropped") {
    ServerLimits limits;
    limits.upload = 1s;
    Served served(limits);
    tcp::socket gone = served.connect();
    asio::write(gone, asio::buffer(post(100'000) + std::string(70'000, 'x')));
    gone.close();
    CHECK(becomes(served.counts.dropped, 1));
    const std::string slow = talk(served, post(100'000) + std::string(70'000, 'x'));
    CHECK(slow.starts_with("HTTP/1.1 408 "));
    CHECK(served.counts.dropped == 2);
    CHECK(talk(served, post(100'000) + std::string(70'000, 'x') + "fail" + std::string(29'996, 'x'))
              .starts_with("HTTP/1.1 500 "));
    CHECK(served.counts.dropped == 3);
    CHECK(served.counts.finished == 0);
}

TEST_CASE("only so many large bodies are received at once") {
    ServerLimits limits;
    limits.uploads = 2;
    Served served(limits);
    tcp::socket first = served.connect(), second = served.connect();
    asio::write(first, asio::buffer(post(3) + "a"));
    asio::write(second, asio::buffer(post(3) + "a"));
    CHECK(becomes(served.counts.begun, 2));
    CHECK(talk(served, post(3) + "abc").starts_with("HTTP/1.1 503 "));
    asio::write(first, asio::buffer("bc", 2));
    CHECK(all_of(first).starts_with("HTTP/1.1 201 "));
    CHECK(talk(served, post(3) + "abc").starts_with("HTTP/1.1 201 "));
}

TEST_CASE("a new body takes the place of one of the same holder, whose connection may be lost") {
    ServerLimits limits;
    limits.uploads = 2;
    Served served(limits);
    const auto of = [](const std::string& holder) {
        return "Cookie: who=kim\r\nConnection: close\r\nX-Holder: " + holder + "\r\n";
    };
    tcp::socket lost = served.connect(), other = served.connect();
    asio::write(lost, asio::buffer(post(3, of("a")) + "x"));
    asio::write(other, asio::buffer(post(3, of("b")) + "x"));
    CHECK(becomes(served.counts.begun, 2));
    const auto begins = [&](tcp::socket& socket) {
        const int before = served.counts.begun;
        asio::write(socket, asio::buffer(post(3, of("a")) + "x"));
        CHECK(becomes(served.counts.begun, before + 1));
    };
    CHECK(talk(served, post(3, of("c")) + "abc").starts_with("HTTP/1.1 503 "));
    CHECK(talk(served, post(3, of("a")) + "abc").starts_with("HTTP/1.1 201 "));
    CHECK(all_of(lost).starts_with("HTTP/1.1 409 "));
    asio::write(other, asio::buffer("yz", 2));
    CHECK(all_of(other).starts_with("HTTP/1.1 201 "));
    CHECK(served.counts.finished == 2);
    // One that is refused, or that began earlier, leaves a newer one alone.
    tcp::socket good = served.connect(), late = served.connect(), third = served.connect();
    begins(good);
    begins(late);
    asio::write(good, asio::buffer("yz", 2));
    CHECK(all_of(good).starts_with("HTTP/1.1 201 "));
    tcp::socket refused = served.connect();
    asio::write(refused, asio::buffer(post(4, of("a")) + "no r"));
    CHECK(all_of(refused).starts_with("HTTP/1.1 401 "));
    tcp::socket refused_later = served.connect();
    asio::write(refused_later, asio::buffer(post(4, of("a")) + "full"));
    CHECK(all_of(refused_later).starts_with("HTTP/1.1 507 "));
    asio::write(late, asio::buffer("yz", 2));
    CHECK(all_of(late).starts_with("HTTP/1.1 201 "));
    // There are never three.
    tcp::socket first = served.connect(), second = served.connect();
    for (tcp::socket* const socket : {&first, &second, &third})
        begins(*socket);
    CHECK(all_of(first).starts_with("HTTP/1.1 409 "));
    asio::write(third, asio::buffer("yz", 2));
    CHECK(all_of(third).starts_with("HTTP/1.1 201 "));
    CHECK(all_of(second).starts_with("HTTP/1.1 409 "));
    // And two of one holder leave the second place to another one.
    tcp::socket older = served.connect(), newer = served.connect();
    begins(older);
    begins(newer);
    CHECK(talk(served, post(3, of("d")) + "abc").starts_with("HTTP/1.1 201 "));
    CHECK(all_of(older).starts_with("HTTP/1.1 409 "));
    asio::write(newer, asio::buffer("yz", 2));
    CHECK(all_of(newer).starts_with("HTTP/1.1 201 "));
}

TEST_CASE("a body may get more time when its time is up") {
    ServerLimits limits;
    limits.upload = 200ms;
    Served served(limits);
    for (const auto& [begin, status] : {std::pair("late", "201"), std::pair("soon", "408")}) {
        tcp::socket slow = served.connect();
        asio::write(slow, asio::buffer(post(5) + begin));
        std::this_thread::sleep_for(300ms);
        boost::system::error_code refused;
        asio::write(slow, asio::buffer("x", 1), refused);
        CHECK(all_of(slow).substr(9, 3) == status);
    }
    const std::string never = talk(served, post(5) + "more");
    CHECK(never.starts_with("HTTP/1.1 408 "));
}

TEST_CASE("a stream ends when its holder may not watch any more") {
    Served served;
    Streams streams(served);
    for (const char* holder : {"a", "b", "a", "broken"})
        CHECK(streams.open(holder) == "200");
    served.ban("a");
    for (const std::size_t ended : {std::size_t{0}, std::size_t{2}})
        all_of(streams.sockets[ended]);  // returns
    served.ban("broken");                // nobody knows whether it may watch
    all_of(streams.sockets[3]);
    CHECK(streams.open("b") == "200");
    CHECK(streams.open("b") == "429");
}

TEST_CASE("each holder may have only so many streams") {
    Served served;
    Streams streams(served);
    for (const char* holder : {"a", "a", "b", "", "", ""})
        CHECK(streams.open(holder) == "200");
    CHECK(streams.open("a") == "429");
    CHECK(streams.open("b") == "200");
    const int before = served.topic->listeners();
    streams.sockets.front().close();
    while (served.topic->listeners() == before)
        std::this_thread::sleep_for(1ms);
    CHECK(streams.open("a") == "200");
}

TEST_CASE("if there are as many streams as there may be, a holder of few takes the place of a holder of many") {
    Served served({.streams = 5});
    Streams streams(served);
    for (const char* holder : {"a", "a", "b", "b", "c"})
        CHECK(streams.open(holder) == "200");
    CHECK(streams.open("c") == "503");  // it would then have as many as the others
    CHECK(streams.open("d") == "200");
    all_of(streams.sockets[0]);  // ends: the oldest one of a holder of two
    CHECK(streams.open("e") == "200");
    all_of(streams.sockets[2]);
    CHECK(streams.open("f") == "503");  // each has one
}

TEST_CASE("an answer of unknown length is sent in chunks") {
    Served served;
    const auto a = [](std::size_t n) { return std::string(n, 'a'); };
    const std::string whole = talk(served, head("GET /pieces", "Connection: close\r\n"));
    const std::string chunks = "14\r\n" + a(20) + "\r\n28\r\n" + a(40) + "\r\n3c\r\n" + a(60) + "\r\n";
    CHECK(whole.find("Transfer-Encoding: chunked\r\n") != std::string::npos);
    CHECK(whole.find("Content-Length") == std::string::npos);
    CHECK(whole.ends_with("\r\n\r\n" + chunks + "0\r\n\r\n"));
    const std::string twice = talk(served, head("HEAD /pieces") + head("GET /x", "Connection: close\r\n"));
    CHECK(twice.find(a(20)) == std::string::npos);
    CHECK(twice.ends_with("\r\n\r\n-"));
    CHECK(talk(served, head("GET /broken")).ends_with(chunks));
}
