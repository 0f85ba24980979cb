#include "referee/arena/links.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "tests/referee/temp_folder.hpp"

namespace referee::arena {

TEST_CASE("Tokens are unpredictable, and can be typed in any spelling") {
    std::set<std::string> tokens;
    for (int i = 0; i < 1000; ++i)
        tokens.insert(new_token());
    CHECK(tokens.size() == 1000);
    const std::string token = *tokens.begin();
    CHECK(token.size() == 26);
    CHECK(normal_token(token) == token);
    CHECK(normal_token("abcde-fghjk-01234-56789-mnpqr-s") == "ABCDEFGHJK0123456789MNPQRS");
    CHECK(normal_token(" ABCDE FGHJK OI234 56789 MNPQR S") == "ABCDEFGHJK0123456789MNPQRS");
    for (const char* wrong : {"", "ABCDE", "ABCDEFGHJK0123456789MNPQRSX", "ABCDEFGHJK0123456789MNPQR!"})
        CHECK_MESSAGE(!normal_token(wrong), wrong);
}

TEST_CASE("A link has its token in the fragment") {
    const std::string token = new_token();
    const std::string link = link_of("http://192.168.0.2:8080", token);
    CHECK(link.starts_with("http://192.168.0.2:8080/#" + token.substr(0, 5) + "-"));
    CHECK(token_of_link(link) == token);
    CHECK(token_of_link(link_of("https://a.example/", token)) == token);
    CHECK(!token_of_link("http://192.168.0.2:8080/"));
}

TEST_CASE("Cards with the links are made for addresses that other machines reach") {
    const TempFolder temp;
    const ScopedFolder folder{temp.path()};
    const auto own = OwnFolder::take(".", "folder", OwnFolder::Writers::only_this_user);
    std::vector<Person> people(2);
    people[0].student.name = "Zoë <b>Wolf</b>";
    people[0].student.number = "10001";
    people[1].number = people[1].holder = 1;
    people[1].student.name = "Kim";
    const LinksFile links(*own);
    const std::map<int, std::string> tokens = {{0, new_token()}};
    links.write(people, tokens, "http://192.168.0.2:8080");
    const std::string page = own->read(links_html).value();
    CHECK(page.find("<h2>Zoë &lt;b&gt;Wolf&lt;/b&gt;</h2>\n<p>10001</p>") != std::string::npos);
    CHECK(page.find(link_of("http://192.168.0.2:8080", tokens.at(0))) != std::string::npos);
    CHECK(page.find("<path d=\"M4 4h1v1h-1z") != std::string::npos);  // the corner of a code
    CHECK((page.find("Kim") == std::string::npos && page.find("<script") == std::string::npos));
    for (const char* address : {"http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"}) {
        links.write(people, tokens, "http://192.168.0.2:8080");
        links.write(people, tokens, address);
        CHECK(!own->read(links_html));
    }
}

TEST_CASE("links.csv keeps the tokens when the address changes") {
    const TempFolder temp;
    const OwnFolder folder = OwnFolder::make(temp / "class", "folder");
    const LinksFile links(folder);
    CHECK(links.tokens().empty());
    std::vector<Person> people(2);
    people[0].student = {"Élodie \"E\", Wolf", "1", "e@example.org", "A"};
    people[1].number = 1;
    people[1].student.name = "Kim";
    const std::map<int, std::string> tokens = {{0, new_token()}};
    links.write(people, tokens, "http://10.0.0.1:1");
    CHECK(links.tokens() == tokens);
    links.write(people, links.tokens(), "http://10.0.0.2:1");
    const std::string text = folder.read("links.csv").value_or("");
    CHECK(text.find("10.0.0.1") == std::string::npos);
    CHECK(text.find(link_of("http://10.0.0.2:1", tokens.at(0))) != std::string::npos);
    CHECK(links.tokens() == tokens);
    // Spreadsheets separate and quote the cells in their own way.
    std::string saved = folder.read("links.csv").value();
    std::ranges::replace(saved, ',', ';');
    CHECK(folder.write("links.csv", saved) == 0);
    CHECK(links.tokens() == tokens);
    for (std::size_t at = 0; (at = saved.find_first_of(";\n", at)) != std::string::npos; at += 3)
        saved.replace(at, 1, saved[at] == ';' ? "\";\"" : "\"\n\"");
    CHECK(folder.write("links.csv", "\xEF\xBB\xBF\"" + saved) == 0);
    CHECK(links.tokens() == tokens);
}

}  // namespace referee::arena
