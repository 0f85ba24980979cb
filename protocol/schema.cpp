#include "protocol/schema.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/answer.hpp"
#include "protocol/schema_rule.hpp"
#include "protocol/utf8.hpp"

namespace protocol {

namespace {

using Rule = SchemaRule;

/// A position in the document: a key or an index within its parent. Its text is made only if there is a fault at this
/// position.
struct Place {
    const Place* parent = nullptr;
    const std::string* key = nullptr;  ///< null for an element of an array
    std::size_t index = 0;

    int depth() const { return parent == nullptr ? 0 : 1 + parent->depth(); }
    std::string text() const {
        if (parent == nullptr) return "";
        const std::string before = parent->text();
        if (key == nullptr) return before + "[" + std::to_string(index) + "]";
        return before.empty() ? *key : before + "." + *key;
    }
};

struct Fault {
    std::string place;
    std::string what;
    int weight = 0;  ///< if several alternatives have faults, the one with the greatest weight is reported
};
using Finding = std::optional<Fault>;

Fault fault(const Place& place, std::string what, bool of_type = false) {
    return {place.text(), std::move(what), 2 * place.depth() + (of_type ? 0 : 1)};
}

/// Whether a value is an integer as JSON Schema defines it: 1.0 is one.
bool is_integer(const Json& value) {
    if (!value.is_number_float()) return value.is_number_integer();
    const auto number = value.get<double>();
    return std::trunc(number) == number;
}

bool has_type(const Json& value, unsigned types) {
    switch (value.type()) {
        case Json::value_t::null: return (types & type_null) != 0;
        case Json::value_t::boolean: return (types & type_boolean) != 0;
        case Json::value_t::string: return (types & type_string) != 0;
        case Json::value_t::array: return (types & type_array) != 0;
        case Json::value_t::object: return (types & type_object) != 0;
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned:
        case Json::value_t::number_float:
            return (types & type_number) != 0 || ((types & type_integer) != 0 && is_integer(value));
        case Json::value_t::binary:
        case Json::value_t::discarded: break;
    }
    return false;
}

const char* type_complaint(unsigned types) {
    switch (types & ~static_cast<unsigned>(type_null)) {
        case 0: return "is not null";
        case type_boolean: return "is neither true nor false";
        case type_integer: return "is not a whole number";
        case type_number: return "is not a number";
        case type_string: return "is not a string";
        case type_array: return "is not an array";
        case type_object: return "is not an object";
        default: return "has a wrong type";
    }
}

bool in_range(const Json& value, const Range<std::int64_t>& range) {
    if (value.is_number_float()) {
        const auto number = value.get<double>();
        return number >= static_cast<double>(range.min) && number <= static_cast<double>(range.max);
    }
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{1} << 62)
        return range.max == std::numeric_limits<std::int64_t>::max();
    return range.holds(value.get<std::int64_t>());
}

/// A short text for a value, for messages.
std::string shown(const Json& value) {
    if (value.is_structured()) return value.is_array() ? "an array" : "an object";
    constexpr std::size_t max_shown = 60;
    if (!value.is_string()) return value.dump();
    return "\"" + escaped(value.get_ref<const std::string&>(), max_shown) + "\"";
}

std::string values_text(const std::vector<Json>& values) {
    std::string text;
    for (const Json& value : values)
        text += (text.empty() ? "" : ", ") + shown(value);
    return text;
}

bool matches(const std::string& text, const boost::regex& pattern) {
    try {
        return boost::regex_search(text.data(), text.data() + text.size(), pattern,
                                   boost::match_single_line | boost::match_any);
    } catch (const std::runtime_error&) {
        return false;  // matching takes too long, which does not happen with valid texts
    }
}

Finding check(const Rule& rule, const Json& value, const Place& place);

Finding check_string(const Rule& rule, const Json& value, const Place& place) {
    const auto& text = value.get_ref<const std::string&>();
    const bool bounded = rule.length.min > 0 || rule.length.max != Range<std::size_t>().max;
    if (bounded && !rule.length.holds(count_characters(text)))
        return fault(place, text.empty() ? "is empty" : "is too long");
    if (rule.pattern && !matches(text, *rule.pattern)) return fault(place, "is " + shown(value) + ", which is wrong");
    return {};
}

Finding check_number(const Rule& rule, const Json& value, const Place& place) {
    if (in_range(value, rule.number)) return {};
    return fault(place, "is out of range: it goes from " + std::to_string(rule.number.min) + " to " +
                            std::to_string(rule.number.max));
}

Finding check_array(const Rule& rule, const Json& value, const Place& place) {
    const auto& [min, max] = rule.items_count;
    if (!rule.items_count.holds(value.size())) {
        return fault(place, min == max
                                ? "must hold " + std::to_string(min) + " elements, not " + std::to_string(value.size())
                                : "has too " + std::string(value.size() < min ? "few" : "many") + " elements");
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
        const Rule* item = i < rule.prefix.size() ? rule.prefix[i] : rule.items;
        if (item == nullptr) continue;
        if (auto wrong = check(*item, value[i], {&place, nullptr, i})) return wrong;
    }
    if (rule.contains == nullptr) return {};
    const bool there =
        std::any_of(value.begin(), value.end(), [&](const Json& item) { return !check(*rule.contains, item, place); });
    return there ? Finding() : fault(place, "lacks an element of the kind that it must have");
}

Finding check_object(const Rule& rule, const Json& value, const Place& place) {
    std::size_t known = 0;
    for (const auto& [key, property] : rule.properties) {
        const auto found = value.find(key);
        if (found == value.end()) continue;
        ++known;
        if (auto wrong = check(*property, *found, {&place, &key})) return wrong;
    }
    for (const std::string& key : rule.required) {
        if (!value.contains(key)) return fault(place, "has no \"" + key + "\"");
    }
    if ((!rule.closed && rule.others == nullptr) || known == value.size()) return {};
    for (const auto& item : value.items()) {
        const auto is_this = [&](const auto& property) { return property.first == item.key(); };
        if (std::any_of(rule.properties.begin(), rule.properties.end(), is_this)) continue;
        if (rule.closed) return fault(place, "has the unknown key " + shown(Json(item.key())));
        if (auto wrong = check(*rule.others, item.value(), {&place, &item.key()})) return wrong;
    }
    return {};
}

Finding check_one_of(const Rule& rule, const Json& value, const Place& place) {
    Finding heaviest;
    int valid = 0;
    for (const Rule* choice : rule.one_of) {
        auto wrong = check(*choice, value, place);
        if (!wrong) ++valid;
        if (wrong && (!heaviest || wrong->weight > heaviest->weight)) heaviest = std::move(wrong);
    }
    if (valid == 1) return {};
    return valid == 0 ? heaviest : fault(place, "is ambiguous");
}

Finding check_combinations(const Rule& rule, const Json& value, const Place& place) {
    if (rule.referred != nullptr) {
        if (auto wrong = check(*rule.referred, value, place)) return wrong;
    }
    for (const Rule* part : rule.all_of) {
        auto wrong = check(*part, value, place);
        if (wrong && !part->description.empty()) wrong->what += " (" + part->description + ")";
        if (wrong) return wrong;
    }
    if (!rule.one_of.empty()) {
        if (auto wrong = check_one_of(rule, value, place)) return wrong;
    }
    if (rule.if_rule == nullptr) return {};
    const Rule* next = check(*rule.if_rule, value, place) ? rule.else_rule : rule.then_rule;
    return next == nullptr ? Finding() : check(*next, value, place);
}

Finding check_value(const Rule& rule, const Json& value, const Place& place) {
    if (!rule.values) return {};
    const auto& values = *rule.values;
    if (std::find(values.begin(), values.end(), value) != values.end()) return {};
    return fault(place, "is " + shown(value) + ", not " + (values.size() > 1 ? "one of " : "") + values_text(values));
}

Finding check(const Rule& rule, const Json& value, const Place& place) {
    if (rule.forbids_all) return fault(place, "must not be there");
    if (rule.types != 0 && !has_type(value, rule.types)) return fault(place, type_complaint(rule.types), true);
    Finding wrong = check_value(rule, value, place);
    if (!wrong && value.is_string()) wrong = check_string(rule, value, place);
    if (!wrong && value.is_number()) wrong = check_number(rule, value, place);
    if (!wrong && value.is_array()) wrong = check_array(rule, value, place);
    if (!wrong && value.is_object()) wrong = check_object(rule, value, place);
    return wrong ? wrong : check_combinations(rule, value, place);
}

}  // namespace

std::optional<std::string> Schema::problem(const nlohmann::ordered_json& document, std::string_view name) const {
    const auto wrong = check(*compiled_->rules.at(""), document, {});
    if (!wrong) return std::nullopt;
    return (wrong->place.empty() ? std::string(name) : wrong->place) + " " + wrong->what;
}

}  // namespace protocol
