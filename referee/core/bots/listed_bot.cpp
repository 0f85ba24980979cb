#include "referee/core/bots/listed_bot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/entrant_names.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::Json;
using Pointer = Json::json_pointer;

/// Reads one bot. Every error message begins with the bot's text and the position in it.
class Reader {
public:
    /// `file`: the name of the text, for messages.
    explicit Reader(std::string file) : file_(std::move(file)) {}

    Json parse(std::string_view text) const { return parse_written_json(text, file_); }

    ListedBot bot_of(const Json& json) const { return bot_of(json, Pointer()); }

private:
    [[noreturn]] void fail(const Pointer& place, std::string_view what) const {
        throw UserError(fmt::format("{}: {}", place_of(place), what));
    }
    std::string place_of(const Pointer& place) const {
        return place.empty() ? file_ : fmt::format("{}, {}", file_, harmless(place.to_string()));
    }
    static std::string kind_of(const Json& value) {
        if (value.is_object()) return "an object";
        if (value.is_array()) return "a list";
        return value.is_null() ? "null" : fmt::format("a {}", value.type_name());
    }

    void check_keys(const Json& json, const Pointer& place, std::span<const std::string_view> known) const {
        if (!json.is_object()) {
            fail(place,
                 fmt::format(R"(an object is needed, such as {{"command": "python3 x.py"}}, not {})", kind_of(json)));
        }
        for (const auto& item : json.items()) {
            if (std::find(known.begin(), known.end(), item.key()) == known.end())
                fail(place / item.key(), "there is no such key" + games::did_you_mean(item.key(), known));
        }
    }

    std::string text_of(const Json& json, const Pointer& place) const {
        if (!json.is_string()) fail(place, fmt::format("a string is needed, not {}", kind_of(json)));
        const auto& text = json.get_ref<const std::string&>();
        if (text.find('\0') != std::string::npos) fail(place, "the string contains a NUL character");
        if (text.empty()) fail(place, "the text is empty");
        return text;
    }

    ListedBot bot_of(const Json& json, const Pointer& place) const {
        check_keys(json, place, std::array<std::string_view, 4>{"command", "limits", "name", "reuse"});
        ListedBot bot;
        bot.place = place_of(place);
        if (!json.contains("command"))
            fail(place, R"(the key 'command' is missing: write {"command": "python3 x.py"})");
        const Json& command = json["command"];
        const Pointer where = place / "command";
        if (command.is_array()) {
            if (command.empty()) fail(where, "the list is empty: its first word is the program");
            for (std::size_t i = 0; i < command.size(); ++i)
                bot.words.push_back(word_of(command[i], where / i, i == 0));
        } else {
            bot.text = text_of(command, where);
        }
        if (json.contains("name")) bot.name = name_of(json["name"], place / "name");
        if (json.contains("reuse")) bot.reuse = truth_of(json["reuse"], place / "reuse");
        if (json.contains("limits")) bot.limits = limits_of(json["limits"], place / "limits");
        return bot;
    }

    OwnLimits limits_of(const Json& json, const Pointer& place) const {
        if (!json.is_object())
            fail(place, fmt::format(R"(an object is needed, such as {{"move": "50ms"}}, not {})", kind_of(json)));
        OwnLimits limits;
        for (const auto& item : json.items())
            limits.set(item.key(), text_of(item.value(), place / item.key()), place_of(place));
        return limits;
    }

    bool truth_of(const Json& json, const Pointer& place) const {
        if (!json.is_boolean()) fail(place, fmt::format("true or false is needed, not {}", kind_of(json)));
        return json.get<bool>();
    }

    /// Words other than the program may be empty.
    std::string word_of(const Json& json, const Pointer& place, bool program) const {
        return !program && json == "" ? "" : text_of(json, place);
    }

    std::string name_of(const Json& json, const Pointer& place) const {
        std::string name = text_of(json, place);
        try {
            check_name(name);
        } catch (const UserError& error) {
            fail(place, error.what());
        }
        return name;
    }

    std::string file_;
};

}  // namespace

ListedBot parse_listed_bot(std::string_view json) {
    const Reader reader(fmt::format("bot '{}'", harmless(json)));
    return reader.bot_of(reader.parse(json));
}

}  // namespace referee
