// SPDX-License-Identifier: Apache-2.0
#include "server/objects/object_filter.h"

#include <algorithm>

#include "base/arena.h"
#include "base/letters.h"
#include "base/text.h"
#include "json/print.h"
#include "json/tree/padded_text.h"
#include "json/tree/tree_reader.h"

namespace telltale::server {
namespace {

// Field selectors are ANDed with commas; `\` takes the meaning from what follows it.
std::vector<std::string> split_terms(std::string_view text) {
  std::vector<std::string> terms(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      terms.back() += text[i];
      terms.back() += text[++i];
    } else if (text[i] == ',') {
      terms.emplace_back();
    } else {
      terms.back() += text[i];
    }
  }
  std::erase_if(terms, [](const std::string& term) { return trim(term).empty(); });
  return terms;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    out += text[i];
  }
  return out;
}

std::optional<FieldRequirement> read_term(std::string_view term) {
  const std::size_t sign = term.find('=');
  if (sign == std::string_view::npos || sign == 0) return std::nullopt;
  const bool equal = term[sign - 1] != '!';
  const std::size_t key_end = equal ? sign : sign - 1;
  const bool doubled = sign + 1 < term.size() && term[sign + 1] == '=' && equal;
  return FieldRequirement{.path = std::string(trim(term.substr(0, key_end))),
                          .value = unescaped(term.substr(sign + (doubled ? 2 : 1))),
                          .equal = equal};
}

// Objects are looked at as they are stored: where another version has other fields, which only its
// webhook knows, there is nothing to select by.
bool selects_by(const Resource& resource, const Version* version, std::string_view label) {
  if (version == nullptr) return false;
  const bool told_apart = resource.conversion != Conversion::None && !version->storage;
  return !told_apart && std::ranges::find(version->selectable, label) != version->selectable.end();
}

// The path in the object behind a field label; empty when the kind does not offer it.
std::string path_behind(std::string_view label, const Resource& resource, const Version* version) {
  if (label == "metadata.name" || (label == "metadata.namespace" && resource.namespaced)) {
    return std::string(label);
  }
  if (resource.behavior == nullptr) {
    return selects_by(resource, version, label) ? std::string(label) : std::string{};
  }
  for (const auto& [name, path] : resource.behavior->field_labels) {
    if (name == label) return path;
  }
  return {};
}

json::Tree step_to(json::Tree tree, std::string_view dotted) {
  while (!dotted.empty()) {
    const std::size_t dot = dotted.find('.');
    tree = tree[dotted.substr(0, dot)];
    dotted = dot == std::string_view::npos ? std::string_view{} : dotted.substr(dot + 1);
  }
  return tree;
}

// What is not a string is compared as its JSON; what is not there is an empty string.
std::string compared_text(const json::Tree& tree) {
  if (!tree || tree.is(json::Tree::Type::Null)) return {};
  if (tree.is(json::Tree::Type::String)) return std::string(tree.as_string(""));
  if (const auto number = tree.as_int()) return format("{}", *number);
  if (const auto flag = tree.as_bool()) return *flag ? "true" : "false";
  return {};
}

std::vector<Label> read_labels(const json::Tree& labels) {
  std::vector<Label> found;
  for (const json::Member& label : labels.members()) {
    found.push_back({.key = label.key, .value = label.value.as_string("")});
  }
  std::ranges::sort(found, {}, &Label::key);
  return found;
}

// Everything that a selector may speak of, whether this one does or not: so that all selectors of a
// kind can share what was read.
std::vector<std::string> readable_paths(const Resource& resource, const Version* version) {
  std::vector<std::string> paths{"metadata.labels", "metadata.name", "metadata.namespace"};
  if (resource.behavior == nullptr) {
    if (version != nullptr) {
      paths.insert(paths.end(), version->selectable.begin(), version->selectable.end());
    }
    return paths;
  }
  for (const auto& [name, path] : resource.behavior->field_labels) paths.push_back(path);
  return paths;
}

}  // namespace

Outcome<ObjectFilter> ObjectFilter::make(std::string_view label_selector,
                                         std::string_view field_selector, const Resource& resource,
                                         const Version* version) {
  ObjectFilter filter;
  auto labels = parse_selector(label_selector);
  if (!labels) {
    return refuse(bad_request(format("unable to parse requirement: {}", labels.error().detail)));
  }
  filter.labels_ = std::move(*labels);
  const std::vector<std::string> terms = split_terms(field_selector);
  if (terms.size() > requirements_max) {
    return refuse(
        bad_request(format("invalid field selector: more than {} terms", requirements_max)));
  }
  for (const std::string& term : terms) {
    std::optional<FieldRequirement> requirement = read_term(term);
    if (!requirement) {
      return refuse(bad_request(
          format("invalid field selector: \"{}\": can't understand \"{}\"", field_selector, term)));
    }
    const std::string path = path_behind(requirement->path, resource, version);
    if (path.empty()) {
      return refuse(bad_request(format("field label not supported: {}", requirement->path)));
    }
    requirement->path = path;
    filter.fields_.push_back(std::move(*requirement));
  }
  const std::vector<std::string> read = readable_paths(resource, version);
  const std::vector<std::string_view> paths(read.begin(), read.end());
  filter.reads_ = join(read, ",");
  filter.selection_ = std::make_shared<const json::Selection>(paths);
  return filter;
}

ObjectFacts::ObjectFacts(std::string_view stored, const json::Selection& selection)
    : copy_(stored) {
  thread_local json::TreeReader reader;
  const auto tree = reader.read(
      copy_.padded(), [&](const json::Header&) -> const json::Selection& { return selection; },
      scratch_);
  if (!tree) return;
  readable_ = true;
  tree_ = *tree;
  labels_ = read_labels(tree_["metadata"]["labels"]);
}

std::string ObjectFacts::text_at(std::string_view dotted) const {
  return compared_text(step_to(tree_, dotted));
}

bool ObjectFilter::matches(std::string_view stored) const {
  return all() || matches(*facts_of(stored));
}

bool ObjectFilter::matches(const ObjectFacts& facts) const {
  if (all()) return true;
  if (!facts.readable() || !labels_.matches_sorted(facts.labels())) return false;
  return std::ranges::all_of(fields_, [&](const FieldRequirement& field) {
    return (facts.text_at(field.path) == field.value) == field.equal;
  });
}

std::string_view ObjectFilter::only(std::string_view path) const {
  for (const FieldRequirement& field : fields_) {
    if (field.equal && field.path == path) return field.value;
  }
  return {};
}

}  // namespace telltale::server
