// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/gates.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "base/letters.h"
#include "base/text.h"
#include "catalog/from_kinds.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"

namespace telltale {
namespace {

using json::Tree;

constexpr std::size_t gates_text_bytes_max = 4096;

std::vector<GateFacts> collect_gates() {
  std::vector<GateFacts> all;
  for (const Kind* kind : kinds_as_judged()) {
    for (const GateOfCondition& one : kind->gates) {
      all.push_back({one.name, one.value, kind->group, kind->kind, one.type});
    }
  }
  return all;
}

std::optional<bool> parse_switch(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  return std::nullopt;
}

Error unknown_gate(std::string_view name) {
  std::vector<std::string_view> known;
  for (const GateFacts& gate : all_gates()) known.push_back(gate.name);
  return {Error::Kind::Invalid, format("there is no feature gate \"{}\"; there is {}",
                                       printable(name), join(known, ", "))};
}

Result<void> parse_one(std::string_view part, Gates& gates) {
  const std::size_t sign = std::min(part.find('='), part.size());
  const std::string_view name = trim(part.substr(0, sign));
  const auto gate = std::ranges::find(all_gates(), name, &GateFacts::name);
  if (gate == all_gates().end()) return fail(unknown_gate(name));
  const std::string_view word = sign == part.size() ? "" : trim(part.substr(sign + 1));
  const std::optional<bool> value = parse_switch(word);
  if (!value) {
    return fail(Error::Kind::Invalid,
                format("feature gate {} must be true or false, not \"{}\"", name, printable(word)));
  }
  gates.*gate->value = *value;
  return {};
}

bool keeps_everything(const Tree& schema) {
  return schema["x-kubernetes-preserve-unknown-fields"].as_bool(false);
}

// Whether a schema keeps the reasons of conditions.
bool keeps_reasons(const Tree& schema) {
  const Tree status = schema["properties"]["status"];
  const Tree conditions = status["properties"]["conditions"];
  const Tree item = conditions["items"];
  return keeps_everything(schema) || keeps_everything(status) || keeps_everything(conditions) ||
         keeps_everything(item) || item["properties"]["reason"];
}

bool is_able(const Tree& version) {
  return version["name"].as_string("") == "v1beta1" && version["served"].as_bool(false) &&
         version["subresources"]["status"] && keeps_reasons(version["schema"]["openAPIV3Schema"]);
}

bool keeps_count(const Tree& version) {
  const Tree schema = version["schema"]["openAPIV3Schema"];
  const Tree status = schema["properties"]["status"];
  return version["served"].as_bool(false) &&
         (keeps_everything(schema) || keeps_everything(status) ||
          status["properties"]["failedLaunches"]);
}

}  // namespace

std::span<const GateFacts> all_gates() {
  static FromKinds<std::vector<GateFacts>> all(collect_gates);
  return all.get();
}

Result<Gates> parse_gates(std::string_view text, const Gates& standard) {
  Gates gates = standard;
  if (text.size() > gates_text_bytes_max) {
    return fail(Error::Kind::TooLarge, "the list of feature gates is too long");
  }
  for (const std::string_view part : split(text, ',')) {
    if (trim(part).empty()) continue;
    if (const Result<void> parsed = parse_one(part, gates); !parsed) return fail(parsed.error());
  }
  return gates;
}

std::string to_text(const Gates& gates) {
  std::vector<std::string> words;
  for (const GateFacts& gate : all_gates()) {
    words.push_back(format("{}={}", gate.name, gates.*gate.value ? "true" : "false"));
  }
  return join(words, ", ");
}

bool says(const Gates& gates, const Object& object, std::string_view type) {
  return std::ranges::none_of(all_gates(), [&](const GateFacts& gate) {
    return !(gates.*gate.value) && gate.type == type && is_a(object, gate.group, gate.kind);
  });
}

Spoken::Spoken(const Gates& gates, const Judged& judged) : judged_(judged) {
  const auto is_said = [&](const Condition& one) { return says(gates, *judged.object, one.type); };
  if (std::ranges::all_of(judged.conditions, is_said)) return;
  std::ranges::copy_if(judged.conditions, std::back_inserter(kept_), is_said);
  judged_.conditions = kept_;
}

bool writes(const Gates& gates, const Object& pool, const Object* definition) {
  const bool is_off = std::ranges::any_of(all_gates(), [&](const GateFacts& gate) {
    return !(gates.*gate.value) && is_a(pool, gate.group, gate.kind);
  });
  if (is_off) return false;
  if (definition == nullptr || !list_rules_of(pool.key).needs_reasons) return true;
  return std::ranges::any_of(definition->body["spec"]["versions"].items(), is_able);
}

bool keeps_failed_launches(const Object* definition) {
  if (definition == nullptr) return true;
  return std::ranges::any_of(definition->body["spec"]["versions"].items(), keeps_count);
}

}  // namespace telltale
