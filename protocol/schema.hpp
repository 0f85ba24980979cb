// JSON Schema (2020-12), as far as the schemas of this project use it: what a document must be, and where it is not.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace protocol {

/// A compiled schema. Known are: type, const, enum, minimum and maximum (whole numbers), minLength, maxLength, pattern,
/// minItems, maxItems, items, prefixItems, contains, properties, required, additionalProperties (false), allOf, oneOf,
/// if, then, else and $ref to "#/$defs/...".
class Schema {
public:
    /// Throws std::logic_error if the schema uses what is not known: nothing is left unchecked silently.
    explicit Schema(std::string_view json);
    ~Schema();
    Schema(const Schema&) = delete;
    Schema& operator=(const Schema&) = delete;

    /// The problem of a document and its place, such as "plies[3].move is empty", on one line; nothing if it is valid.
    /// `name` is what the document is called where it is wrong as a whole: "the log".
    [[nodiscard]] std::optional<std::string> problem(const nlohmann::ordered_json& document,
                                                     std::string_view name) const;

    /// One schema or subschema: see schema_rule.hpp.
    struct Rule;

private:
    struct Compiled;
    std::unique_ptr<const Compiled> compiled_;
};

}  // namespace protocol
