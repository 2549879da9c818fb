// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/text.h"
#include "schema/shape.h"
#include "schema/validate/validate_parts.h"

namespace telltale::schema {
namespace {

using json::Value;
using json::ValueMap;

void check_value(const Judged& judged, FieldErrors& out);

void add_count(const Judged& judged, std::uint64_t count, std::string_view why, FieldErrors& out) {
  add(out, invalid(field_name(judged.path), format("{}", count),
                   format("{} in body {}", judged.path, why)));
}

void check_list(const Judged& judged, FieldErrors& out) {
  const json::ValueList* list = judged.value.if_array();
  if (list == nullptr) return;
  const Structure::Bounds& bounds = judged.structure.bounds;
  if (judged.structure.items != nullptr) {
    for (std::size_t i = 0; i < list->size() && !out.full(); ++i) {
      check_value({(*list)[i], *judged.structure.items, item_below(judged.path, i)}, out);
    }
  }
  if (bounds.min_items && list->size() < *bounds.min_items) {
    add_count(judged, list->size(), format("should have at least {} items", *bounds.min_items),
              out);
  }
  if (bounds.max_items && list->size() > *bounds.max_items) {
    add(out, too_many(field_name(judged.path), list->size(), *bounds.max_items));
  }
}

// False when there are too few or too many, which is then all that is said of the object.
bool check_member_count(const Judged& judged, std::size_t count, FieldErrors& out) {
  const Structure::Bounds& bounds = judged.structure.bounds;
  if (bounds.min_properties && count < *bounds.min_properties) {
    add_count(judged, count, format("should have at least {} properties", *bounds.min_properties),
              out);
    return false;
  }
  if (bounds.max_properties && count > *bounds.max_properties) {
    add(out, too_many(field_name(judged.path), count, *bounds.max_properties));
    return false;
  }
  return true;
}

void check_unnamed_member(const Judged& judged, std::string_view name, const Value& value,
                          FieldErrors& out) {
  if (judged.structure.additional_refused) {
    add(out,
        invalid(field_name(judged.path), schema::quoted(name),
                format("{} in body is a forbidden property", path_with(judged.path, ".", name))));
  } else if (judged.structure.additional != nullptr) {
    check_value({value, *judged.structure.additional, field_below(judged.path, name)}, out);
  }
}

void check_map(const Judged& judged, FieldErrors& out) {
  const ValueMap* map = judged.value.if_object();
  if (map == nullptr || !check_member_count(judged, map->size(), out)) return;
  const Structure& structure = judged.structure;
  for (const auto& [name, property] : structure.properties) {
    const Value* value = map->if_contains(name);
    if (value != nullptr) check_value({*value, *property, field_below(judged.path, name)}, out);
  }
  if (structure.additional_refused || structure.additional != nullptr) {
    for (const auto& [name, value] : *map) {
      if (out.full()) return;
      if (!structure.properties.contains(std::string_view(name))) {
        check_unnamed_member(judged, name, value, out);
      }
    }
  }
  for (const std::string& name : structure.required) {
    if (!map->contains(name)) add(out, required(field_below(judged.path, name)));
  }
}

// The messages of logical parts name the field themselves; the API gives them no field.
void add_logical(const Judged& judged, std::string_view why, FieldErrors& out) {
  add(out, invalid("<nil>", "\"\"", format("{} {}", schema::quoted(judged.path), why)));
}

// What each of the parts has against the value.
std::vector<FieldErrors> ask(const Judged& judged, const std::vector<StructurePtr>& parts) {
  std::vector<FieldErrors> answers(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    check_value({judged.value, *parts[i], judged.path}, answers[i]);
  }
  return answers;
}

std::size_t count_satisfied(const std::vector<FieldErrors>& answers) {
  return static_cast<std::size_t>(std::ranges::count_if(answers, &FieldErrors::empty));
}

// The part that came closest is the one worth telling about.
void add_closest(const std::vector<FieldErrors>& answers, FieldErrors& out) {
  for (const FieldError& field_error : *std::ranges::min_element(answers, {}, &FieldErrors::size)) {
    add(out, field_error);
  }
}

void check_any_of(const Judged& judged, FieldErrors& out) {
  if (judged.structure.any_of.empty()) return;
  const std::vector<FieldErrors> answers = ask(judged, judged.structure.any_of);
  if (count_satisfied(answers) > 0) return;
  add_logical(judged, "must validate at least one schema (anyOf)", out);
  add_closest(answers, out);
}

void check_one_of(const Judged& judged, FieldErrors& out) {
  if (judged.structure.one_of.empty()) return;
  const std::vector<FieldErrors> answers = ask(judged, judged.structure.one_of);
  const std::size_t satisfied = count_satisfied(answers);
  if (satisfied == 1) return;
  const std::string found = satisfied == 0 ? std::string("Found none valid")
                                           : format("Found {} valid alternatives", satisfied);
  add_logical(judged, format("must validate one and only one schema (oneOf). {}", found), out);
  if (satisfied == 0) add_closest(answers, out);
}

void check_all_of(const Judged& judged, FieldErrors& out) {
  if (judged.structure.all_of.empty()) return;
  const std::vector<FieldErrors> answers = ask(judged, judged.structure.all_of);
  const std::size_t satisfied = count_satisfied(answers);
  if (satisfied == answers.size()) return;
  for (const FieldErrors& answer : answers) {
    for (const FieldError& field_error : answer) add(out, field_error);
  }
  add_logical(
      judged,
      format("must validate all the schemas (allOf){}", satisfied == 0 ? ". None validated" : ""),
      out);
}

void check_not(const Judged& judged, FieldErrors& out) {
  if (judged.structure.none_of == nullptr) return;
  FieldErrors answer;
  check_value({judged.value, *judged.structure.none_of, judged.path}, answer);
  if (answer.empty()) add_logical(judged, "must not validate the schema (not)", out);
}

void check_value(const Judged& judged, FieldErrors& out) {
  if (out.full()) return;
  check_type(judged, out);
  if (judged.value.is_null()) return check_choices(judged, out);
  check_any_of(judged, out);
  check_one_of(judged, out);
  check_all_of(judged, out);
  check_not(judged, out);
  check_text(judged, out);
  check_number(judged, out);
  check_list(judged, out);
  check_choices(judged, out);
  check_map(judged, out);
}

}  // namespace

FieldErrors validate(const json::Value& object, const Structure& structure, Root root,
                     Repeats repeats) {
  FieldErrors out;
  check_value({object, structure, {}}, out);
  if (repeats == Repeats::Refused) check_unique(object, structure, {}, out);
  check_embedded(object, structure, {}, root, out);
  return out;
}

}  // namespace telltale::schema
