// Describes a record once: `Record::fields(record, visit)` calls `visit(name, field)` for each of its members. JSON and
// rows of a database are written and read by visitors (protocol/json_fields.hpp, referee/tournament/store/row.hpp).
//
//     static void fields(auto& self, auto&& visit) {
//         visit("name", self.name);
//         visit("fault", omit_if(self.fault.empty(), self.fault));
//     }
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace protocol {

/// A visitor that does nothing.
struct NoVisitor {
    void operator()(const char* /*name*/, const auto& /*field*/) const {}
};

/// A type that describes its fields.
template <class Record>
concept HasFields = requires(Record& record) {
    std::remove_const_t<Record>::fields(record, NoVisitor());
};

template <class Type>
inline constexpr bool is_list_of_records = false;
template <HasFields Record>
inline constexpr bool is_list_of_records<std::vector<Record>> = true;

/// A field that JSON may lack. It is not written if `absent`; if it is not there, the member keeps its value.
template <class Value>
struct Omittable {
    bool absent;
    Value& value;
};
template <class Value>
Omittable<Value> omit_if(bool absent, Value& value) {
    return {absent, value};
}
/// Always written, but earlier versions did not write it.
template <class Value>
Omittable<Value> may_lack(Value& value) {
    return {false, value};
}

/// A field that is kept as a text. `from` returns nothing for a text that `to` does not write.
template <class Value, class Text>
struct AsText {
    using Plain = std::remove_const_t<Value>;
    Value& value;
    Text (*to)(Plain value);
    std::optional<Plain> (*from)(std::string_view text);
};
template <class Value>
AsText<Value, std::string_view> as_text(
    Value& value, std::string_view (*to)(std::remove_const_t<Value>),
    std::type_identity_t<std::optional<std::remove_const_t<Value>> (*)(std::string_view)> from) {
    return {value, to, from};
}
template <class Value>
AsText<Value, std::string> as_text(
    Value& value, std::string (*to)(std::remove_const_t<Value>),
    std::type_identity_t<std::optional<std::remove_const_t<Value>> (*)(std::string_view)> from) {
    return {value, to, from};
}

}  // namespace protocol
