// A schema in the compiled form that the validator uses. Keywords are stored as members, and each subschema is a
// SchemaRule.
#pragma once

#include <boost/regex.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/json_text.hpp"

namespace protocol {

/// Bits for the JSON types. A whole number is both an integer and a number.
enum JsonType : unsigned {
    type_null = 1,
    type_boolean = 2,
    type_integer = 4,
    type_number = 8,
    type_string = 16,
    type_array = 32,
    type_object = 64,
};

/// The numbers from min to max, inclusive.
template <class Number>
struct Range {
    Number min = std::numeric_limits<Number>::min();
    Number max = std::numeric_limits<Number>::max();
    bool holds(Number number) const { return number >= min && number <= max; }
};

/// One schema or subschema. A keyword that is missing in the schema does not forbid anything.
struct SchemaRule {
    std::string description;
    bool forbids_all = false;  ///< for the schema `false`
    unsigned types = 0;        ///< bits of JsonType; 0 for any type
    std::optional<std::vector<Json>> values;
    Range<std::int64_t> number;
    Range<std::size_t> length;  ///< in code points
    Range<std::size_t> items_count;
    std::optional<boost::regex> pattern;
    std::vector<std::string> required;
    std::vector<std::pair<std::string, const SchemaRule*>> properties;
    bool closed = false;                 ///< whether other properties are forbidden
    const SchemaRule* others = nullptr;  ///< the schema of other properties
    std::vector<const SchemaRule*> prefix;
    const SchemaRule* items = nullptr;
    const SchemaRule* contains = nullptr;
    const SchemaRule* referred = nullptr;
    std::vector<const SchemaRule*> all_of;
    std::vector<const SchemaRule*> one_of;
    const SchemaRule* if_rule = nullptr;
    const SchemaRule* then_rule = nullptr;
    const SchemaRule* else_rule = nullptr;
};

/// All rules of one schema. They refer to each other.
struct CompiledSchema {
    std::map<std::string, std::unique_ptr<SchemaRule>> rules;  ///< by JSON pointer; "" is the whole schema
};

}  // namespace protocol
