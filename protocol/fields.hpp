// Describes a record once: `Record::fields(record, visit)` calls `visit(name, field)` for each member. Visitors read
// and write JSON and rows of a database (protocol/json_fields.hpp, referee/tournament/paper/store/row.hpp).
//
//     static void fields(auto& self, auto&& visit) {
//         visit("name", self.name);
//         visit("fault", omit_if(self.fault.empty(), self.fault));
//     }
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
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

/// A field that may be missing in JSON. It is not written if `absent` is true. If it is missing when it is read, the
/// member keeps its value. `Field` is a reference to the member, or one of the mappings below.
template <class Field>
struct Omittable {
    bool absent;
    Field field;
};
template <class Field>
Omittable<Field> omit_if(bool absent, Field&& field) {
    return {absent, std::forward<Field>(field)};
}
/// A field that is not written if it has no value.
template <class Optional>
Omittable<Optional&> if_any(Optional& value) {
    return {!value, value};
}
/// A field that is always written, but that earlier versions did not write.
template <class Field>
Omittable<Field> may_lack(Field&& field) {
    return {false, std::forward<Field>(field)};
}

/// Fields in a nested object: `group([&](auto&& visit) { visit("name", self.name); })`.
template <class Fields>
struct Group {
    Fields fields;
};
template <class Fields>
Group<Fields> group(Fields fields) {
    return {std::move(fields)};
}

template <class Value>
struct Held {
    using Type = Value;
};
template <class Value>
struct Held<std::optional<Value>> {
    using Type = Value;
};

/// A field that is stored as text. `from` returns nothing for a text that `to` does not produce. Requires: an optional
/// has a value when it is written.
template <class Value, class Text, class Argument = std::remove_const_t<Value>>
struct AsText {
    using Plain = typename Held<std::remove_const_t<Value>>::Type;
    Value& value;
    Text (*to)(Argument plain);
    std::optional<Plain> (*from)(std::string_view text);

    Text text() const {
        if constexpr (std::is_same_v<Plain, std::remove_const_t<Value>>) {
            return to(value);
        } else {
            return to(*value);
        }
    }
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
template <class Value, class Plain = typename Held<std::remove_const_t<Value>>::Type>
AsText<Value, std::string, const Plain&> as_text(
    Value& value, std::type_identity_t<std::string (*)(const Plain&)> to,
    std::type_identity_t<std::optional<Plain> (*)(std::string_view)> from) {
    return {value, to, from};
}

/// A field whose empty value is written as null.
template <class Value>
struct OrNull {
    Value& value;

    friend void to_json(auto& json, const OrNull& field) {
        if (field.value.empty()) {
            json = nullptr;
        } else {
            json = field.value;
        }
    }
    friend void from_json(const auto& json, OrNull& field) {
        if (!json.is_null()) json.get_to(field.value);
    }
};
template <class Value>
OrNull<Value> or_null(Value& value) {
    return {value};
}

/// A list of two values. Each is written as null if it is empty.
template <class Pair>
struct EachOrNull {
    Pair& pair;

    friend void to_json(auto& json, const EachOrNull& field) {
        json = {or_null(field.pair[0]), or_null(field.pair[1])};
    }
    friend void from_json(const auto& json, EachOrNull& field) {
        for (std::size_t i = 0; i < field.pair.size(); ++i) {
            auto one = or_null(field.pair[i]);
            json.at(i).get_to(one);
        }
    }
};
template <class Pair>
EachOrNull<Pair> each_or_null(Pair& pair) {
    return {pair};
}

/// A list that is written without brackets if it has exactly one item.
template <class List>
struct OneOrList {
    List& list;

    friend void to_json(auto& json, const OneOrList& field) {
        if (field.list.size() == 1) {
            json = field.list.front();
        } else {
            json = field.list;
        }
    }
    friend void from_json(const auto& json, OneOrList& field) {
        if (json.is_array()) {
            json.get_to(field.list);
        } else {
            json.get_to(field.list.emplace_back());
        }
    }
};
template <class List>
OneOrList<List> one_or_list(List& list) {
    return {list};
}

/// An optional that is never written as null. If it is empty, the value `none` is written instead. Reading this value
/// back sets the optional to `none`.
template <class Optional>
struct Filled {
    using Value = typename Optional::value_type;
    Optional& value;
    Value none;

    friend void to_json(auto& json, const Filled& field) { json = field.value.value_or(field.none); }
    friend void from_json(const auto& json, Filled& field) { field.value = json.template get<Value>(); }
};
template <class Optional>
Filled<Optional> filled(Optional& value, typename Optional::value_type none) {
    return {value, none};
}

/// A number that is written without a fraction if it is whole. Requires: the number is not too large for a 64-bit
/// integer.
template <class Number>
struct WholeIfWhole {
    Number& value;

    friend void to_json(auto& json, const WholeIfWhole& field) {
        const auto whole = static_cast<std::int64_t>(*field.value);
        if (static_cast<double>(whole) == *field.value) {
            json = whole;
        } else {
            json = *field.value;
        }
    }
    friend void from_json(const auto& json, WholeIfWhole& field) { json.get_to(field.value); }
};
template <class Number>
WholeIfWhole<Number> whole_if_whole(Number& value) {
    return {value};
}

/// A field that contains JSON text.
template <class Text>
struct JsonText {
    Text& text;

    friend void to_json(auto& json, const JsonText& field) {
        json = std::remove_reference_t<decltype(json)>::parse(field.text);
    }
    friend void from_json(const auto& json, JsonText& field) { field.text = json.dump(); }
};
template <class Text>
JsonText<Text> json_text_of(Text& text) {
    return {text};
}

}  // namespace protocol
