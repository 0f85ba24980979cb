// Compiles the text of a schema to rules.
#include <stdexcept>

#include "protocol/json_text.hpp"
#include "protocol/schema.hpp"
#include "protocol/schema_rule.hpp"

namespace protocol {

namespace {

using Rule = SchemaRule;
using Rules = std::map<std::string, std::unique_ptr<Rule>>;

unsigned type_of_name(const std::string& name) {
    const std::pair<const char*, unsigned> types[] = {
        {"null", type_null},     {"boolean", type_boolean}, {"integer", type_integer}, {"number", type_number},
        {"string", type_string}, {"array", type_array},     {"object", type_object}};
    for (const auto& [known, type] : types) {
        if (name == known) return type;
    }
    throw std::logic_error("a schema with the unknown type " + name);
}

unsigned types_of(const Json& value) {
    if (value.is_string()) return type_of_name(value.get<std::string>());
    unsigned types = 0;
    for (const Json& name : value)
        types |= type_of_name(name.get<std::string>());
    return types;
}

class Compiler {
public:
    Compiler(const Json& document, Rules& rules) : document_(document), rules_(rules) {}

    /// The rule for the schema at a JSON pointer. It is made only once.
    const Rule* rule_at(const std::string& pointer) {
        const auto [place, fresh] = rules_.emplace(pointer, nullptr);
        if (!fresh) return place->second.get();
        place->second = std::make_unique<Rule>();
        Rule& rule = *place->second;
        const Json& schema = document_.at(Json::json_pointer(pointer));
        if (schema.is_boolean()) {
            rule.forbids_all = !schema.get<bool>();
            return &rule;
        }
        for (const auto& item : schema.items()) {
            const std::string below = pointer + "/" + item.key();
            const bool known = says_nothing(item.key()) || add_assertion(rule, item.key(), item.value()) ||
                               add_subschemas(rule, item.key(), item.value(), below);
            if (!known) throw std::logic_error("a schema with the unknown keyword " + below);
        }
        return &rule;
    }

private:
    static bool says_nothing(std::string_view key) {
        return key == "$schema" || key == "$id" || key == "$defs" || key == "title";
    }

    static bool add_assertion(Rule& rule, std::string_view key, const Json& value) {
        if (key == "type") return rule.types = types_of(value), true;
        if (key == "const") return rule.values = std::vector<Json>(1, value), true;
        if (key == "enum") return rule.values = value.get<std::vector<Json>>(), true;
        if (key == "minimum") return value.get_to(rule.number.min), true;
        if (key == "maximum") return value.get_to(rule.number.max), true;
        if (key == "minLength") return value.get_to(rule.length.min), true;
        if (key == "maxLength") return value.get_to(rule.length.max), true;
        if (key == "minItems") return value.get_to(rule.items_count.min), true;
        if (key == "maxItems") return value.get_to(rule.items_count.max), true;
        if (key == "pattern")
            return rule.pattern = boost::regex(value.get<std::string>(), boost::regex::perl | boost::regex::nosubs),
                   true;
        if (key == "required") return value.get_to(rule.required), true;
        if (key == "description") return value.get_to(rule.description), true;
        return false;
    }

    bool add_subschemas(Rule& rule, std::string_view key, const Json& value, const std::string& below) {
        if (key == "additionalProperties") {
            rule.closed = value.is_boolean() && !value.get<bool>();
            if (!value.is_boolean()) rule.others = rule_at(below);
            return true;
        }
        if (key == "properties") {
            for (const auto& item : value.items())
                rule.properties.emplace_back(item.key(), rule_at(below + "/" + item.key()));
            return true;
        }
        if (key == "prefixItems") return rule.prefix = list_at(below, value.size()), true;
        if (key == "allOf") return rule.all_of = list_at(below, value.size()), true;
        if (key == "oneOf") return rule.one_of = list_at(below, value.size()), true;
        if (key == "items") return rule.items = rule_at(below), true;
        if (key == "contains") return rule.contains = rule_at(below), true;
        if (key == "if") return rule.if_rule = rule_at(below), true;
        if (key == "then") return rule.then_rule = rule_at(below), true;
        if (key == "else") return rule.else_rule = rule_at(below), true;
        if (key == "$ref") return rule.referred = rule_at(value.get<std::string>().substr(1)), true;  // after the '#'
        return false;
    }

    std::vector<const Rule*> list_at(const std::string& pointer, std::size_t size) {
        std::vector<const Rule*> list;
        for (std::size_t i = 0; i < size; ++i)
            list.push_back(rule_at(pointer + "/" + std::to_string(i)));
        return list;
    }

    const Json& document_;
    Rules& rules_;
};

}  // namespace

Schema::Schema(std::string_view json) {
    auto compiled = std::make_unique<CompiledSchema>();
    const auto document = parse_json(json);
    Compiler(document, compiled->rules).rule_at("");
    compiled_ = std::move(compiled);
}

Schema::~Schema() = default;

}  // namespace protocol
