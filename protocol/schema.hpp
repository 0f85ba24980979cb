// JSON Schema (2020-12), limited to the parts that the schemas of this project use. Checks documents, and reports what
// is wrong and where.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace protocol {

struct CompiledSchema;

/// A compiled schema. It may contain: type, const, enum, minimum and maximum (whole numbers), minLength, maxLength,
/// pattern, minItems, maxItems, items, prefixItems, contains, properties, required, additionalProperties (false),
/// allOf, oneOf, if, then, else and $ref to "#/$defs/...".
class Schema {
public:
    /// Throws std::logic_error if the schema uses anything else, so that nothing is silently left unchecked.
    explicit Schema(std::string_view json);
    ~Schema();
    Schema(const Schema&) = delete;
    Schema& operator=(const Schema&) = delete;

    /// The first problem of a document and its place on one line, such as "plies[3].move is empty". Nothing if the
    /// document is valid. `name`: the name of the document if it is invalid as a whole: "the log".
    [[nodiscard]] std::optional<std::string> problem(const nlohmann::ordered_json& document,
                                                     std::string_view name) const;

private:
    std::unique_ptr<const CompiledSchema> compiled_;
};

}  // namespace protocol
